// SPDX-License-Identifier: Apache-2.0
// effect_outline: a line around whatever is drawn, text and images included.
#include "graph/plan/effect_ops.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number width = percent(0.3F);
  Number softness{1.0F};
  Paint color{Color{0, 0, 0, 1}};
  OutlineSide side = OutlineSide::outside;
};

EffectOp lower(const Params& p, const FrameTime& time) {
  return OutlineOp{.width = p.width.at(time).constant,
                   .softness = p.softness.at(time).constant,
                   .side = p.side,
                   .color = p.color.at(time).constant};
}

}  // namespace

NodeType effect_outline() {
  return Node<Params>("effect_outline", Stage::layer,
                      "Draws a line along the edge of drawings, which fades with them.")
      .input("layer", Stage::layer, "What gets an outline; it is part of the result.")
      .per_frame()
      .number("width", &Params::width, {0, most_outline_width, Unit::px}, "Width of the line.")
      .number("softness", &Params::softness, {1, most_outline_softness, Unit::px},
              "Pixels over which the line's edges fade; 1 is sharp.")
      .color("color", &Params::color, "Colour of the line.")
      .choice<OutlineSide>("side", &Params::side,
                           {{"outside", OutlineSide::outside},
                            {"inside", OutlineSide::inside},
                            {"both", OutlineSide::both}},
                           "Side of the edge; both: half of the width on each.")
      .shown_with(R"({"width": 3, "softness": 2})")
      .lowers<EffectOp>(lower);
}

}  // namespace overlace
