// SPDX-License-Identifier: Apache-2.0
// draw_bars: shows a value of each tracked object as a bar at its box.
#include "graph/data/box_place.h"
#include "graph/plan/paint.h"
#include "graph/values/presence.h"
#include "node_list.h"
#include "nodes/parts/level_bar.h"
#include "nodes/parts/shared_params.h"

namespace overlace {
namespace {

enum class BarWidth : std::uint8_t { size, box };

Number score() {
  Number value;
  value.map.push_back({.attribute = "score",
                       .series = {},
                       .input = {0, 1},
                       .categories = {},
                       .output = {{0}, {1}},
                       .missing = {0}});
  return value;
}

struct Params : PresenceParams {
  Number value = score();
  Number low{0};
  Number high{1};
  BarWidth fit = BarWidth::size;
  Number width{percent(7)};
  Number height{percent(0.9F)};
  int segments = 0;
  Number radius{percent(0.45F)};
  BoxPosition position = BoxPosition::top;
  Number offset{percent(0.6F)};
  Number opacity{1};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint empty{Color{0.04F, 0.05F, 0.07F, 0.65F}};
};

void draw(const Params& p, const HostInputs& in, DisplayList& out) {
  const FrameNumber value = p.value.at(in.time), low = p.low.at(in.time), high = p.high.at(in.time),
                    width = p.width.at(in.time), height = p.height.at(in.time),
                    radius = p.radius.at(in.time), offset = p.offset.at(in.time),
                    opacity = p.opacity.at(in.time);
  const FrameColor color = p.color.at(in.time), empty = p.empty.at(in.time);
  for (std::uint32_t row = in.tracks.rows.begin; row < in.tracks.rows.end; ++row) {
    out.begin_row(row);
    const Presence there = presence_of(p.presence(), in.tracks, row);
    const Element object{.row = row, .presence = there.opacity};
    const auto of = [&](const FrameNumber& number) { return number.at(in.tracks, object); };
    const Box& box = in.tracks.box[row];
    const float strength = of(opacity) * there.opacity;
    const Vec2 size{(p.fit == BarWidth::box ? box.width : of(width)) * there.size,
                    of(height) * there.size};
    append_level_bar({.box = place_box(p.position, box, size, of(offset), false),
                      .color = fade(color.at(in.tracks, object), strength),
                      .empty = fade(empty.at(in.tracks, object), strength),
                      .radius = of(radius) * there.size,
                      .segments = p.segments},
                     level_of(of(value), of(low), of(high)) * there.drawn, out);
  }
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  return [params](const HostInputs& in, DisplayList& out) { draw(*params, in, out); };
}

}  // namespace

NodeType draw_bars() {
  return Node<Params>("draw_bars", Stage::drawing,
                      "Shows a value of each tracked object as a bar at its box.")
      .input("tracks", Stage::tracks, "The objects.")
      .number("value", &Params::value, {}, "What to show; an object without it has an empty bar.")
      .number("low", &Params::low, {}, "Value at which the bar is empty.")
      .number("high", &Params::high, {}, "Value at which it is full.")
      .choice<BarWidth>("fit", &Params::fit, {{"size", BarWidth::size}, {"box", BarWidth::box}},
                        "What sets its width: the parameter or the box.")
      .number("width", &Params::width, {0, 1e4, Unit::px}, "Width of the bar.")
      .number("height", &Params::height, {0, 1e4, Unit::px}, "Height of the bar.")
      .integer("segments", &Params::segments, {0, 200, Unit::count},
               "Segments that light up one by one; 0 is a continuous bar.")
      .number("corner_radius", &Params::radius, {0, 1e4, Unit::px}, "Rounding of its corners.")
      .choice<BoxPosition>("position", &Params::position, box_position_names,
                           "Place around the box.")
      .number("offset", &Params::offset, {-1e4, 1e4, Unit::px}, "Distance from the box.")
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the bar.")
      .color("color", &Params::color, "Colour of the part up to the value.")
      .color("empty", &Params::empty, "Colour of the rest.")
      .with(presence_rows)
      .shown_with(R"({"width": 20, "height": 6})")
      .draws(prepare);
}

}  // namespace overlace
