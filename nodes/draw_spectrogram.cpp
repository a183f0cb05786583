// SPDX-License-Identifier: Apache-2.0
// draw_spectrogram: the frequencies of the sound over time, as a picture that scrolls.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graph/data/figures.h"
#include "node_list.h"
#include "nodes/parts/audio_tables.h"
#include "nodes/parts/frequency_axis.h"
#include "nodes/parts/level_columns.h"
#include "nodes/parts/picture_part.h"
#include "nodes/parts/ramp_params.h"
#include "nodes/parts/scrolled_values.h"

namespace overlace {
namespace {

/// How the picture moves with time.
enum class Scrolling : std::uint8_t { automatic, smooth, pixels };

/// What the colours of a spectrogram mean.
enum class SpectrogramColors : std::uint8_t { ramp, data };

struct Params : PicturePartParams, TimeWindowParams, FrequencyAxisParams {
  SpectrogramColors colors = SpectrogramColors::ramp;
  Scrolling scroll = Scrolling::automatic;
  std::vector<std::string> ramp{"magma"};
  Number floor{0};
  Number soft{0};
  Number opacity{1};
};

using RampColors = std::array<Color, ramp_size>;

/// Levels as colours: transparent up to the floor, then fading in over the soft range above it.
RampColors level_colors(const Params& p) {
  const std::vector<Color> colors = needed_ramp_colors("ramp", p.ramp);
  const float floor = p.floor.constant.value, soft = std::max(p.soft.constant.value, 1e-6F);
  RampColors out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float at = static_cast<float>(i) / static_cast<float>(out.size() - 1);
    out[i] = color_between(colors, at);
    if (floor > 0) out[i].a *= std::clamp((at - floor) / soft, 0.0F, 1.0F);
  }
  return out;
}

/// Values as one opaque colour component: entry i of the ramp stands for the code i x 256.
RampColors data_colors(float Color::*component) {
  RampColors out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {0, 0, 0, 1};
    out[i].*component = std::min(static_cast<float>(i) * 256 / 65535, 1.0F);
  }
  out.back().*component = 1;
  return out;
}

/// Makes a texture that colours values by a ramp.
std::uint32_t ramp_texture(const RampColors& colors, const PrepareContext& context) {
  const std::uint16_t none = 0;
  return context
      .own_texture(std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, colors)))
      .index;
}

/// What a plan holds for the picture.
struct PlannedSpectrogram {
  std::shared_ptr<const AudioSpectrum> spectrum;  ///< null if the clip has no sound
  std::uint32_t ramp = 0;                         ///< texture that colours levels
  std::uint32_t phase_ramp = 0;                   ///< texture that colours phases, for data
};

/// One replay's memory.
class SpectrogramPainter {
 public:
  SpectrogramPainter(std::shared_ptr<const Params> params, const PlannedSpectrogram& planned)
      : p_(std::move(params)), planned_(planned) {
    if (planned_.spectrum != nullptr) columns_.emplace(planned_.spectrum);
  }

  void draw(const HostInputs& in, DisplayList& out) {
    const Box box = p_->part(in.time, in.clip);
    const float opacity = p_->opacity.at(in.time).constant;
    const Size size{static_cast<int>(box.width), static_cast<int>(box.height)};
    if (size.width <= 0 || size.height <= 0 || !(opacity > 0)) return;
    if (size.width > max_texture_side || size.height > max_texture_side) return;
    if (columns_)
      columns_->axis().set_rows(p_->frequencies(), static_cast<std::size_t>(size.height));
    if (p_->colors == SpectrogramColors::ramp) {
      if (columns_ && moves_by_pixels(in, size)) return scroll_levels(in.time, box, opacity, out);
      fill_levels(in.time, size, paint(box, size, planned_.ramp, opacity, out));
      return;
    }
    const PaintedGroup group(out, {BlendMode::normal, opacity});
    fill_data(in.time, size, &Cell::level, paint(box, size, planned_.ramp, 1, out));
    const PaintedGroup green(out, {BlendMode::add, 1});
    fill_data(in.time, size, &Cell::phase, paint(box, size, planned_.phase_ramp, 1, out));
  }

 private:
  /// Appends a picture over a part of the frame; the caller sets its values.
  static ImageGeometry& paint(const Box& box, std::uint32_t ramp, float opacity, DisplayList& out) {
    const Size size{static_cast<int>(box.width), static_cast<int>(box.height)};
    Primitive image;
    image.kind = PrimitiveKind::image;
    image.image = {
        .to_texture = texture_matrix(size, {box.x, box.y}, {box.width, 0}, {0, box.height}),
        .texture = ramp,
        .values = {size}};
    image.fill = {0, 0, 0, opacity};
    out.primitives.push_back(image);
    return out.primitives.back().image;
  }
  /// The same; returns its values, row by row from the top, all 0 for silence.
  static std::span<std::uint16_t> paint(const Box& box, Size size, std::uint32_t ramp,
                                        float opacity, DisplayList& out) {
    const std::size_t first = out.values.size();
    paint(box, ramp, opacity, out).values.first = static_cast<std::uint32_t>(first);
    out.values.resize(first +
                      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    return std::span(out.values).subspan(first);
  }

  /// Whether the picture moves by whole pixels: fractions are not noticed if it moves fast.
  [[nodiscard]] bool moves_by_pixels(const HostInputs& in, Size size) const {
    constexpr double fast = 4;  // pixels from a frame to the next
    if (p_->scroll != Scrolling::automatic) return p_->scroll == Scrolling::pixels;
    return size.width >= fast * p_->window_s(in.time) * in.clip.frame_rate.value();
  }

  /// Shows levels in columns of pixels that do not change as they scroll.
  void scroll_levels(const FrameTime& time, const Box& box, float opacity, DisplayList& out) {
    const Size size{static_cast<int>(box.width), static_cast<int>(box.height)};
    const double pixel_s = p_->window_s(time) / box.width;
    if (pixel_s != pixel_s_ || size != scrolled_size_) {
      scrolled_.forget();
      pixel_s_ = pixel_s;
      scrolled_size_ = size;
      ++version_;
    }
    const std::int64_t first = std::llround(p_->time_at(0, time) / pixel_s);
    const auto width = static_cast<std::size_t>(size.width);
    scrolled_.show(size, first, [&](std::size_t left, std::uint16_t* rows, std::size_t count) {
      fill_columns(rows, width, count, [&](std::size_t i) {
        const auto column = static_cast<double>(first + static_cast<std::int64_t>(left + i));
        return columns_->at(column, [&](double px) { return px * pixel_s; });
      });
    });
    FrameValues& values = paint(box, planned_.ramp, opacity, out).values;
    values.first = static_cast<std::uint32_t>(out.scrolling.size());
    values.scrolls = true;
    out.scrolling.push_back({scrolled_.values(), this, version_, first});
  }

  /// Fills a picture with levels at the frame's exact time.
  void fill_levels(const FrameTime& time, Size size, std::span<std::uint16_t> values) {
    if (!columns_) return;
    const auto width = static_cast<std::size_t>(size.width);
    fill_columns(values.data(), width, width,
                 [&](std::size_t x) { return column_at(x, width, time); });
  }

  /// Fills `count` columns of a picture whose rows are `width` apart, a strip at a time: columns
  /// are computed contiguously, then transposed into the rows.
  template <class ColumnOf>
  void fill_columns(std::uint16_t* values, std::size_t width, std::size_t count,
                    const ColumnOf& column_of) {
    const std::size_t height = columns_->axis().cells().size();
    strip_.resize(strip_width * height);
    for (std::size_t left = 0; left < count; left += strip_width) {
      const std::size_t some = std::min(strip_width, count - left);
      for (std::size_t i = 0; i < some; ++i)
        columns_->fill(column_of(left + i), std::span(strip_).subspan(i * height, height));
      for (std::size_t y = 0; y < height; ++y) {
        const std::uint16_t* from = strip_.data() + (height - 1 - y);
        for (std::size_t i = 0; i < some; ++i) values[y * width + left + i] = from[i * height];
      }
    }
  }

  struct Cell {
    std::uint16_t level = 0, phase = 0;
  };
  /// Fills a picture with the unchanged levels or phases.
  void fill_data(const FrameTime& time, Size size, std::uint16_t Cell::*number,
                 std::span<std::uint16_t> values) const {
    if (!columns_) return;
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    for (std::size_t x = 0; x < width; ++x) {
      const PixelColumn pixels = column_at(x, width, time);
      if (!columns_->is_heard(pixels)) continue;
      for (std::size_t y = 0; y < height; ++y)
        values[y * width + x] = loudest(pixels, height - 1 - y).*number;
    }
  }
  /// The loudest value within a pixel, unchanged, and its phase.
  [[nodiscard]] Cell loudest(const PixelColumn& pixels, std::size_t row) const {
    const AudioSpectrum& s = columns_->spectrum();
    std::int64_t begin = pixels.begin, end = pixels.end;
    if (begin >= end) {
      begin = std::clamp<std::int64_t>(std::llround(pixels.middle), 0, columns_->last());
      end = begin + 1;
    }
    Cell best;
    for (std::int64_t c = begin; c < end; ++c) {
      const std::span<const std::uint16_t> levels = columns_->axis().bands(c);
      const std::size_t band = columns_->axis().cells()[row].loudest(levels);
      if (c > begin && levels[band] <= best.level) continue;
      const std::size_t at = static_cast<std::size_t>(c) * s.bands() + band;
      best = {levels[band], s.phases.empty() ? std::uint16_t{0} : s.phases[at]};
    }
    return best;
  }

  /// The x-th of `width` columns of pixels, at the frame's exact time.
  [[nodiscard]] PixelColumn column_at(std::size_t x, std::size_t width,
                                      const FrameTime& time) const {
    return columns_->at(static_cast<double>(x), [&](double px) {
      return p_->time_at(px / static_cast<double>(width), time);
    });
  }

  static constexpr std::size_t strip_width = 32;  ///< one cache line of a row

  std::shared_ptr<const Params> p_;
  PlannedSpectrogram planned_;
  std::optional<LevelColumns> columns_;  ///< none without sound
  std::vector<std::uint16_t> strip_;     ///< columns of pixels x rows
  ScrolledValues scrolled_;
  Size scrolled_size_;
  double pixel_s_ = 0;         ///< time that one of its columns spans
  std::uint64_t version_ = 0;  ///< changes whenever columns get another meaning
};

MakeHostDraw prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  PlannedSpectrogram planned{.spectrum = spectrum_of(context.inputs.front())};
  if (planned.spectrum == nullptr && samples_of(context.inputs.front()) != nullptr)
    throw Error(ErrorCode::usage, "there is no spectrum to draw",
                "put audio_spectrum before draw_spectrogram");
  const bool of_data = params->colors == SpectrogramColors::data;
  planned.ramp = ramp_texture(of_data ? data_colors(&Color::r) : level_colors(*params), context);
  if (of_data) planned.phase_ramp = ramp_texture(data_colors(&Color::g), context);
  return [params, planned](const std::shared_ptr<GlyphAtlas>&) -> HostDraw {
    auto painter = std::make_shared<SpectrogramPainter>(params, planned);
    return [painter](const HostInputs& in, DisplayList& out) { painter->draw(in, out); };
  };
}

}  // namespace

NodeType draw_spectrogram() {
  return Node<Params>("draw_spectrogram", Stage::drawing,
                      "Shows the frequencies of the sound over time, as a picture that scrolls.")
      .input("audio", Stage::audio, "The spectrum, from audio_spectrum.")
      .with(frequency_axis_rows)
      .choice<SpectrogramColors>(
          "colors", &Params::colors,
          {{"ramp", SpectrogramColors::ramp}, {"data", SpectrogramColors::data}},
          "Colours of a ramp; or the raw values, for other programs: red is the level, green the "
          "phase from -pi to pi, blue 0.")
      .choice<Scrolling>("scroll", &Params::scroll,
                         {{"auto", Scrolling::automatic},
                          {"smooth", Scrolling::smooth},
                          {"pixels", Scrolling::pixels}},
                         "How a ramp's picture scrolls: by whole pixels, or smoothly, which takes "
                         "far longer to draw; auto is pixels if it moves by 4 or more per frame.")
      .text_list("ramp", &Params::ramp, "Name of a ramp, or colours from silent to loud.")
      .fixed_number("floor", &Params::floor, {0, 1, Unit::ratio},
                    "Levels of a ramp up to this are not painted; 0 paints all.")
      .fixed_number("soft", &Params::soft, {0, 1, Unit::ratio},
                    "Levels above that over which the colours fade in.")
      .per_frame()
      .with(picture_part_rows)
      .with(time_window_rows)
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the picture.")
      .shown_with(R"({"seconds": 2, "high": 4000, "now": 0.5})")
      .shown_with("soft", R"({"seconds": 2, "high": 4000, "floor": 0.3})")
      .draws_with_memory(prepare);
}

}  // namespace overlace
