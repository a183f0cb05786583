// SPDX-License-Identifier: Apache-2.0
// draw_points: marks each tracked object with a dot, a ring or a cross-hair.
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : GlowParams, PresenceParams {
  PointStyle style = PointStyle::dot;
  Anchor anchor = Anchor::center;
  Number size{percent(1)};
  Number stroke_width{percent(0.25F)};
  Number opacity{1};
  Paint color{Color{1, 1, 1, 1}};
};

DrawOp lower(const Params& p, const FrameTime& time) {
  return DrawPointsOp{
      .style = p.style,
      .anchor = p.anchor,
      .size = p.size.at(time),
      .stroke_width = p.stroke_width.at(time),
      .opacity = p.opacity.at(time),
      .color = p.color.at(time),
      .glow = p.glow(time),
      .presence = p.presence(),
  };
}

}  // namespace

NodeType draw_points() {
  return Node<Params>("draw_points", Stage::drawing,
                      "Marks each tracked object with a dot, a ring or a cross-hair.")
      .input("tracks", Stage::tracks, "The objects to mark.")
      .choice<PointStyle>(
          "style", &Params::style,
          {{"dot", PointStyle::dot}, {"ring", PointStyle::ring}, {"cross", PointStyle::cross}},
          "Shape of the mark.")
      .choice<Anchor>("anchor", &Params::anchor, anchor_names(), "Point of the box that is marked.")
      .number("size", &Params::size, {0, 1e4, Unit::px},
              "Diameter of the mark; map it from an attribute to compare objects.")
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px},
              "Line width of ring and cross.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the mark.")
      .color("color", &Params::color, "Colour of the mark.")
      .with(glow_rows)
      .with(presence_rows)
      .lowers(lower);
}

}  // namespace overlace
