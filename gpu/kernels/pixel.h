// SPDX-License-Identifier: Apache-2.0
// Passes whose pixels are made of the same pixel of one image, one by one: by where they are.
#pragma once

#include "gpu/kernels/gather.h"
#include "gpu/kernels/samples.h"

namespace overlace {

/// Makes each pixel of `to` that `from` has something near. A formula is a plain record with
///
///   operator()(pixel, x, y)     a pixel, of that of `from`: both are Samples. (x, y) is where it
///   is
///                               shown, px
template <class PixelFormula>
struct PixelPass {
  using Formula = PixelFormula;
  static constexpr PassBlock block{16, 1};
  TiledImage from, to;
  Orientation stored;
  Formula formula{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return around_tile(column, 0); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return around_tile(row, 0); }

  /// The pixel at a place in memory.
  [[nodiscard]] OVL_FN Samples pixel(const Samples& old, int x, int y) const {
    const PixelPosition<int> at = shown_at<int>({x, y}, to.size, stored);
    return formula(old, at.x, at.y);
  }
};

}  // namespace overlace
