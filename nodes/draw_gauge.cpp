// SPDX-License-Identifier: Apache-2.0
// draw_gauge: shows where a value of the frame or of each object lies between two limits.
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/level_bar.h"
#include "nodes/parts/panel_params.h"

namespace overlace {
namespace {

enum class GaugeStyle : std::uint8_t { arc, ring, bar, compass };

struct Params : ObjectPanelParams {
  Number value{1};
  Number low{0};
  Number high{1};
  GaugeStyle style = GaugeStyle::arc;
  Number gauge_size{percent(12)};
  Number thickness{percent(1.2F)};
  int segments = 0;
  Paint gauge_color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint empty{Color{1, 1, 1, 0.18F}};
};

constexpr float arc_start = 135, arc_sweep = 270;  // open at the bottom
constexpr float ring_start = -90, ring_sweep = 360;

/// One gauge's paint and lengths.
struct Look {
  Box room;
  float value, level, thickness, drawn;
  Color color, empty;
  int segments;

  /// Radii of the largest circle in the room at this distance from its sides.
  [[nodiscard]] Vec2 radii(float inset) const {
    const float radius = std::min(room.width, room.height) / 2 - inset;
    return {radius, radius};
  }
  [[nodiscard]] LinePaint line(const Color& paint, float width) const {
    return {.color = paint, .width = width, .dash = {}, .glow = {}, .trim_end = drawn};
  }
};

bool is_round(GaugeStyle style) {
  return style != GaugeStyle::bar;
}

/// An arc in segments, each lit when the level reaches its middle.
void append_arc_segments(const Look& look, float start, float sweep, DisplayList& out) {
  constexpr float gap = 0.25F;  // share of a segment's pitch
  const auto count = static_cast<float>(look.segments);
  const float place = sweep / count;
  for (int i = 0; i < look.segments; ++i) {
    const auto number = static_cast<float>(i);
    const bool is_lit = look.level * count >= number + 0.5F;
    const std::size_t first = out.primitives.size();
    append_arc(look.room.center(), look.radii(look.thickness / 2),
               start + place * (number + gap / 2), place * (1 - gap),
               look.line(is_lit ? look.color : look.empty, look.thickness), out);
    for (std::size_t p = first; p < out.primitives.size(); ++p)
      out.primitives[p].cap = CapStyle::butt;
  }
}

void paint_round(const Look& look, float start, float sweep, DisplayList& out) {
  if (look.segments > 0) return append_arc_segments(look, start, sweep, out);
  const Vec2 center = look.room.center();
  const Vec2 radii = look.radii(look.thickness / 2);
  const LinePaint behind = look.line(look.empty, look.thickness);
  sweep < 360 ? append_arc(center, radii, start, sweep, behind, out)
              : append_ellipse(center, radii, behind, out);
  if (look.level > 0)
    append_arc(center, radii, start, sweep * look.level, look.line(look.color, look.thickness),
               out);
}

/// A dial with a mark every 30 degrees, and a needle in the direction of the value.
void paint_compass(const Look& look, DisplayList& out) {
  const Vec2 center = look.room.center();
  const float hair = look.thickness / 4, radius = look.radii(hair / 2).x;
  append_ellipse(center, {radius, radius}, look.line(look.empty, hair), out);
  for (int i = 0; i < 12; ++i) {
    const Vec2 way = direction_of(static_cast<float>(i) * 30);
    const float length = look.thickness * (i % 3 == 0 ? 1.0F : 0.5F);
    const Vec2 ends[] = {center + way * (radius - length), center + way * radius};
    append_polyline(ends, look.line(look.empty, hair), out);
  }
  const Vec2 way = direction_of(look.value);
  const float reach = radius - look.thickness * 1.5F;
  append_triangle(center, center + way * reach, look.thickness,
                  look.line(look.color, look.thickness), out);
  append_dot(center, look.thickness / 2, look.color, out);
}

void paint(GaugeStyle style, const Look& look, DisplayList& out) {
  switch (style) {
    case GaugeStyle::arc:
      return paint_round(look, arc_start, arc_sweep, out);
    case GaugeStyle::ring:
      return paint_round(look, ring_start, ring_sweep, out);
    case GaugeStyle::bar:
      return append_level_bar({.box = look.room,
                               .color = look.color,
                               .empty = look.empty,
                               .radius = look.thickness / 2,
                               .segments = look.segments},
                              look.level * look.drawn, out);
    case GaugeStyle::compass:
      return paint_compass(look, out);
  }
}

void draw(TextWriter<Params>& writer, const HostInputs& in, DisplayList& out) {
  const Params& p = *writer.planned->params;
  const FrameTextStyle text_look(p, in.time);
  const FrameNumber value = p.value.at(in.time), low = p.low.at(in.time), high = p.high.at(in.time),
                    size = p.gauge_size.at(in.time), thickness = p.thickness.at(in.time);
  const FrameColor color = p.gauge_color.at(in.time), empty = p.empty.at(in.time);
  for_each_panel(p, in, out, [&](const Panel& panel) {
    const Element& object = panel.object;
    const TextStyle letters = shown(text_look.at(in.tracks, object), panel.there);
    const std::string& text = write_on_panel(writer, in, object);
    const float across = size.at(in.tracks, object) * panel.there.size;
    Look look{.room = {},
              .value = value.at(in.tracks, object),
              .level = 0,
              .thickness = thickness.at(in.tracks, object) * panel.there.size,
              .drawn = panel.there.drawn,
              .color = fade(color.at(in.tracks, object), letters.opacity),
              .empty = fade(empty.at(in.tracks, object), letters.opacity),
              .segments = p.segments};
    look.level = level_of(look.value, low.at(in.tracks, object), high.at(in.tracks, object));
    const bool round = is_round(p.style);
    look.room =
        paint_panel(round ? std::string_view() : text, letters,
                    {across, round ? across : look.thickness}, panel.place, writer.painter, out);
    paint(p.style, look, out);
    if (round) paint_text_at(text, letters, look.room, BoxPosition::center, writer.painter, out);
  });
}

}  // namespace

NodeType draw_gauge() {
  return Node<Params>("draw_gauge", Stage::drawing, "Shows where a value lies between two limits.")
      .optional_input(
          "tracks", Stage::tracks,
          "Objects that each get a gauge of their own value; without them, the picture has one.",
          objects_needed_by<Params>)
      .number("value", &Params::value, {},
              "What to show: a series, an expression, or an attribute of objects.")
      .number("low", &Params::low, {}, "Value at which the gauge is empty.")
      .number("high", &Params::high, {}, "Value at which it is full.")
      .choice<GaugeStyle>("style", &Params::style,
                          {{"arc", GaugeStyle::arc},
                           {"ring", GaugeStyle::ring},
                           {"bar", GaugeStyle::bar},
                           {"compass", GaugeStyle::compass}},
                          "Shape of the gauge. A compass shows the value as a direction, like the "
                          "attribute heading: 0 degrees is right, 90 down.")
      .number("gauge_size", &Params::gauge_size, {0, 1e4, Unit::px},
              "Diameter of a round gauge, length of a bar.")
      .number("thickness", &Params::thickness, {0, 1000, Unit::px},
              "Width of the band; the marks and needle of a compass follow it.")
      .integer("segments", &Params::segments, {0, 200, Unit::count},
               "Segments of the band that light up one by one; 0 is a continuous band.")
      .color("color", &Params::gauge_color, "Colour of the part up to the value.")
      .color("empty", &Params::empty, "Colour of the rest.")
      .with(panel_rows)
      .with(presence_rows)
      .shown_with(R"({"value": {"expr": "x"}, "high": 190, "gauge_size": 30, "thickness": 5,
                       "text": "id {id}", "size": 12, "border_width": 2, "shadow": 2})")
      .draws_with_memory(writes_on_panels(draw));
}

}  // namespace overlace
