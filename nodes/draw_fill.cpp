// SPDX-License-Identifier: Apache-2.0
// draw_fill: paints the whole frame with one colour, to dim or tint the picture.
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Paint color{Color{0, 0, 0, 0.5F}};
};

DrawOp lower(const Params& p, const FrameTime& time) {
  return DrawFillOp{p.color.at(time)};
}

}  // namespace

NodeType draw_fill() {
  return Node<Params>("draw_fill", Stage::drawing,
                      "Paints the whole frame with one colour, to dim or tint the picture.")
      .per_frame()
      .color("color", &Params::color, "Colour and opacity; blend it with multiply to tint.")
      .lowers(lower);
}

}  // namespace overlace
