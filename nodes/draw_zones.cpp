// SPDX-License-Identifier: Apache-2.0
// draw_zones: draws the zones and lines where objects are counted, with their counts.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "graph/data/figures.h"
#include "graph/data/polygons.h"
#include "graph/plan/paint.h"
#include "node_list.h"
#include "nodes/parts/text_params.h"

namespace overlace {
namespace {

struct Params : DashParams, GlowParams, TextParams {
  std::vector<std::string> shapes;
  Number stroke_width{percent(0.35F)};
  Paint stroke{Color{1, 0.82F, 0.25F, 1}};
  Paint fill{Color{1, 0.82F, 0.25F, 0.12F}};
  Number arrow{percent(4)};
  std::string zone_text = "{name}  {now}";
  std::string line_text;
  int flash = 8;
  Paint flash_color{Color{1, 1, 1, 1}};
};

/// A point on a line, and the line's direction there.
struct Spot {
  Vec2 at, along;
  [[nodiscard]] Vec2 inwards() const { return {-along.y, along.x}; }
};

float length_of(Vec2 v) {
  return std::hypot(v.x, v.y);
}

/// The midpoint by length.
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

/// The centroid of an area; if the area is 0, its first corner.
Vec2 centroid_of(std::span<const Vec2> corners) {
  const Vec2 origin = corners.front();
  Vec2 sum{};
  float doubled_area = 0;
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vec2 a = corners[i - 1] - origin, b = corners[i] - origin;
    const float cross = a.x * b.y - a.y * b.x;
    sum = sum + (a + b) * cross;
    doubled_area += cross;
  }
  return doubled_area == 0 ? origin : origin + sum * (1 / (3 * doubled_area));
}

/// `text` with the full names of a shape's series, {door.now} for {now}, and with its name for
/// {name}. Doubled braces stay, for the template.
std::string text_of_shape(const std::string& text, const std::string& name,
                          const SeriesList* series) {
  std::string full;
  for (std::size_t i = 0; i < text.size(); ++i) {
    full += text[i];
    if (text[i] != '{') continue;
    if (i + 1 < text.size() && text[i + 1] == '{') {
      full += text[++i];
      continue;
    }
    const std::size_t end = std::min(text.find_first_of(":?}{", i + 1), text.size());
    const std::string field = text.substr(i + 1, end - i - 1);
    if (field == "name" && end < text.size() && text[end] == '}') {
      full.pop_back();
      full += name;
      i = end;
    } else if (series != nullptr && find_series(*series, fmt::format("{}.{}", name, field))) {
      full += name + '.';
    }
  }
  return full;
}

/// A zone or a line, as held by a plan.
struct PlannedShape {
  TrackShape shape;
  TextTemplate text;
  std::vector<std::int32_t> marks;  ///< frames in which it had an event, ascending
};

struct PlannedZones {
  std::shared_ptr<const Params> params;
  std::vector<PlannedShape> shapes;
  std::optional<FontFamily> fonts;  ///< none if nothing is written
};

/// The shapes to draw: those named, in that order, or all of them.
std::vector<TrackShape> wanted_shapes(const Params& p, const TrackTable& tracks) {
  if (p.shapes.empty()) return tracks.shapes;
  std::vector<TrackShape> wanted;
  for (std::size_t i = 0; i < p.shapes.size(); ++i) {
    const std::string& name = p.shapes[i];
    const auto shape = std::ranges::find(tracks.shapes, name, &TrackShape::name);
    if (shape == tracks.shapes.end()) {
      std::vector<std::string> names;
      for (const TrackShape& known : tracks.shapes) names.push_back(known.name);
      throw Error(ErrorCode::usage, fmt::format("the tracks have no shape '{}'", name),
                  suggest(name, names), {.file = {}, .pointer = fmt::format("shapes/{}", i)});
    }
    wanted.push_back(*shape);
  }
  return wanted;
}

std::shared_ptr<const PlannedZones> plan(std::shared_ptr<const Params> params,
                                         PrepareContext& context) {
  auto zones = std::make_shared<PlannedZones>();
  std::vector<std::string_view> texts;
  for (const TrackShape& shape : wanted_shapes(*params, *context.tracks)) {
    const std::string text = text_of_shape(shape.closed ? params->zone_text : params->line_text,
                                           shape.name, context.series);
    PlannedShape planned{.shape = shape,
                         .text = template_of(shape.closed ? "zone_text" : "line_text", text,
                                             TemplateScope::frame, *params, context),
                         .marks = {}};
    for (const TrackMark& mark : context.tracks->marks)
      if (mark.name == shape.name) planned.marks.push_back(mark.frame);
    std::ranges::sort(planned.marks);
    zones->shapes.push_back(std::move(planned));
  }
  for (const PlannedShape& planned : zones->shapes)
    for (const std::string_view text : planned.text.known_texts()) texts.push_back(text);
  if (!texts.empty()) zones->fonts = chosen_font(params->font, texts, context);
  zones->params = std::move(params);
  return zones;
}

/// Strength of a shape's flash: 1 in the frame of a mark, 0 `frames` later.
float flash_of(const PlannedShape& planned, std::int32_t frame, int frames) {
  const auto later = std::ranges::upper_bound(planned.marks, frame);
  if (later == planned.marks.begin() || frames <= 0) return 0;
  const std::int32_t since = frame - *(later - 1);
  return std::max(1 - static_cast<float>(since) / static_cast<float>(frames), 0.0F);
}

/// An arrow from the middle of a line towards its inward side.
void append_arrow(const Spot& middle, float length, LinePaint paint, DisplayList& out) {
  const Vec2 inwards = middle.inwards();
  const Vec2 neck = middle.at + inwards * (length * 0.55F), tip = middle.at + inwards * length;
  paint.dash = {};
  append_polyline(std::array{middle.at + inwards * paint.width, neck}, paint, out);
  append_triangle(neck, tip, length * 0.5F, paint, out);
}

/// One replay's memory, and the parameters of one frame.
class ZonePainter {
 public:
  ZonePainter(std::shared_ptr<const PlannedZones> zones, const std::shared_ptr<GlyphAtlas>& atlas)
      : zones_(std::move(zones)) {
    if (zones_->fonts) painter_.emplace(*zones_->fonts, atlas);
  }

  void draw(const HostInputs& in, DisplayList& out) {
    const Params& p = *zones_->params;
    const Element none{};
    const FrameTime& time = in.time;
    const Color lit = p.flash_color.at(time).constant;
    const float opacity = p.opacity.at(time).constant, arrow = p.arrow.at(time).constant;
    const TextStyle look = FrameTextStyle(p, time).at(in.tracks, none);
    LinePaint line{.color = {},
                   .width = p.stroke_width.at(time).constant,
                   .dash = make_dash(p.dash(time), in.tracks, none),
                   .glow = make_glow(p.glow(time), in.tracks, none)};
    for (const PlannedShape& planned : zones_->shapes) {
      const TrackShape& shape = planned.shape;
      const float flash = flash_of(planned, time.frame, p.flash);
      line.color = fade(lerp(p.stroke.at(time).constant, lit, flash), opacity);
      if (shape.closed) {
        const Color fill = p.fill.at(time).constant;
        const Color bright{lit.r, lit.g, lit.b, std::min(2 * fill.a, 1.0F)};
        fill_zone(shape, fade(lerp(fill, bright, flash), opacity), out);
        append_ring(shape.points, line, out);
        write(planned, time, look, centroid_of(shape.points), out);
      } else {
        const Spot middle = middle_of(shape.points);
        append_polyline(shape.points, line, out);
        const bool shows = line.width > 0 && line.color.a > 0;
        if (arrow > 0 && shows) append_arrow(middle, arrow, line, out);
        write(planned, time, look, middle.at - middle.inwards() * look.size * 1.2F, out);
      }
    }
  }

 private:
  static void fill_zone(const TrackShape& shape, const Color& color, DisplayList& out) {
    AreaRings area(out);
    if (!(color.a > 0)) return;
    area.add(shape.points);
    area.paint(color);
  }

  /// Writes a shape's text around a point.
  void write(const PlannedShape& planned, const FrameTime& time, const TextStyle& look, Vec2 around,
             DisplayList& out) {
    if (!painter_) return;
    planned.text.format({.time = time}, text_);
    const QuarterVec size = painter_->measure(text_, look);
    const QuarterVec corner =
        place_block(BoxPosition::center, {around.x, around.y, 0, 0}, size, 0, true);
    painter_->paint(text_, look, corner, size, BoxPosition::center, out);
  }

  std::shared_ptr<const PlannedZones> zones_;
  std::optional<TextPainter> painter_;
  std::string text_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  if (context.tracks->shapes.empty() && context.log)
    context.log(
        "the tracks have no shapes: draw_zones draws nothing; track_zone, track_line and "
        "track_ground make them");
  return [zones = plan(std::move(params), context)](const std::shared_ptr<GlyphAtlas>& atlas) {
    return HostDraw([painter = std::make_shared<ZonePainter>(zones, atlas)](
                        const HostInputs& in, DisplayList& out) { painter->draw(in, out); });
  };
}

}  // namespace

NodeType draw_zones() {
  return Node<Params>("draw_zones", Stage::drawing,
                      "Draws the zones and lines where objects are counted, with their counts.")
      .input("tracks", Stage::tracks,
             "Tracks that went through a node that makes shapes: track_zone, track_line, "
             "track_ground or "
             "track_plan.")
      .names_made_by_others("shapes", &Params::shapes,
                            "Names of the shapes to draw; empty draws all.")
      .per_frame()
      .number("stroke_width", &Params::stroke_width, {0, 64, Unit::px}, "Width of the lines.")
      .color("color", &Params::stroke, "Colour of lines, edges and arrows.")
      .color("fill", &Params::fill, "Colour of zones; transparent paints none.")
      .number("arrow", &Params::arrow, {0, 1000, Unit::px},
              "Length of the arrow that shows which way is inwards across a line; 0 draws none.")
      .text("zone_text", &Params::zone_text,
            "What to write in a zone: {name}, its series as {now}, {in}, {total} …, or any other "
            "series.")
      .text("line_text", &Params::line_text, "What to write at a line: {name}, {in}, {out} ….")
      .integer("flash", &Params::flash, {0, 1000, Unit::frames},
               "Frames for which a shape lights up when something happens at it.")
      .color("flash_color", &Params::flash_color, "Colour of this flash.")
      .with(text_rows_with("text_color"))
      .with(dash_rows)
      .with(glow_rows)
      .shown_with("max_width", R"({"zone_text": "one two three", "size": 12})")
      .shown_with("line_height", R"({"zone_text": "one\ntwo", "size": 12})")
      .shown_with("align", R"({"zone_text": "i\nwide text", "size": 12})")
      .shown_with(R"({"stroke_width": 4, "dash_length": 9, "dash_gap": 7, "glow_radius": 5,
                       "size": 12, "border_width": 2, "shadow": 2})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
