// SPDX-License-Identifier: Apache-2.0
// A Gaussian blur as three kinds of passes over images: a filter, halving, and doubling. A pass
// says which pixels of its source an output tile reads; if none of their tiles is occupied, neither
// is the output's.
#pragma once

#include <cstdint>

#include "gpu/kernels/tiled_image.h"
#include "graph/plan/blur_pyramid.h"

namespace overlace {

/// Parameters of a blur, or of one of its axes, for one frame, as devices read them.
template <int most_radius>
struct BlurRecordOf {
  std::int32_t levels = 0;          ///< of the pyramid; the filter runs on the last one
  std::int32_t radius = 0;          ///< taps on each side
  float weight[most_radius + 1]{};  ///< of the middle tap and those beside it; their sum is 1
};
using BlurRecord = BlurRecordOf<most_blur_radius>;

// F is a float, or a vector of them; the order of the operations is part of the definition.

/// The filter's sum, which starts with the middle tap, plus another tap: of the samples k pixels
/// before and after, in order of k.
template <class F>
OVL_FN F with_tap(F sum, F weight, F before, F after) {
  return fma(before + after, weight, sum);
}
/// Eight times the mean of four samples in a row, by [1 3 3 1]/8.
template <class F>
OVL_FN F halved_by_eight(F a, F b, F c, F d) {
  return fma(b + c, F(3.0F), a + d);
}
/// Four times a sample between two, by [3 1]/4.
template <class F>
OVL_FN F doubled_by_four(F near, F far) {
  return fma(near, F(3.0F), far);
}
inline constexpr float halved_scale = 1.0F / 64, doubled_scale = 1.0F / 16;  ///< for both axes

/// Images by level of the pyramid; a frame's record names one of them.
using ImageLevels = TiledImage[most_blur_levels + 1];

/// The largest level that a pyramid has.
template <class Image>
const Image& largest_level(const Image (&level)[most_blur_levels + 1]) {
  int i = 0;
  while (i < most_blur_levels && level[i].size.width == 0) ++i;
  return level[i];
}

/// Filters along one axis of the picture as stored.
struct ConvolveAxisPass {
  ImageLevels from, to;
  bool along_y = false;
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from[blur->levels]; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to[blur->levels]; }
  /// Pixels of the source that a tile of the output reads.
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return around_tile(column, along_y ? 0 : blur->radius);
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const {
    return around_tile(row, along_y ? blur->radius : 0);
  }
};

/// Filters along both axes, first along the one that is shown horizontally; the image between them
/// is FP16. A CPU does both at once, block by block, and does not use `between`.
struct ConvolvePass {
  static constexpr PassBlock block{8, 8};
  ImageLevels from, between, to;
  bool y_first = false;
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from[blur->levels]; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to[blur->levels]; }
  [[nodiscard]] const TiledImage& largest_output() const { return largest_level(to); }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return around_tile(column, blur->radius);
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return around_tile(row, blur->radius); }

  [[nodiscard]] ConvolveAxisPass first() const { return along(y_first, from, between); }
  [[nodiscard]] ConvolveAxisPass second() const { return along(!y_first, between, to); }

 private:
  [[nodiscard]] ConvolveAxisPass along(bool along_y, const ImageLevels& source,
                                       const ImageLevels& output) const {
    ConvolveAxisPass pass;
    for (int i = 0; i <= most_blur_levels; ++i) {
      pass.from[i] = source[i];
      pass.to[i] = output[i];
    }
    pass.along_y = along_y;
    pass.blur = blur;
    return pass;
  }
};

/// A step between two levels of the pyramid.
struct PyramidPass {
  static constexpr PassBlock block{16, 1};
  TiledImage from, to;
  int shift_x = 0, shift_y = 0;
  bool x_first = false;  ///< x is the axis that is shown vertically, which comes first
  int level = 1;         ///< the coarser one
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return level <= blur->levels; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
};

/// Makes a level from the finer one: pixel X is made from those around 2 X + shift.
struct HalvePass : PyramidPass {
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return reached(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return reached(row, shift_y); }

 private:
  OVL_FN static IntRange reached(int tile, int shift) {
    const IntRange own = around_tile(tile, 0);
    return {2 * own.first + shift - 1, 2 * own.last + shift + 2};
  }
};

/// The step back: pixels 2 X + shift and the next are made from pixel X and the one on their side.
struct DoublePass : PyramidPass {
  TiledImage filtered;  ///< the source if the filter ran on the coarser level

  [[nodiscard]] OVL_FN const TiledImage& source() const {
    return level == blur->levels ? filtered : from;
  }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return reached(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return reached(row, shift_y); }

 private:
  OVL_FN static IntRange reached(int tile, int shift) {
    const IntRange own = around_tile(tile, 0);
    return {half_of(own.first - shift) - 1, half_of(own.last - shift) + 1};
  }
};

}  // namespace overlace
