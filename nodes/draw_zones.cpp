// SPDX-License-Identifier: Apache-2.0
// draw_zones: draws the lines that objects are counted at.
#include <array>
#include <cmath>

#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/shared_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams {
  Number stroke_width{percent(0.35F)};
  Number arrow{percent(4)};
  Number opacity{0.9F};
  Paint color{Color{1, 0.82F, 0.25F, 1}};
};

/// A point of a line, and the direction in which the line runs there.
struct Spot {
  Vec2 at, along;
};

float length_of(Vec2 v) {
  return std::hypot(v.x, v.y);
}

/// The middle by length.
Spot middle_of(std::span<const Vec2> points) {
  float left = 0;
  for (std::size_t i = 1; i < points.size(); ++i) left += length_of(points[i] - points[i - 1]) / 2;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const Vec2 leg = points[i] - points[i - 1];
    const float length = length_of(leg);
    if (length > 0 && (left <= length || i + 1 == points.size()))
      return {points[i - 1] + leg * (left / length), leg * (1 / length)};
    left -= length;
  }
  return {points.front(), {1, 0}};
}

/// A triangle: a stroke that narrows to nothing.
void append_head(Vec2 from, Vec2 tip, const LinePaint& paint, float width, DisplayList& out) {
  append_polyline(std::array{from, tip}, paint, out);
  Primitive& head = out.primitives.back();
  head.cap = CapStyle::butt;
  head.width = width;
  head.width_end = 0;
}

/// An arrow across the middle of a line, to the side that is inwards.
void append_arrow(std::span<const Vec2> points, float length, LinePaint paint, DisplayList& out) {
  const Spot middle = middle_of(points);
  const Vec2 inwards{-middle.along.y, middle.along.x};
  const Vec2 neck = middle.at + inwards * (length * 0.55F), tip = middle.at + inwards * length;
  paint.dash = {};
  append_polyline(std::array{middle.at + inwards * paint.width, neck}, paint, out);
  append_head(neck, tip, paint, length * 0.5F, out);
}

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const Element none{};
  const LinePaint paint{.color = fade(p.color.at(in.time).constant, p.opacity.at(in.time).constant),
                        .width = p.stroke_width.at(in.time).constant,
                        .dash = make_dash(p.dash(in.time), in.tracks, none),
                        .glow = make_glow(p.glow(in.time), in.tracks, none)};
  const float arrow = p.arrow.at(in.time).constant;
  if (!(paint.width > 0) || !(paint.color.a > 0)) return;
  for (const TrackShape& line : in.table->shapes) {
    if (line.closed) continue;
    append_polyline(line.points, paint, out);
    if (arrow > 0) append_arrow(line.points, arrow, paint, out);
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks != nullptr && context.tracks->shapes.empty() && context.log)
    context.log("the tracks have no lines: draw_zones draws nothing; track_line makes one");
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_zones() {
  return Node<Params>("draw_zones", Stage::drawing, "Draws the lines that objects are counted at.")
      .input("tracks", Stage::tracks, "Tracks that went through track_line.")
      .per_frame()
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px}, "Width of the line.")
      .number("arrow", &Params::arrow, {0, 1000, Unit::px},
              "Length of the arrow that shows which way is inwards; 0 draws none.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of line and arrow.")
      .color("color", &Params::color, "Colour of line and arrow.")
      .with(dash_rows)
      .with(glow_rows)
      .draws(prepare);
}

}  // namespace overlace
