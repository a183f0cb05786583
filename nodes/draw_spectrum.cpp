// SPDX-License-Identifier: Apache-2.0
// draw_spectrum: how loud each frequency band is now, as bars, a line or a ring of bars.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graph/data/figures.h"
#include "graph/values/property.h"
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/ballistics.h"
#include "nodes/parts/frequency_axis.h"
#include "nodes/parts/picture_part.h"

namespace overlace {
namespace {

enum class SpectrumStyle : std::uint8_t { bars, line, ring };

struct Params : PicturePartParams, FrequencyAxisParams, BallisticsParams {
  SpectrumStyle style = SpectrumStyle::bars;
  int bars = 48;
  bool mirror = false;
  Number bar_width{0.7F};
  Number floor{0.25F};
  Number inner{0.6F};
  Number turn{0};
  Number line_width{percent(0.4F)};
  Paint color{Color{0.36F, 0.88F, 0.9F, 1}};
  Paint color_high{Color{1, 0.42F, 0.62F, 1}};
};

/// The bars' heights throughout the clip.
struct PlannedSpectrum {
  std::size_t bars = 0;
  double column_s = 1, start_s = 0;
  std::vector<std::uint16_t> heights;  ///< columns x bars; 65535 is 1; none without sound

  /// Height of a bar at a time, interpolated between columns; 0 outside the sound.
  [[nodiscard]] float at(std::size_t bar, double time_s) const {
    const double place = (time_s - start_s) / column_s;
    const std::size_t columns = heights.size() / bars;
    const double last = static_cast<double>(columns) - 1;
    if (!(place >= 0 && place <= last)) return 0;
    const auto before = static_cast<std::size_t>(place);
    const std::size_t after = std::min(before + 1, static_cast<std::size_t>(last));
    const float a = heights[before * bars + bar], b = heights[after * bars + bar];
    return (a + (b - a) * static_cast<float>(place - static_cast<double>(before))) / 65535;
  }
};

/// Applies the ballistics to every bar over the columns of a spectrum.
PlannedSpectrum plan(const Params& p, const AudioSpectrum& spectrum) {
  const auto bars = static_cast<std::size_t>(p.bars);
  PlannedSpectrum planned{.bars = bars,
                          .column_s = spectrum.column_s,
                          .start_s = spectrum.start_s,
                          .heights = std::vector<std::uint16_t>(spectrum.columns * bars)};
  const std::vector<BandCell> cells = p.frequencies().cells(bars, spectrum.band_hz);
  std::vector<Ballistics> shown(bars, p.ballistics(spectrum.column_s));
  const double floor = static_cast<double>(p.floor.constant.value);
  for (std::size_t c = 0; c < spectrum.columns; ++c) {
    const auto column = std::span(spectrum.levels).subspan(c * spectrum.bands(), spectrum.bands());
    for (std::size_t bar = 0; bar < bars; ++bar) {
      const double level = cells[bar].of(column) / 65535.0;
      const double height = shown[bar].next(std::max(level - floor, 0.0) / (1 - floor));
      planned.heights[c * bars + bar] = static_cast<std::uint16_t>(std::lround(height * 65535));
    }
  }
  return planned;
}

/// One replay's memory.
class SpectrumPainter {
 public:
  SpectrumPainter(std::shared_ptr<const Params> params,
                  std::shared_ptr<const PlannedSpectrum> planned)
      : p_(std::move(params)), planned_(std::move(planned)) {}

  void draw(const HostInputs& in, DisplayList& out) {
    const Box box = p_->part(in.time, in.clip);
    if (!(box.width > 0) || !(box.height > 0)) return;
    take_heights(in.time.shown_s);
    low_ = p_->color.at(in.time).constant;
    high_ = p_->color_high.at(in.time).constant;
    switch (p_->style) {
      case SpectrumStyle::bars:
        return paint_bars(box, out);
      case SpectrumStyle::line:
        return paint_line(box, p_->line_width.at(in.time).constant, out);
      case SpectrumStyle::ring:
        return paint_ring(box, in.time, out);
    }
  }

 private:
  /// The heights of all bars side by side: from the lowest frequency up, or mirrored with the
  /// lowest in the middle.
  void take_heights(double time_s) {
    heights_.clear();
    const auto bars = static_cast<std::size_t>(p_->bars);
    const auto height = [&](std::size_t bar) {
      return planned_ == nullptr ? 0.0F : planned_->at(bar, time_s);
    };
    if (p_->mirror)
      for (std::size_t bar = bars; bar-- > 0;) heights_.push_back(height(bar));
    for (std::size_t bar = 0; bar < bars; ++bar) heights_.push_back(height(bar));
  }

  void paint_bars(const Box& box, DisplayList& out) const {
    const float place = box.width / static_cast<float>(heights_.size());
    const float width = place * p_->bar_width.constant.value;
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      const float height = std::max(box.height * heights_[i], std::min(width, box.height));
      const float x = box.x + place * static_cast<float>(i) + (place - width) / 2;
      append_box({x, box.y + box.height - height, width, height}, width / 2,
                 lerp(low_, high_, heights_[i]), out);
    }
  }

  void paint_line(const Box& box, float width, DisplayList& out) {
    points_.clear();
    const float place = box.width / static_cast<float>(heights_.size());
    for (std::size_t i = 0; i < heights_.size(); ++i)
      points_.push_back(
          {box.x + place * (static_cast<float>(i) + 0.5F), box.y + box.height * (1 - heights_[i])});
    append_polyline(points_, {.color = low_, .width = width, .dash = {}, .glow = {}}, out);
  }

  /// Bars that stand on a circle and point outwards, starting at the top.
  void paint_ring(const Box& box, const FrameTime& time, DisplayList& out) const {
    const Vec2 center = box.center();
    const float outer = std::min(box.width, box.height) / 2;
    const float inner = outer * p_->inner.at(time).constant;
    const float step = 360 / static_cast<float>(heights_.size());
    const float turn = p_->turn.at(time).constant - 90 + step / 2;
    constexpr float radians_per_degree = std::numbers::pi_v<float> / 180;
    const float width = inner * step * radians_per_degree * p_->bar_width.constant.value;
    for (std::size_t i = 0; i < heights_.size(); ++i) {
      const Vec2 way = direction_of(turn + step * static_cast<float>(i));
      const float reach = std::max((outer - inner) * heights_[i], width / 4);
      const Vec2 ends[] = {center + way * inner, center + way * (inner + reach)};
      append_polyline(
          ends, {.color = lerp(low_, high_, heights_[i]), .width = width, .dash = {}, .glow = {}},
          out);
    }
  }

  std::shared_ptr<const Params> p_;
  std::shared_ptr<const PlannedSpectrum> planned_;  ///< null if the clip has no sound
  std::vector<float> heights_;
  std::vector<Vec2> points_;
  Color low_, high_;
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  std::shared_ptr<const PlannedSpectrum> planned;
  if (const auto spectrum = spectrum_of(context.inputs.front()))
    planned = std::make_shared<const PlannedSpectrum>(plan(*params, *spectrum));
  else if (samples_of(context.inputs.front()) != nullptr)
    throw Error(ErrorCode::usage, "there is no spectrum to draw",
                "put audio_spectrum before draw_spectrum");
  return [params, planned](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    auto painter = std::make_shared<SpectrumPainter>(params, planned);
    return [painter](const HostInputs& in, DisplayList& out) { painter->draw(in, out); };
  };
}

}  // namespace

NodeType draw_spectrum() {
  return Node<Params>("draw_spectrum", Stage::drawing, "Shows how loud each frequency band is now.")
      .input("audio", Stage::audio, "The spectrum, from audio_spectrum.")
      .choice<SpectrumStyle>("style", &Params::style,
                             {{"bars", SpectrumStyle::bars},
                              {"line", SpectrumStyle::line},
                              {"ring", SpectrumStyle::ring}},
                             "Bars rising from the bottom, a line along their tops, or bars "
                             "pointing outwards from a circle.")
      .integer("bars", &Params::bars, {1, 512, Unit::count}, "Number of frequency bands.")
      .with(frequency_axis_rows)
      .boolean("mirror", &Params::mirror, "Show all bands twice, the lowest in the middle.")
      .fixed_number("bar_width", &Params::bar_width, {0.01, 1, Unit::ratio},
                    "Width of a bar, as a fraction of its spacing.")
      .fixed_number("floor", &Params::floor, {0, 0.99, Unit::ratio},
                    "Level of the spectrum at which a bar begins to rise.")
      .with(ballistics_rows)
      .per_frame()
      .with(picture_part_rows)
      .number("inner", &Params::inner, {0, 1, Unit::ratio},
              "Radius of the circle, as a fraction of the ring's.")
      .number("turn", &Params::turn, {-3600, 3600}, "Clockwise rotation of the ring in degrees.")
      .number("line_width", &Params::line_width, {0, 64, Unit::px}, "Width of the line.")
      .color("color", &Params::color, "Colour of silent bars, and of the line.")
      .color("color_high", &Params::color_high, "Colour of the loudest bars.")
      .shown_with(R"({"bars": 20, "high": 4000, "floor": 0})")
      .shown_with("inner", R"({"style": "ring", "bars": 20, "top": 0})")
      .shown_with("turn", R"({"style": "ring", "bars": 20, "top": 0})")
      .shown_with("line_width", R"({"style": "line", "bars": 20})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
