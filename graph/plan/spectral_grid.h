// SPDX-License-Identifier: Apache-2.0
// How a picture is divided for Fourier transforms: overlapping windows of power-of-two sizes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "graph/core/vec.h"

namespace overlace {

/// Most points of a transform along an axis.
inline constexpr int log2_most_points = 11, most_points = 1 << log2_most_points;
/// Pixels around a window's result: at least, and if a picture has several windows.
inline constexpr int least_apron = 32, wide_apron = 256;

/// An axis of the displayed picture. Window `i` makes the pixels from `i * length`, out of points
/// that begin `apron` pixels before them.
struct SpectralAxis {
  int windows = 1;
  int length = 1;       ///< pixels that a window makes
  int log2_points = 0;  ///< of the transform
  int apron = 0;

  explicit SpectralAxis(int pixels) : length(pixels) {
    if (pixels + 2 * least_apron > most_points) {
      constexpr int most_length = most_points - 2 * wide_apron;
      windows = (pixels + most_length - 1) / most_length;
      length = (pixels + windows - 1) / windows;
      log2_points = log2_most_points;
    } else {
      while (1 << log2_points < pixels + 2 * least_apron) ++log2_points;
    }
    apron = ((1 << log2_points) - length) / 2;
  }
};

/// Bytes for transforming one window of a picture of this size, in any orientation: four floats per
/// point, and a word per row of points.
[[nodiscard]] inline std::size_t spectral_bytes(Size size) {
  const std::size_t points = std::size_t{1} << (SpectralAxis(size.width).log2_points +
                                                SpectralAxis(size.height).log2_points);
  return points * 4 * sizeof(float) + (most_points + 64) * sizeof(std::uint32_t);
}

}  // namespace overlace
