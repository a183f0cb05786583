// SPDX-License-Identifier: Apache-2.0
// effect_grain: noise on drawings, so that they sit in the grain of a film.
#include "graph/plan/effects.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number amount{0.03F};
  Number size{1.0F};
  bool mono = true;
  int seed = 0;
};

EffectOp lower(const Params& p, const FrameTime& time) {
  return GrainOp{.amount = p.amount.at(time).constant,
                 .size = p.size.at(time).constant,
                 .mono = p.mono,
                 .seed = p.seed,
                 .frame = time.frame};
}

}  // namespace

NodeType effect_grain() {
  return Node<Params>("effect_grain", Stage::layer, "Adds film grain to drawings.")
      .input("layer", Stage::layer, "What gets grain.")
      .per_frame()
      .number("amount", &Params::amount, {0, 1},
              "Standard deviation of the noise where drawings are opaque.")
      .number("size", &Params::size, {1, 64, Unit::px}, "Size of a grain.")
      .boolean("mono", &Params::mono, "The same noise for all colours.")
      .integer("seed", &Params::seed, {0, 1e9}, "Another number gives other grain.")
      .lowers<EffectOp>(lower);
}

}  // namespace overlace
