// SPDX-License-Identifier: Apache-2.0
// draw_meter: how loud the sound is now, as a bar or a needle, with the peak of the last seconds.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "graph/data/figures.h"
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/ballistics.h"
#include "nodes/parts/level_bar.h"
#include "nodes/parts/picture_part.h"

namespace overlace {
namespace {

enum class MeterStyle : std::uint8_t { bar, needle };
enum class Measure : std::uint8_t { rms, peak, true_peak, vu, momentary, short_term, integrated };

/// Names of the measures, with which the series of audio_levels end.
constexpr Named<Measure> measure_names[] = {{"rms", Measure::rms},
                                            {"peak", Measure::peak},
                                            {"true_peak", Measure::true_peak},
                                            {"vu", Measure::vu},
                                            {"momentary", Measure::momentary},
                                            {"short_term", Measure::short_term},
                                            {"integrated", Measure::integrated}};

struct Params : PicturePartParams, BallisticsParams {
  Measure measure = Measure::peak;
  MeterStyle style = MeterStyle::bar;
  Number low{-48};
  Number high{0};
  Number hot{-6};
  int segments = 0;
  Number hold{1.5F};
  Number line_width{percent(0.4F)};
  Paint color{Color{0.36F, 0.9F, 0.55F, 1}};
  Paint hot_color{Color{1, 0.35F, 0.3F, 1}};
  Paint empty{Color{1, 1, 1, 0.16F}};

  Params() {
    left = Number(0.95F);
    right = Number(0.97F);
    top = Number(0.1F);
    bottom = Number(0.9F);
  }

  /// Where a level lies between the ends of the scale, 0 to 1; 0 if it is missing.
  [[nodiscard]] float share(double level_db) const {
    if (std::isnan(level_db)) return 0;
    return level_of(static_cast<float>(level_db), low.constant.value, high.constant.value);
  }
};

/// What the meter shows throughout the clip.
struct PlannedMeter {
  Series shown;  ///< after the ballistics, dB
  SharedSeries measured;

  /// The highest level measured in the last `hold_s` seconds.
  [[nodiscard]] double peak(const FrameTime& time, double hold_s) const {
    const Series& s = *measured;
    if (s.values.empty()) return std::numeric_limits<double>::quiet_NaN();
    double most = s.at(time);
    const auto steps = static_cast<int>(std::floor(hold_s * s.sample_rate));
    for (int i = 1; i <= steps; ++i)
      most =
          std::max(most, s.at({.frame = time.frame, .shown_s = time.shown_s - i / s.sample_rate}));
    return most;
  }
};

PlannedMeter plan(const Params& p, const PrepareContext& context) {
  std::string ending;
  for (const auto& [name, measure] : measure_names)
    if (measure == p.measure) ending = "." + std::string(name);
  const SeriesList& all = context.inputs.front()->series;
  const auto found = std::ranges::find_if(
      all, [&](const SharedSeries& series) { return series->name.ends_with(ending); });
  if (found == all.end())
    throw Error(ErrorCode::usage, "there are no levels to show",
                "put audio_levels before draw_meter");
  PlannedMeter planned{.shown = **found, .measured = *found};
  Ballistics ballistics = p.ballistics(1 / planned.shown.sample_rate);
  for (double& level : planned.shown.values) level = ballistics.next(level);
  return planned;
}

/// Levels and paint of one frame.
struct Look {
  Box box;
  float level, peak, hot;  ///< 0 to 1
  float line;              ///< px
  Color color, hot_color, empty;
  int segments;

  /// The part of the box between two levels. Tall boxes fill from the bottom, wide ones from the
  /// left.
  [[nodiscard]] Box between(float from, float to) const {
    if (box.height > box.width)
      return {box.x, box.y + box.height * (1 - to), box.width, box.height * (to - from)};
    return {box.x + box.width * from, box.y, box.width * (to - from), box.height};
  }
};

void paint_whole_bar(const Look& look, DisplayList& out) {
  append_box(look.box, 0, look.empty, out);
  append_box(look.between(0, std::min(look.level, look.hot)), 0, look.color, out);
  if (look.level > look.hot) append_box(look.between(look.hot, look.level), 0, look.hot_color, out);
}

/// A segment lights up when the level reaches its middle.
void paint_segments(const Look& look, DisplayList& out) {
  constexpr float gap = 0.25F;  // share of a segment's pitch
  const auto count = static_cast<float>(look.segments);
  for (int i = 0; i < look.segments; ++i) {
    const float from = static_cast<float>(i) / count, middle = from + 0.5F / count;
    const Color lit = middle > look.hot ? look.hot_color : look.color;
    append_box(look.between(from, from + (1 - gap) / count), 0,
               look.level >= middle ? lit : look.empty, out);
  }
}

void paint_bar(const Look& look, DisplayList& out) {
  look.segments > 0 ? paint_segments(look, out) : paint_whole_bar(look, out);
  if (look.peak <= 0) return;
  const float length = std::max(look.box.width, look.box.height);
  const float half = std::min(look.line / length / 2, 0.5F);
  const float at = std::clamp(look.peak, half, 1 - half);
  append_box(look.between(at - half, at + half), 0,
             look.peak > look.hot ? look.hot_color : look.color, out);
}

/// A dial along the top of the box, and a needle from the middle of its bottom.
void paint_needle(const Look& look, DisplayList& out) {
  constexpr float start = -135, sweep = 90;
  const Vec2 pivot{look.box.x + look.box.width / 2, look.box.y + look.box.height};
  const float radius = std::min(look.box.height, look.box.width * 0.7F) - look.line;
  if (!(radius > 0)) return;
  const auto line = [&](const Color& color, float width) {
    return LinePaint{.color = color, .width = width, .dash = {}, .glow = {}};
  };
  const auto mark = [&](float level, float from, const LinePaint& paint) {
    const Vec2 way = direction_of(start + sweep * level);
    const Vec2 ends[] = {pivot + way * (radius * from), pivot + way * radius};
    append_polyline(ends, paint, out);
  };
  append_arc(pivot, {radius, radius}, start, sweep, line(look.empty, look.line), out);
  if (look.hot < 1)
    append_arc(pivot, {radius, radius}, start + sweep * look.hot, sweep * (1 - look.hot),
               line(look.hot_color, look.line), out);
  constexpr int marks = 9;
  for (int i = 0; i < marks; ++i)
    mark(static_cast<float>(i) / (marks - 1), 0.92F, line(look.empty, look.line));
  if (look.peak > 0) mark(look.peak, 0.86F, line(look.hot_color, look.line));
  mark(look.level, 0, line(look.color, look.line));
  append_dot(pivot, look.line * 1.5F, look.color, out);
}

void draw(const Params& p, const PlannedMeter& meter, const HostInputs& in, DisplayList& out) {
  const FrameTime& time = in.time;
  const Look look{
      .box = p.part(time, in.clip),
      .level = p.share(meter.shown.at(time)),
      .peak = p.hold.constant.value > 0
                  ? p.share(meter.peak(time, static_cast<double>(p.hold.constant.value)))
                  : 0,
      .hot = p.share(static_cast<double>(p.hot.constant.value)),
      .line = p.line_width.at(time).constant,
      .color = p.color.at(time).constant,
      .hot_color = p.hot_color.at(time).constant,
      .empty = p.empty.at(time).constant,
      .segments = p.segments,
  };
  if (!(look.box.width > 0) || !(look.box.height > 0)) return;
  p.style == MeterStyle::bar ? paint_bar(look, out) : paint_needle(look, out);
}

HostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  const auto meter = std::make_shared<const PlannedMeter>(plan(*params, context));
  return
      [params, meter](const HostInputs& in, DisplayList& out) { draw(*params, *meter, in, out); };
}

}  // namespace

NodeType draw_meter() {
  constexpr Range level{-200, 60, Unit::decibel};
  return Node<Params>("draw_meter", Stage::drawing, "Shows how loud the sound is now.")
      .input("audio", Stage::audio, "The levels, from audio_levels.")
      .choice<Measure>("measure", &Params::measure, measure_names,
                       "What to show; see audio_levels.")
      .choice<MeterStyle>(
          "style", &Params::style, {{"bar", MeterStyle::bar}, {"needle", MeterStyle::needle}},
          "A bar, upright if taller than wide, else horizontal; or a needle on a dial.")
      .fixed_number("low", &Params::low, level, "Level at which it is empty.")
      .fixed_number("high", &Params::high, level, "Level at which it is full.")
      .fixed_number("hot", &Params::hot, level, "Level above which it changes colour.")
      .integer("segments", &Params::segments, {0, 200, Unit::count},
               "Parts of the bar that are lit one by one; 0 is a whole bar.")
      .with(ballistics_rows)
      .fixed_number("hold", &Params::hold, {0, 60, Unit::seconds},
                    "How long a peak stays marked; 0 marks none.")
      .per_frame()
      .with(picture_part_rows)
      .number("line_width", &Params::line_width, {0, 64, Unit::px},
              "Thickness of the peak's mark, the needle and the dial.")
      .color("color", &Params::color, "Colour of the level.")
      .color("hot_color", &Params::hot_color, "Colour above the hot level.")
      .color("empty", &Params::empty, "Colour behind it, and of the dial.")
      .shown_with(R"({"left": 0.5, "measure": "rms", "hot": -30, "line_width": 3})")
      .shown_with("release", R"({"left": 0.5, "measure": "peak", "release": 5000})")
      .draws(prepare);
}

}  // namespace overlace
