// SPDX-License-Identifier: Apache-2.0
// draw_boxes: paints a frame around each tracked object.
#include "node_list.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams, PresenceParams {
  BoxStyle style = BoxStyle::rounded;
  bool square = false;
  Number stroke_width{percent(0.35F)};
  Number corner_radius{percent(1.2F)};
  Number corner_length{percent(2.5F)};
  Number padding{0};
  Number opacity{1};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint fill{Color{0, 0, 0, 0}};
};

DrawOp lower(const Params& p, const FrameTime& time) {
  return DrawBoxesOp{
      .style = p.style,
      .square = p.square,
      .stroke_width = p.stroke_width.at(time),
      .corner_radius = p.corner_radius.at(time),
      .padding = p.padding.at(time),
      .corner_length = p.corner_length.at(time),
      .opacity = p.opacity.at(time),
      .color = p.color.at(time),
      .fill = p.fill.at(time),
      .dash = p.dash(time),
      .glow = p.glow(time),
      .presence = p.presence(),
  };
}

}  // namespace

NodeType draw_boxes() {
  constexpr Range length{0, 1e5, Unit::px};
  return Node<Params>("draw_boxes", Stage::drawing, "Draws a frame around each tracked object.")
      .input("tracks", Stage::tracks, "The objects to frame.")
      .choice<BoxStyle>("style", &Params::style,
                        {{"rounded", BoxStyle::rounded},
                         {"corners", BoxStyle::corners},
                         {"circle", BoxStyle::circle},
                         {"ellipse", BoxStyle::ellipse},
                         {"capsule", BoxStyle::capsule},
                         {"diamond", BoxStyle::diamond}},
                        "Shape of the frame.")
      .boolean("square", &Params::square,
               "Make all sides as long as the longer ones, around the same centre.")
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px},
              "Width of the outline; 0 is none.")
      .number("corner_radius", &Params::corner_radius, length,
              "Corner radius of rounded and corners.")
      .number("corner_length", &Params::corner_length, length, "Arm length of corners.")
      .number("padding", &Params::padding, {-1e4, 1e4, Unit::px},
              "Space between the box and its frame.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the whole frame.")
      .color("color", &Params::color, "Colour of the outline.")
      .color("fill", &Params::fill, "Colour inside; transparent paints none.")
      .with(dash_rows)
      .with(glow_rows)
      .with(presence_rows)
      .shown_with(R"({"stroke_width": 3, "fill": "#20406080", "dash_length": 9, "dash_gap": 7,
                       "corner_radius": 4, "glow_radius": 5})")
      .shown_with("corner_length", R"({"style": "corners", "stroke_width": 3})")
      .lowers(lower);
}

}  // namespace overlace
