// SPDX-License-Identifier: Apache-2.0
// What columns of pixels show from a spectrum.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "graph/data/clip_audio.h"
#include "nodes/parts/axis_columns.h"

namespace overlace {

/// Columns [begin, end) of the spectrum whose centres lie in a column of pixels, and the position
/// of that column's own centre, in columns of the spectrum.
struct PixelColumn {
  std::int64_t begin, end;
  double middle;
};

/// A spectrum resampled to columns of pixels.
class LevelColumns {
 public:
  /// Precondition: the spectrum is not null and has columns and bands.
  explicit LevelColumns(std::shared_ptr<const AudioSpectrum> spectrum)
      : spectrum_(std::move(spectrum)), columns_(spectrum_) {}

  [[nodiscard]] AxisColumns& axis() { return columns_; }
  [[nodiscard]] const AxisColumns& axis() const { return columns_; }
  [[nodiscard]] const AudioSpectrum& spectrum() const { return *spectrum_; }

  /// The column of pixels number `place`; time_at(place) is the time at which it begins, seconds.
  template <class TimeAt>
  [[nodiscard]] PixelColumn at(double place, const TimeAt& time_at) const {
    const auto column_at = [&](double px) {
      return (time_at(px) - spectrum_->start_s) / spectrum_->column_s;
    };
    const auto most = static_cast<double>(spectrum_->columns);
    const auto first_from = [&](double column) {
      return static_cast<std::int64_t>(std::clamp(std::ceil(column), 0.0, most));
    };
    return {first_from(column_at(place)), first_from(column_at(place + 1)), column_at(place + 0.5)};
  }
  /// Whether the pixels contain a column of the spectrum, or lie between two.
  [[nodiscard]] bool is_heard(const PixelColumn& pixels) const {
    return pixels.begin < pixels.end ||
           (pixels.middle >= 0 && pixels.middle <= static_cast<double>(last()));
  }
  [[nodiscard]] std::int64_t last() const {
    return static_cast<std::int64_t>(spectrum_->columns) - 1;
  }

  /// The levels of the rows, low frequencies first: interpolated at the centre of the pixels, and
  /// at least those of every column within, so that a click never vanishes.
  /// Precondition: the axis has as many rows as there are levels.
  void fill(const PixelColumn& pixels, std::span<std::uint16_t> levels) {
    if (!is_heard(pixels)) {
      std::ranges::fill(levels, std::uint16_t{0});
      return;
    }
    const double middle = std::clamp(pixels.middle, 0.0, static_cast<double>(last()));
    const auto below = static_cast<std::int64_t>(middle);
    const auto share = static_cast<float>(middle - static_cast<double>(below));
    std::ranges::transform(columns_.rows(below), columns_.rows(std::min(below + 1, last())),
                           levels.begin(), [share](float a, float b) {
                             const float raised = a + (b - a) * share + 0.5F;
                             return static_cast<std::uint16_t>(static_cast<int>(raised));
                           });
    for (std::int64_t c = pixels.begin; c < pixels.end; ++c)
      std::ranges::transform(levels, columns_.rows(c), levels.begin(),
                             [](std::uint16_t a, std::uint16_t b) { return std::max(a, b); });
  }

 private:
  std::shared_ptr<const AudioSpectrum> spectrum_;
  AxisColumns columns_;
};

}  // namespace overlace
