// SPDX-License-Identifier: Apache-2.0
// effect_aberration: the coloured fringes of a lens, or of a screen that fails.
#include "graph/plan/effects.h"
#include "node_list.h"

namespace overlace {
namespace {

enum class Kind { radial, linear };

struct Params {
  Number amount = percent(0.15F);
  Kind kind = Kind::radial;
  Number angle{0.0F};
};

Lower<EffectOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [params, size = context.clip.size](const FrameTime& time) -> EffectOp {
    return AberrationOp{.amount = params->amount.at(time).constant,
                        .radial = params->kind == Kind::radial,
                        .angle = params->angle.at(time).constant,
                        .shown = size};
  };
}

}  // namespace

NodeType effect_aberration() {
  return Node<Params>("effect_aberration", Stage::layer,
                      "Parts the colours of drawings: red one way, blue the other.")
      .input("layer", Stage::layer, "What gets coloured fringes.")
      .per_frame()
      .number("amount", &Params::amount, {-64, 64, Unit::px},
              "How far red and blue move: in the corners where it is radial, else everywhere.")
      .choice<Kind>("kind", &Params::kind, {{"radial", Kind::radial}, {"linear", Kind::linear}},
                    "From the picture's middle outwards, or along the angle.")
      .number("angle", &Params::angle, {-360, 360},
              "Direction of red in degrees where it is linear: 0 right, 90 down.")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace
