// SPDX-License-Identifier: Apache-2.0
// Passes that make each pixel from the same pixel of several images, by a formula.
#pragma once

#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// Makes each pixel of `to`, which may be one of the images that are read. A formula is a plain
/// record with
///
///   inputs                 how many images it reads
///   occupies(has)          whether a tile of the output holds anything, if these inputs' tiles do
///   operator()(pixels)     a pixel. F is Samples, or four pixels in the lanes of a CPU's vector
template <class PixelFormula>
struct PointPass {
  using Formula = PixelFormula;
  static constexpr PassBlock block{16, 1};
  TiledImage from[Formula::inputs], to;
  Formula formula{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
};

/// Paint of one colour in the shape of a drawing: its alpha times the colour.
struct TintFormula {
  static constexpr int inputs = 1;
  const float* color = nullptr;  ///< four samples, premultiplied

  [[nodiscard]] OVL_FN bool occupies(const bool (&has)[inputs]) const { return has[0]; }
  template <class F>
  [[nodiscard]] OVL_FN F operator()(const F (&pixels)[inputs]) const {
    return alpha_of(pixels[0]) * F::each_pixel(color);
  }
};
using TintPass = PointPass<TintFormula>;

/// Joins a drawing, of alpha a, and paint, of alpha p, by the fractions of Porter and Duff (1984):
/// paint (keeps + keeps_inside a) + drawing (1 - covers p).
struct JoinFormula {
  static constexpr int inputs = 2;  ///< the drawing, the paint
  float keeps = 1, keeps_inside = 0, covers = 1;

  [[nodiscard]] OVL_FN bool occupies(const bool (&has)[inputs]) const { return has[0] || has[1]; }
  template <class F>
  [[nodiscard]] OVL_FN F operator()(const F (&pixels)[inputs]) const {
    const F paint = pixels[1] * fma(alpha_of(pixels[0]), F(keeps_inside), F(keeps));
    return fma(pixels[0], fma(alpha_of(pixels[1]), F(-covers), F(1.0F)), paint);
  }
};
using JoinPass = PointPass<JoinFormula>;
inline constexpr JoinFormula join_over{1, 0, 1}, join_under{1, -1, 0}, join_atop{0, 1, 1};

/// An effect under the alpha of a region: all of it where that is 1, its source where it is 0.
struct RegionFormula {
  static constexpr int inputs = 3;  ///< the source, the effect, the region

  [[nodiscard]] OVL_FN bool occupies(const bool (&has)[inputs]) const {
    return has[0] || (has[1] && has[2]);
  }
  template <class F>
  [[nodiscard]] OVL_FN F operator()(const F (&pixels)[inputs]) const {
    return fma(alpha_of(pixels[2]), pixels[1] - pixels[0], pixels[0]);
  }
};
using RegionPass = PointPass<RegionFormula>;

}  // namespace overlace
