// SPDX-License-Identifier: Apache-2.0
// Planes that effects on the picture work on: one component of it, as floats.
#pragma once

#include "gpu/kernels/blur.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// FP32 samples of one component, in rows of whole tiles, with a byte for each tile: only where it
/// is 1 are samples wanted, and made. Beyond its edges a plane goes on as its mirror image, whose
/// axis are the samples at the edge.
struct PlaneImage {
  float* samples = nullptr;
  std::uint8_t* wanted = nullptr;  ///< null: all tiles are
  Size size;

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN bool is_wanted(int column, int row) const {
    return wanted == nullptr || wanted[row * columns() + column] != 0;
  }
  [[nodiscard]] OVL_FN float* row(int y) const {
    return samples + static_cast<std::ptrdiff_t>(y) * columns() * layer_tile;
  }
  [[nodiscard]] OVL_FN float sample(int x, int y) const { return row(y)[x]; }
  /// A tile's row of samples, the first of which is at a multiple of layer_tile.
  [[nodiscard]] OVL_FN const float* line(int x, int y, float (&)[layer_tile]) const {
    return row(y) + x;
  }
};

/// Place `i` of a line of `count` samples that goes on as its mirror image: 2 1 0 1 2 … 2 1 0 …
OVL_FN int mirrored(int i, int count) {
  if (i >= 0 && i < count) return i;
  if (count == 1) return 0;
  const int period = 2 * (count - 1);
  const int place = (i < 0 ? -i : i) % period;
  return place < count ? place : period - place;
}
OVL_FN float sample_of(const PlaneImage& plane, int x, int y) {
  return plane.row(mirrored(y, plane.size.height))[mirrored(x, plane.size.width)];
}

/// Makes each wanted sample of a plane by itself. A formula is a plain record with
///
///   output()        the plane
///   sample(x, y)    one of its samples
template <class PlaneFormula>
struct SamplePass {
  static constexpr PassBlock block{32, 1};
  PlaneFormula formula;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN PlaneImage output() const { return formula.output(); }
};

/// Marks what a pass wants of its source: the tiles that wanted tiles of its output look at.
template <class Pass>
struct WantPass {
  static constexpr PassBlock block{32, 1};
  Pass pass;

  [[nodiscard]] OVL_FN bool is_active() const { return pass.is_active(); }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return pass.source(); }
  /// Whether a tile of the source is wanted.
  [[nodiscard]] OVL_FN bool wants(int column, int row) const {
    const PlaneImage& to = pass.output();
    const IntRange x = pass.output_x(column), y = pass.output_y(row);
    const IntRange columns = inside(tiles_of(x.first, x.last), to.columns());
    const IntRange rows = inside(tiles_of(y.first, y.last), to.rows());
    for (int r = rows.first; r <= rows.last; ++r)
      for (int c = columns.first; c <= columns.last; ++c)
        if (to.is_wanted(c, r)) return true;
    return false;
  }

 private:
  OVL_FN static IntRange inside(IntRange range, int count) {
    return {range.first < 0 ? 0 : range.first, range.last < count ? range.last : count - 1};
  }
};

}  // namespace overlace
