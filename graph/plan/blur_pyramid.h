// SPDX-License-Identifier: Apache-2.0
// A blur's pyramid: a wide Gaussian is a narrow one on a picture of half the size, again and again.
// A halving and its way back have a variance V, in px^2 of the finer level, and the way back from
// the smallest level may have V' more, so L levels leave
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
/// Taps on each side of the middle, at most: four times the largest sigma of a level.
inline constexpr int most_blur_radius = 17;

/// What the filters of a pyramid between two levels do.
struct PyramidSteps {
  double variance;       ///< of a halving and its way back
  double more_variance;  ///< of the way back from the last level
  double least_sigma;    ///< of what is done on the last level: interpolation does not show

  /// The variance of what is left of a blur for level `levels`.
  [[nodiscard]] double level_variance(double sigma, int levels) const {
    const double scale = std::ldexp(1.0, 2 * levels);
    const double more = levels > 0 ? more_variance * scale / 4 : 0;
    return (sigma * sigma - variance * (scale - 1) / 3 - more) / scale;
  }
  /// How often a picture is halved for a blur.
  [[nodiscard]] int levels(double sigma) const {
    int levels = 0;
    while (levels < most_blur_levels &&
           level_variance(sigma, levels + 1) >= least_sigma * least_sigma)
      ++levels;
    return levels;
  }
};
/// Those of layers, [1 3 3 1]/8 and back [3 1]/4, which have 3/4 each: levels from sigma 4.18 on.
inline constexpr PyramidSteps layer_steps{1.5, 0, 2};

/// A level of the pyramid. Its pixels are pairs of the finer level's, counted from the corner that
/// is seen top-left, and a margin on each side, which the finer pixels at the edge reach into:
/// pixel X holds those at 2 X + shift and the next.
struct BlurLevel {
  Size size;
  int shift_x = 0, shift_y = 0;
  [[nodiscard]] std::size_t bytes() const { return image_bytes(size); }
};

/// Pixels on each side of a level beyond those that cover the picture. Level 0 has none.
struct BlurMargins {
  int of[most_blur_levels + 1] = {0, 1, 1, 1, 1, 1};
};

/// How a filter runs along both axes. One by one, as on a device, it keeps an image of what lies
/// between them; at once, block by block, as on a CPU, that stays in the caches.
enum class FilterAxes : std::uint8_t { one_by_one, at_once };

/// The levels of a picture as it is stored; level 0 is the picture itself.
struct BlurPyramid {
  BlurLevel level[most_blur_levels + 1];

  BlurPyramid(Size stored_size, const Orientation& stored, const BlurMargins& margin = {}) {
    level[0].size = stored_size;
    int width = stored_size.width, height = stored_size.height;  // without what is on the sides
    for (int i = 1; i <= most_blur_levels; ++i) {
      // An odd side's last pair is not whole, and that is the first in memory where the picture is
      // flipped.
      const int shift = margin.of[i - 1] - 2 * margin.of[i];
      level[i].shift_x = shift - (stored.flip_x ? width % 2 : 0);
      level[i].shift_y = shift - (stored.flip_y ? height % 2 : 0);
      width = (width + 1) / 2;
      height = (height + 1) / 2;
      level[i].size = {width + 2 * margin.of[i], height + 2 * margin.of[i]};
    }
  }

  /// Scratch memory of a blur by `least` to `most` levels: those levels, what lies between the two
  /// directions of the filter, and below level 0 what the filter makes.
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
