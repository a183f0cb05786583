// SPDX-License-Identifier: Apache-2.0
// A blur's pyramid: a wide Gaussian is computed as a narrower one at half the size, repeatedly.
// Halving and doubling together have a variance V, in px^2 of the finer level, and doubling the
// smallest level may add V', so L levels leave
// sigma_L^2 = (sigma^2 - V (4^L - 1)/3 - V' 4^(L-1)) / 4^L to be done there.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "graph/core/orientation.h"
#include "graph/data/layer_grid.h"

namespace overlace {

inline constexpr double least_blur_sigma = 0.5, most_blur_sigma = 100;
inline constexpr int most_blur_levels = 5;
/// Taps on each side of the middle, at most: four times a level's largest sigma.
inline constexpr int most_blur_radius = 17;

/// Variances of the filters between two levels of a pyramid.
struct PyramidSteps {
  double variance;       ///< of halving and doubling
  double more_variance;  ///< added by doubling the last level
  double least_sigma;    ///< of the blur on the last level, so that interpolation does not show

  /// The variance left for level `levels` of a blur.
  [[nodiscard]] double level_variance(double sigma, int levels) const {
    const double scale = std::ldexp(1.0, 2 * levels);
    const double more = levels > 0 ? more_variance * scale / 4 : 0;
    return (sigma * sigma - variance * (scale - 1) / 3 - more) / scale;
  }
  /// How many times a picture is halved for a blur.
  [[nodiscard]] int levels(double sigma) const {
    int levels = 0;
    while (levels < most_blur_levels &&
           level_variance(sigma, levels + 1) >= least_sigma * least_sigma)
      ++levels;
    return levels;
  }
};
/// For layers: [1 3 3 1]/8 and back [3 1]/4, with variance 3/4 each; levels begin at sigma 4.18.
inline constexpr PyramidSteps layer_steps{1.5, 0, 2};

/// A level of the pyramid. Its pixels are pairs of the finer level's, counted from the corner that
/// is displayed top-left, plus a margin on each side, which finer pixels at the edge reach into:
/// pixel X covers 2 X + shift and the next.
struct BlurLevel {
  Size size;
  int shift_x = 0, shift_y = 0;
  [[nodiscard]] std::size_t bytes() const { return image_bytes(size); }
};

/// Pixels on each side of a level outside those that cover the picture. Level 0 has none.
struct BlurMargins {
  int of[most_blur_levels + 1] = {0, 1, 1, 1, 1, 1};
};

/// How a filter runs along both axes. One by one, as on a device, it needs an intermediate image;
/// at once, block by block, as on a CPU, intermediate values stay in the caches.
enum class FilterAxes : std::uint8_t { one_by_one, at_once };

/// The levels of a stored picture; level 0 is the picture itself.
struct BlurPyramid {
  BlurLevel level[most_blur_levels + 1];

  BlurPyramid(Size stored_size, const Orientation& stored, const BlurMargins& margin = {}) {
    level[0].size = stored_size;
    int width = stored_size.width, height = stored_size.height;  // without margins
    for (int i = 1; i <= most_blur_levels; ++i) {
      // The last pair of an odd side is incomplete; in a flipped picture it comes first in memory.
      const int shift = margin.of[i - 1] - 2 * margin.of[i];
      level[i].shift_x = shift - (stored.flip_x ? width % 2 : 0);
      level[i].shift_y = shift - (stored.flip_y ? height % 2 : 0);
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      level[i].size = {width + 2 * margin.of[i], height + 2 * margin.of[i]};
    }
  }

  /// Scratch memory of a blur by `least` to `most` levels: those levels, the image between the two
  /// directions of the filter and, except on level 0, the filter's result.
  [[nodiscard]] std::size_t scratch_bytes(int least, int most, FilterAxes axes) const {
    std::size_t bytes = 0, filtered = 0;
    for (int i = 1; i <= most; ++i) bytes += level[i].bytes();
    for (int i = least; i <= most; ++i) {
      const std::size_t made = i == 0 ? 0 : 1, between = axes == FilterAxes::at_once ? 0 : 1;
      filtered = std::max(filtered, (made + between) * level[i].bytes());
    }
    return bytes + filtered;
  }
};

}  // namespace overlace
