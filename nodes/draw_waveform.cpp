// SPDX-License-Identifier: Apache-2.0
// draw_waveform: the sound around the frame's time as a waveform.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "graph/data/figures.h"
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/picture_part.h"
#include "nodes/parts/sample_extents.h"

namespace overlace {
namespace {

enum class WaveformStyle : std::uint8_t { area, bars };

struct Params : PicturePartParams, TimeWindowParams {
  WaveformStyle style = WaveformStyle::area;
  bool fit = true;
  int bars = 96;
  Number bar_width{0.6F};
  Number line_width{percent(0.2F)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint color_ahead{Color{1, 1, 1, 0.35F}};
  Paint axis_color{Color{1, 1, 1, 0.25F}};
};

/// One replay's memory.
class WaveformPainter {
 public:
  WaveformPainter(std::shared_ptr<const Params> params,
                  std::shared_ptr<const SampleExtents> extents)
      : p_(std::move(params)), extents_(std::move(extents)) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Box box = p_->part(in.time, in.clip);
    if (!(box.width >= 1) || !(box.height > 0)) return;
    paint_axis(box, in, out);
    if (extents_ == nullptr) return;
    const float gain = gain_of();
    const float now = box.x + box.width * p_->now.at(in.time).constant;
    const Color past = p_->color.at(in.time).constant, ahead = p_->color_ahead.at(in.time).constant;
    const bool is_area = p_->style == WaveformStyle::area;
    const auto steps = is_area ? static_cast<int>(box.width) : p_->bars;
    take_columns(steps, box, gain, in.time);
    if (is_area) {
      paint_area({.end = now, .color = past}, box, out);
      paint_area({.begin = now, .color = ahead}, box, out);
    } else {
      paint_bars(now, past, ahead, box, out);
    }
  }

 private:
  /// A part of the waveform; begin and end in px.
  struct Part {
    float begin = -1e9F, end = 1e9F;
    Color color;
  };
  /// The extent of the sound in one step across the rectangle.
  struct Column {
    float x;  ///< its centre, px
    float top, bottom;
  };

  void paint_axis(const Box& box, const HostInputs& in, DisplayList& out) const {
    const float y = box.y + box.height / 2;
    const Vec2 ends[] = {{box.x, y}, {box.x + box.width, y}};
    append_polyline(ends,
                    {.color = p_->axis_color.at(in.time).constant,
                     .width = p_->line_width.at(in.time).constant,
                     .dash = {},
                     .glow = {}},
                    out);
  }

  /// Factor on samples: 1, or the one with which the loudest touches the rectangle's edge.
  [[nodiscard]] float gain_of() const {
    const SampleExtent& whole = extents_->whole();
    const float loudest = std::max(std::abs(whole.least), std::abs(whole.most));
    return p_->fit && loudest > 0 ? 1 / loudest : 1;
  }

  void take_columns(int steps, const Box& box, float gain, const FrameTime& time) {
    columns_.clear();
    const float half = box.height / 2, middle = box.y + half;
    const float least = 0.5F;  // px, so that silence shows as a line
    for (int i = 0; i < steps; ++i) {
      const auto place = [&](double step) { return step / steps; };
      const SampleExtent extent =
          extents_->between(p_->time_at(place(i), time), p_->time_at(place(i + 1), time));
      if (extent.is_empty()) continue;
      const auto y = [&](float sample) { return half * std::clamp(sample * gain, -1.0F, 1.0F); };
      columns_.push_back(
          {.x = box.x + box.width * (static_cast<float>(i) + 0.5F) / static_cast<float>(steps),
           .top = middle - std::max(y(extent.most), least),
           .bottom = middle - std::min(y(extent.least), -least)});
    }
  }

  /// Paints the columns within a part as one area with straight edges between their centres.
  void paint_area(const Part& part, const Box& box, DisplayList& out) {
    const float half_step = box.width / std::floor(box.width) / 2;
    ring_.clear();
    const auto is_in = [&](const Column& c) {
      return c.x - half_step < part.end && c.x + half_step > part.begin;
    };
    const auto x_of = [&](const Column& c) { return std::clamp(c.x, part.begin, part.end); };
    for (const Column& c : columns_)
      if (is_in(c)) ring_.push_back({x_of(c), c.top});
    for (auto c = columns_.rbegin(); c != columns_.rend(); ++c)
      if (is_in(*c)) ring_.push_back({x_of(*c), c->bottom});
    if (ring_.size() < 3) return;
    AreaRings rings(out);
    rings.add(ring_);
    rings.paint(part.color);
  }

  void paint_bars(float now, const Color& past, const Color& ahead, const Box& box,
                  DisplayList& out) const {
    const float width = box.width / static_cast<float>(p_->bars) * p_->bar_width.constant.value;
    for (const Column& c : columns_) {
      const float reach = std::max(c.bottom - c.top, width);
      const float top = (c.top + c.bottom - reach) / 2;
      append_box({c.x - width / 2, top, width, reach}, width / 2, c.x <= now ? past : ahead, out);
    }
  }

  std::shared_ptr<const Params> p_;
  std::shared_ptr<const SampleExtents> extents_;  ///< null if the clip has no sound
  std::vector<Column> columns_;
  std::vector<Vec2> ring_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  std::shared_ptr<const SampleExtents> extents;
  if (auto sound = samples_of(context.inputs.front()))
    extents = std::make_shared<const SampleExtents>(std::move(sound));
  return [params, extents](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    auto painter = std::make_shared<WaveformPainter>(params, extents);
    return [painter](const HostInputs& in, DisplayList& out) { painter->draw(in, out); };
  };
}

}  // namespace

NodeType draw_waveform() {
  return Node<Params>("draw_waveform", Stage::drawing,
                      "Shows the sound around the frame's time as a waveform.")
      .input("audio", Stage::audio, "The sound; all its channels are shown as one.")
      .choice<WaveformStyle>("style", &Params::style,
                             {{"area", WaveformStyle::area}, {"bars", WaveformStyle::bars}},
                             "An area between the smallest and largest samples, or bars.")
      .boolean("fit", &Params::fit,
               "Let the clip's loudest sample reach the edge; otherwise full scale does.")
      .integer("bars", &Params::bars, {1, 2000, Unit::count}, "Number of bars.")
      .fixed_number("bar_width", &Params::bar_width, {0.01, 1, Unit::ratio},
                    "Width of a bar, as a fraction of its spacing.")
      .per_frame()
      .with(picture_part_rows)
      .with(time_window_rows)
      .number("line_width", &Params::line_width, {0, 64, Unit::px}, "Width of the middle line.")
      .color("color", &Params::color, "Colour of what has been heard.")
      .color("color_ahead", &Params::color_ahead, "Colour of what is to come.")
      .color("axis_color", &Params::axis_color, "Colour of the middle line.")
      .shown_with(R"({"seconds": 2, "now": 0.5, "line_width": 2})")
      .shown_with("bars", R"({"seconds": 2, "style": "bars", "bars": 30})")
      .shown_with("bar_width", R"({"seconds": 2, "style": "bars", "bars": 30})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
