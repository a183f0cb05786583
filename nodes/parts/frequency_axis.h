// SPDX-License-Identifier: Apache-2.0
// Where frequencies lie along an axis, and which bands of a spectrum each part of it shows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "graph/core/elementary.h"
#include "graph/types/node.h"

namespace overlace {

enum class FrequencyScale : std::uint8_t { linear, log, mel };

/// A frequency's position on a scale, rising. Mel is O'Shaughnessy's 2595 log10(1 + f/700), up to a
/// constant factor. Precondition for log: hz > 0.
[[nodiscard]] inline double place_of(FrequencyScale scale, double hz) {
  switch (scale) {
    case FrequencyScale::linear:
      return hz;
    case FrequencyScale::log:
      return elementary::log(hz);
    case FrequencyScale::mel:
      return elementary::log(1 + hz / 700);
  }
  return hz;
}
/// The inverse of place_of.
[[nodiscard]] inline double frequency_at(FrequencyScale scale, double place) {
  switch (scale) {
    case FrequencyScale::linear:
      return place;
    case FrequencyScale::log:
      return elementary::exp(place);
    case FrequencyScale::mel:
      return 700 * (elementary::exp(place) - 1);
  }
  return place;
}

/// Which bands of a spectrum a cell of an axis shows: the loudest of those within it, or, if there
/// are none, a mean of the two around its centre.
struct BandCell {
  std::uint32_t first = 0, count = 0;  ///< bands within the cell
  std::uint32_t below = 0;             ///< the band below the centre; the next one is above it
  float share = 0;                     ///< weight of the upper one in the mean, 0 to 1

  /// The level that the cell shows for a column.
  [[nodiscard]] std::uint16_t of(std::span<const std::uint16_t> column) const {
    if (count > 0) return *std::max_element(column.begin() + first, column.begin() + first + count);
    const float a = column[below], b = column[std::min<std::size_t>(below + 1, column.size() - 1)];
    const float raised = a + (b - a) * share + 0.5F;
    return static_cast<std::uint16_t>(raised);
  }
  /// The loudest of its bands; if there are none within, the nearest.
  [[nodiscard]] std::size_t loudest(std::span<const std::uint16_t> column) const {
    if (count == 0) return std::min<std::size_t>(below + (share > 0.5F ? 1 : 0), column.size() - 1);
    const auto begin = column.begin() + first;
    return static_cast<std::size_t>(std::max_element(begin, begin + count) - column.begin());
  }
};

/// A frequency axis, from its low end to its high end.
struct FrequencyAxis {
  FrequencyScale scale = FrequencyScale::log;
  double low_hz = 30, high_hz = 16000;

  /// Divides the axis into cells that show a spectrum's bands. Cells beyond its bands show the
  /// outermost one. Precondition: there are bands, and their frequencies rise.
  [[nodiscard]] std::vector<BandCell> cells(std::size_t count,
                                            std::span<const double> band_hz) const {
    constexpr double least_hz = 1;  // 0 has no logarithm
    const double low = std::max(low_hz, least_hz), high = std::max(high_hz, low + least_hz);
    const double from = place_of(scale, low), to = place_of(scale, high);
    const auto edge = [&](double cell) {
      return frequency_at(scale, from + (to - from) * cell / static_cast<double>(count));
    };
    std::vector<BandCell> cells(count);
    for (std::size_t i = 0; i < count; ++i)
      cells[i] = cell_between(edge(static_cast<double>(i)), edge(static_cast<double>(i) + 0.5),
                              edge(static_cast<double>(i) + 1), band_hz);
    return cells;
  }

 private:
  static BandCell cell_between(double low, double middle, double high,
                               std::span<const double> band_hz) {
    const auto index = [&](auto at) { return static_cast<std::uint32_t>(at - band_hz.begin()); };
    const auto first = std::ranges::lower_bound(band_hz, low);
    const auto end = std::ranges::lower_bound(band_hz, high);
    const auto above = std::ranges::upper_bound(band_hz, middle);
    BandCell cell{.first = index(first), .count = index(end) - index(first)};
    if (above == band_hz.begin()) return cell;
    cell.below = index(above) - 1;
    if (above == band_hz.end()) return cell;
    const double below_hz = band_hz[cell.below];
    cell.share = static_cast<float>((middle - below_hz) / (*above - below_hz));
    return cell;
  }
};

/// The axis as parameters.
struct FrequencyAxisParams {
  FrequencyScale axis = FrequencyScale::log;
  Number low{30};
  Number high{16000};

  [[nodiscard]] FrequencyAxis frequencies() const {
    const auto hertz = [](const Number& n) { return static_cast<double>(n.constant.value); };
    return {axis, hertz(low), hertz(high)};
  }
};

/// Rows of FrequencyAxisParams.
inline constexpr auto frequency_axis_rows = []<class P>(Node<P>& node) {
  constexpr Range hertz{0, 200000, Unit::hertz};
  node.template choice<FrequencyScale>(
          "axis", &P::axis,
          {{"linear", FrequencyScale::linear},
           {"log", FrequencyScale::log},
           {"mel", FrequencyScale::mel}},
          "Spacing of the axis: equal in hertz, in octaves, or to the ear (mel).")
      .fixed_number("low", &P::low, hertz, "Lowest frequency that is shown.")
      .fixed_number("high", &P::high, hertz, "Highest frequency that is shown.");
};

}  // namespace overlace
