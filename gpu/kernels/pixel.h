// SPDX-License-Identifier: Apache-2.0
// Passes whose pixels are made of the same pixel of one image, and of where they are.
#pragma once

#include "gpu/kernels/gather.h"

namespace overlace {

/// Makes each pixel of `to` that `from` has something near. A formula is a plain record with
///
///   Rows<F>(formula)            makes the pixels of rows, the upper ones first: it may keep what
///                               the next row takes, too. F is a float, or sixteen pixels in the
///                               lanes of a CPU's vector
///
/// of which a pixel asks for
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

  /// Where the pixel is shown that is stored at (x, y).
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> shown(F x, F y) const {
    return shown_at<F>({x, y}, to.size, stored);
  }
};

}  // namespace overlace
