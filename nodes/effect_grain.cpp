// SPDX-License-Identifier: Apache-2.0
// effect_grain: noise on drawings, so that they match the grain of a film.
#include "node_list.h"
#include "nodes/parts/grain_params.h"

namespace overlace {
namespace {

EffectOp lower(const GrainParams& p, const FrameTime& time) {
  return grain_of(p, time);
}

}  // namespace

NodeType effect_grain() {
  return Node<GrainParams>("effect_grain", Stage::layer, "Adds film grain to drawings.")
      .input("layer", Stage::layer, "What gets grain.")
      .per_frame()
      .number("amount", &GrainParams::amount, {0, 1},
              "Standard deviation of the noise where drawings are opaque.")
      .with(grain_rows)
      .shown_with(R"({"amount": 0.3, "size": 2})")
      .lowers<EffectOp>(lower);
}

}  // namespace overlace
