// SPDX-License-Identifier: Apache-2.0
// draw_lines: paints curves as anti-aliased strokes.
#include "graph/plan/ops.h"
#include "node_list.h"
#include "nodes/line_head_names.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams, PresenceParams {
  Number width{percent(0.25F)};
  Number width_end{percent(0.25F)};
  bool taper = false;
  Number trim_start{0};
  Number trim_end{1};
  LineHead head = LineHead::none;
  LineHead tail = LineHead::none;
  Number head_size{percent(1.2F)};
  Number opacity{1};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint color_end{Color{1, 1, 1, 1}};
  bool gradient = false;
  Number middle{0};
  Number middle_width{1};
  Paint color_middle{Color{1, 1, 1, 1}};
  CapStyle cap = CapStyle::round;
  Number clear{0};
};

DrawLinesOp lower(const Params& p, const FrameTime& time) {
  const FrameNumber width = p.width.at(time);
  const FrameColor color = p.color.at(time);
  return {
      .width = width,
      .width_end = p.taper ? p.width_end.at(time) : width,
      .trim_start = p.trim_start.at(time),
      .trim_end = p.trim_end.at(time),
      .opacity = p.opacity.at(time),
      .color = color,
      .color_end = p.gradient ? p.color_end.at(time) : color,
      .middle = p.middle.at(time),
      .middle_width = p.middle_width.at(time),
      .color_middle = p.color_middle.at(time),
      .dash = p.dash(time),
      .glow = p.glow(time),
      .cap = p.cap,
      .presence = p.presence(),
      .head = p.head,
      .tail = p.tail,
      .head_size = p.head_size.at(time),
  };
}

Lower<DrawOp> prepare(std::shared_ptr<const Params> p, PrepareContext&) {
  if (!(p->clear.extent().max > 0))
    return [p](const FrameTime& time) { return DrawOp(lower(*p, time)); };
  return [p](const FrameTime& time) {
    return DrawOp(DrawLinesWithGapsOp{lower(*p, time), p->clear.at(time).constant});
  };
}

}  // namespace

NodeType draw_lines() {
  return Node<Params>("draw_lines", Stage::drawing, "Paints curves as anti-aliased lines.")
      .input("curves", Stage::curves, "The curves to paint.")
      .number("width", &Params::width, {0, 64, Unit::px},
              "Line width; a line below 1 px becomes fainter.")
      .number("width_end", &Params::width_end, {0, 64, Unit::px},
              "Width at the far end, when taper is on.")
      .boolean("taper", &Params::taper, "Go from width to width_end along the line.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio},
              "Opacity of the line; map it from length to fade long links.")
      .color("color", &Params::color,
             "Colour; mapped from an attribute, it runs from one end's colour to the other's.")
      .color("color_end", &Params::color_end, "Colour at the far end, when gradient is on.")
      .boolean("gradient", &Params::gradient, "Go from color to color_end along the line.")
      .number("middle", &Params::middle, {0, 1, Unit::ratio},
              "Where along the line it has color_middle; 0 and 1 are nowhere.")
      .color("color_middle", &Params::color_middle, "Colour there.")
      .number("middle_width", &Params::middle_width, {0, 100, Unit::ratio},
              "Width there, relative to what it would be.")
      .number("trim_start", &Params::trim_start, {0, 1, Unit::ratio},
              "Where along the line the drawn part begins.")
      .number("trim_end", &Params::trim_end, {0, 1, Unit::ratio},
              "Where it ends: {\"expr\": \"time % 1\"} lets the line grow every second.")
      .choice<LineHead>("head", &Params::head, line_head_names,
                        "Shape at the end of the drawn part.")
      .choice<LineHead>("tail", &Params::tail, line_head_names, "Shape at the beginning.")
      .number("head_size", &Params::head_size, {0, 1e4, Unit::px},
              "Length of both; a triangle or diamond shortens the line.")
      .with(dash_rows)
      .with(glow_rows)
      .choice<CapStyle>("cap", &Params::cap, {{"round", CapStyle::round}, {"butt", CapStyle::butt}},
                        "Shape of line ends and dash ends.")
      .with(presence_rows)
      .per_frame()
      .number("clear", &Params::clear, {0, 1000, Unit::px},
              "Space kept free on both sides of a line where it passes over another one; 0 lets "
              "lines cross.")
      .prepares<DrawOp>(prepare);
}

}  // namespace overlace
