// SPDX-License-Identifier: Apache-2.0
// draw_spectrogram: which frequencies sounded when, as a picture that moves on with time.
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
#include "nodes/audio_tables.h"
#include "nodes/axis_columns.h"
#include "nodes/frequency_axis.h"
#include "nodes/picture_part.h"
#include "nodes/ramp_params.h"

namespace overlace {
namespace {

/// What the colours of a spectrogram tell.
enum class SpectrogramColors : std::uint8_t { ramp, data };

struct Params : PicturePartParams, TimeWindowParams, FrequencyAxisParams {
  SpectrogramColors colors = SpectrogramColors::ramp;
  std::vector<std::string> ramp{"magma"};
  Number floor{0};
  Number soft{0};
  Number opacity{1};
};

using RampColors = std::array<Color, ramp_size>;

/// Levels as colours: clear up to the floor, and whole behind the soft part above it.
RampColors level_colors(const Params& p) {
  const std::vector<Color> colors = ramp_colors("ramp", p.ramp);
  if (colors.empty())
    throw Error(ErrorCode::usage, "\"ramp\" names no colours", "name a ramp such as magma");
  const float floor = p.floor.constant.value, soft = std::max(p.soft.constant.value, 1e-6F);
  RampColors out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const float at = static_cast<float>(i) / static_cast<float>(out.size() - 1);
    out[i] = color_between(colors, at);
    if (floor > 0) out[i].a *= std::clamp((at - floor) / soft, 0.0F, 1.0F);
  }
  return out;
}

/// Values as one component, opaque: entry i of a ramp stands for the value i / 256.
RampColors data_colors(float Color::*component) {
  RampColors out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = {0, 0, 0, 1};
    out[i].*component = std::min(static_cast<float>(i) * 256 / 65535, 1.0F);
  }
  out.back().*component = 1;
  return out;
}

/// A ramp as a texture that colours values.
std::uint32_t ramp_texture(const RampColors& colors, const PrepareContext& context) {
  const std::uint16_t none = 0;
  return context
      .own_texture(std::make_shared<const Texture>(make_value_texture({1, 1}, {&none, 1}, colors)))
      .index;
}

/// What a plan knows of the picture.
struct PlannedSpectrogram {
  std::shared_ptr<const AudioSpectrum> spectrum;  ///< null where the clip has no sound
  std::uint32_t ramp = 0;                         ///< the texture of levels
  std::uint32_t phase_ramp = 0;                   ///< of phases, for data
};

/// Columns [begin, end) of the spectrum whose middles lie in a pixel, and the place of its own
/// middle among the columns.
struct PixelColumns {
  std::int64_t begin, end;
  double middle;
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
    if (columns_) columns_->set_rows(p_->frequencies(), static_cast<std::size_t>(size.height));
    if (p_->colors == SpectrogramColors::ramp) {
      fill_levels(in.time, size, paint(box, size, planned_.ramp, opacity, out));
      return;
    }
    const PaintedGroup group(out, {BlendMode::normal, opacity});
    fill_data(in.time, size, &Cell::level, paint(box, size, planned_.ramp, 1, out));
    const PaintedGroup green(out, {BlendMode::add, 1});
    fill_data(in.time, size, &Cell::phase, paint(box, size, planned_.phase_ramp, 1, out));
  }

 private:
  /// Appends a picture; returns its values, row by row from the top: 0, silence.
  static std::span<std::uint16_t> paint(const Box& box, Size size, std::uint32_t ramp,
                                        float opacity, DisplayList& out) {
    const std::size_t first = out.values.size();
    Primitive image;
    image.kind = PrimitiveKind::image;
    image.image = {
        .to_texture = texture_matrix(size, {box.x, box.y}, {box.width, 0}, {0, box.height}),
        .texture = ramp,
        .values = {size, static_cast<std::uint32_t>(first)}};
    image.fill = {0, 0, 0, opacity};
    out.primitives.push_back(image);
    out.values.resize(first +
                      static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
    return std::span(out.values).subspan(first);
  }

  /// Fills a picture with levels: some columns of pixels at a time, which are made upright and then
  /// laid into its rows.
  void fill_levels(const FrameTime& time, Size size, std::span<std::uint16_t> values) {
    if (!columns_) return;
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    strip_.resize(strip_width * height);
    for (std::size_t left = 0; left < width; left += strip_width) {
      const std::size_t count = std::min(strip_width, width - left);
      for (std::size_t i = 0; i < count; ++i)
        fill_column(columns_of(left + i, width, time),
                    std::span(strip_).subspan(i * height, height));
      for (std::size_t y = 0; y < height; ++y) {
        const std::uint16_t* from = strip_.data() + (height - 1 - y);
        for (std::size_t i = 0; i < count; ++i) values[y * width + left + i] = from[i * height];
      }
    }
  }

  /// The levels of a pixel's rows, low frequencies first: between its two neighbours at the middle,
  /// and no less than those of any column within, so that a click never vanishes.
  void fill_column(const PixelColumns& pixel, std::span<std::uint16_t> levels) {
    if (!is_heard(pixel)) {
      std::ranges::fill(levels, std::uint16_t{0});
      return;
    }
    const std::int64_t last = last_column();
    const double middle = std::clamp(pixel.middle, 0.0, static_cast<double>(last));
    const auto below = static_cast<std::int64_t>(middle);
    const auto share = static_cast<float>(middle - static_cast<double>(below));
    std::ranges::transform(
        columns_->rows(below), columns_->rows(std::min(below + 1, last)), levels.begin(),
        [share](float a, float b) {
          return static_cast<std::uint16_t>(static_cast<int>(a + (b - a) * share + 0.5F));
        });
    for (std::int64_t c = pixel.begin; c < pixel.end; ++c)
      std::ranges::transform(levels, columns_->rows(c), levels.begin(),
                             [](std::uint16_t a, std::uint16_t b) { return std::max(a, b); });
  }

  struct Cell {
    std::uint16_t level = 0, phase = 0;
  };
  /// Fills a picture with the numbers themselves.
  void fill_data(const FrameTime& time, Size size, std::uint16_t Cell::*number,
                 std::span<std::uint16_t> values) const {
    if (!columns_) return;
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    for (std::size_t x = 0; x < width; ++x) {
      const PixelColumns pixel = columns_of(x, width, time);
      if (!is_heard(pixel)) continue;
      for (std::size_t y = 0; y < height; ++y)
        values[y * width + x] = loudest(pixel, height - 1 - y).*number;
    }
  }
  /// The loudest value under a pixel, unchanged, and the phase that belongs to it.
  [[nodiscard]] Cell loudest(const PixelColumns& pixel, std::size_t row) const {
    const AudioSpectrum& s = *planned_.spectrum;
    std::int64_t begin = pixel.begin, end = pixel.end;
    if (begin >= end) {
      begin = std::clamp<std::int64_t>(std::llround(pixel.middle), 0, last_column());
      end = begin + 1;
    }
    Cell best;
    for (std::int64_t c = begin; c < end; ++c) {
      const std::span<const std::uint16_t> levels = columns_->bands(c);
      const std::size_t band = columns_->cells()[row].loudest(levels);
      if (c > begin && levels[band] <= best.level) continue;
      const std::size_t at = static_cast<std::size_t>(c) * s.bands() + band;
      best = {levels[band], s.phases.empty() ? std::uint16_t{0} : s.phases[at]};
    }
    return best;
  }

  [[nodiscard]] PixelColumns columns_of(std::size_t x, std::size_t width,
                                        const FrameTime& time) const {
    const AudioSpectrum& s = *planned_.spectrum;
    const auto column_at = [&](double px) {
      const double time_s = p_->time_at(px / static_cast<double>(width), time);
      return (time_s - s.start_s) / s.column_s;
    };
    const auto px = static_cast<double>(x), most = static_cast<double>(s.columns);
    const auto first_from = [&](double column) {
      return static_cast<std::int64_t>(std::clamp(std::ceil(column), 0.0, most));
    };
    return {first_from(column_at(px)), first_from(column_at(px + 1)), column_at(px + 0.5)};
  }
  /// Whether any column is in the pixel, or on both sides of it.
  [[nodiscard]] bool is_heard(const PixelColumns& pixel) const {
    return pixel.begin < pixel.end ||
           (pixel.middle >= 0 && pixel.middle <= static_cast<double>(last_column()));
  }
  [[nodiscard]] std::int64_t last_column() const {
    return static_cast<std::int64_t>(planned_.spectrum->columns) - 1;
  }

  static constexpr std::size_t strip_width = 32;  ///< a cache line of a row

  std::shared_ptr<const Params> p_;
  PlannedSpectrogram planned_;
  std::optional<AxisColumns> columns_;  ///< none without sound
  std::vector<std::uint16_t> strip_;    ///< columns of pixels x rows
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
                      "Shows which frequencies sounded when, as a picture that moves with time.")
      .input("audio", Stage::audio, "The spectrum, from audio_spectrum.")
      .with(frequency_axis_rows)
      .choice<SpectrogramColors>(
          "colors", &Params::colors,
          {{"ramp", SpectrogramColors::ramp}, {"data", SpectrogramColors::data}},
          "Colours of a ramp; or the numbers themselves, for other programs: red is the level, "
          "green the phase from -pi to pi, blue 0.")
      .text_list("ramp", &Params::ramp, "Name of a ramp, or colours from silent to loud.")
      .fixed_number("floor", &Params::floor, {0, 1, Unit::ratio},
                    "Levels of a ramp up to this are not painted; 0 paints all.")
      .fixed_number("soft", &Params::soft, {0, 1, Unit::ratio},
                    "Levels above that over which the colours appear.")
      .per_frame()
      .with(picture_part_rows)
      .with(time_window_rows)
      .number("opacity", &Params::opacity, {0, 1, Unit::ratio}, "Opacity of the picture.")
      .draws_with_memory(prepare);
}

}  // namespace overlace
