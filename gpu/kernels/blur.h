// SPDX-License-Identifier: Apache-2.0
// A Gaussian blur as three kinds of passes over images: a filter along one axis, half the size, and
// twice the size. A pass says which pixels of its source an output tile looks at; where none of
// their tiles is occupied, the output's is not either.
#pragma once

#include <cstdint>

#include "gpu/kernels/tiled_image.h"
#include "graph/plan/blur_pyramid.h"

namespace overlace {

/// What a device gets for a blur in one frame.
struct BlurRecord {
  std::int32_t levels = 0;               ///< of the pyramid; the filter runs on the last one
  std::int32_t radius = 0;               ///< taps on each side
  float weight[most_blur_radius + 1]{};  ///< of the middle tap and those beside it; their sum is 1
};

// F is a float, or a vector of them; the order of the operations is part of the definition.

/// The filter's sum, which begins with the middle tap, with one tap more: of the samples k pixels
/// before and after, k rising.
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

/// Filters along an axis as the picture is stored.
struct ConvolvePass {
  static constexpr int band_rows = 4;  ///< rows of tiles that share what they read, on a CPU
  /// By level of the pyramid: the one that the frame's record names.
  TiledImage from[most_blur_levels + 1], to[most_blur_levels + 1];
  bool along_y = false;
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from[blur->levels]; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to[blur->levels]; }
  /// Pixels of the source that a tile of the output looks at.
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return reached(column, along_y ? 0 : blur->radius);
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const {
    return reached(row, along_y ? blur->radius : 0);
  }

 private:
  OVL_FN static IntRange reached(int tile, int radius) {
    const int first = tile * layer_tile;
    return {first - radius, first + layer_tile - 1 + radius};
  }
};

/// Makes a level of the pyramid from the finer one: pixel X is made of those around 2 X + shift.
struct HalvePass {
  static constexpr int band_rows = 1;
  TiledImage from, to;
  int shift_x = 0, shift_y = 0;
  bool x_first = false;  ///< the axis that is seen vertical comes first
  int level = 1;         ///< that is made
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return level <= blur->levels; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return reached(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return reached(row, shift_y); }

 private:
  OVL_FN static IntRange reached(int tile, int shift) {
    const int first = tile * layer_tile;
    return {2 * first + shift - 1, 2 * (first + layer_tile - 1) + shift + 2};
  }
};

/// The way back: pixels 2 X + shift and the next are made of pixel X and the one on their side.
struct DoublePass {
  static constexpr int band_rows = 1;
  TiledImage from, to;
  int shift_x = 0, shift_y = 0;
  bool x_first = false;
  int level = 1;  ///< that is read
  const BlurRecord* blur = nullptr;

  [[nodiscard]] OVL_FN bool is_active() const { return level <= blur->levels; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return reached(column, shift_x); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return reached(row, shift_y); }

 private:
  OVL_FN static IntRange reached(int tile, int shift) {
    const int first = tile * layer_tile;
    return {half_of(first - shift) - 1, half_of(first + layer_tile - 1 - shift) + 1};
  }
};

}  // namespace overlace
