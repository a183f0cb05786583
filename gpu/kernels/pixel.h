// SPDX-License-Identifier: Apache-2.0
// Passes that make each pixel from the same pixel of one image, and from its position.
#pragma once

#include "gpu/kernels/gather.h"

namespace overlace {

/// Makes the tiles of `to` in which `from` holds anything. A formula is a plain record with
///
///   Rows<F>(formula)            makes rows of pixels, from the top down: it may keep what the next
///                               row also needs. F is a float, or sixteen pixels in the lanes of a
///                               CPU's vector
///
/// and that has
///
///   operator()(color, alpha, at)   the new colour, both premultiplied; alpha stays. The pixel is
///                                  shown at `at`, px
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

  /// Where the pixel stored at (x, y) is shown.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> shown(F x, F y) const {
    return shown_at<F>({x, y}, to.size, stored);
  }
};

}  // namespace overlace
