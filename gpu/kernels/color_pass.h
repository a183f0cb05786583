// SPDX-License-Identifier: Apache-2.0
// Passes of formulas over the components of a pixel.
#pragma once

#include "gpu/kernels/lut.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// Makes each pixel of `to` from the same pixel of `from`. A formula is a plain record with
///
///   operator()(color, alpha)     the new colour, both premultiplied; alpha stays. F is a float, or
///                                sixteen pixels in the lanes of a CPU's vector. Where both are 0,
///                                so is the new colour
template <class ColorFormula>
struct ColorPass {
  using Formula = ColorFormula;
  static constexpr PassBlock block{16, 1};
  TiledImage from, to;
  Formula formula{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return around_tile(column, 0); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return around_tile(row, 0); }
};

}  // namespace overlace
