// SPDX-License-Identifier: Apache-2.0
// Passes that make pixels from pixels elsewhere: a field says where, for each pixel. Between pixels
// they interpolate bilinearly; outside the image everything is transparent.
#pragma once

#include "gpu/kernels/lane.h"
#include "gpu/kernels/tiled_image.h"
#include "graph/core/orientation.h"

namespace overlace {

/// A position in the picture as shown, px: pixel (i, j) is centred at (i, j).
template <class F>
struct PixelPosition {
  F x, y;
};

/// Where the pixel stored at `at` is shown, of a picture of stored size `size`.
template <class F>
OVL_FN PixelPosition<F> shown_at(PixelPosition<F> at, Size size, const Orientation& stored) {
  if (stored.flip_x) at.x = F(static_cast<float>(size.width - 1)) - at.x;
  if (stored.flip_y) at.y = F(static_cast<float>(size.height - 1)) - at.y;
  return stored.transposed ? PixelPosition<F>{at.y, at.x} : at;
}

/// Where the pixel shown at `at` is stored, in a picture of stored size `size`.
OVL_FN PixelPosition<int> stored_at(PixelPosition<int> at, Size size, const Orientation& stored) {
  if (stored.transposed) at = {at.y, at.x};
  if (stored.flip_x) at.x = size.width - 1 - at.x;
  if (stored.flip_y) at.y = size.height - 1 - at.y;
  return at;
}

/// How far from a pixel those lie that it is made from, px as shown.
struct GatherReach {
  IntRange x, y;
};
/// The same for the picture as stored.
OVL_FN GatherReach stored_reach(GatherReach shown, const Orientation& stored) {
  if (stored.transposed) shown = {shown.y, shown.x};
  if (stored.flip_x) shown.x = {-shown.x.last, -shown.x.first};
  if (stored.flip_y) shown.y = {-shown.y.last, -shown.y.first};
  return shown;
}
/// The reach of a displacement of at most `distance` px, with the next pixel for interpolation.
OVL_FN GatherReach reach_of(float distance) {
  const int reach = static_cast<int>(-floor(-distance)) + 1;
  return {{-reach, reach}, {-reach, reach}};
}

/// Makes each pixel of `to` from pixels of `from`. A field is a plain record with
///
///   taps                    the number of places that a pixel is made from
///   reach()                 how far away they are at most: a GatherReach
///   mix(taps)               the pixel, of what was read. F is Samples, or four pixels in a vector
///   near(x, y)              the field for a part of the picture: pixels in these ranges as shown
///   near(x, y, around)      the same, from what near() returned for a larger part
///
/// and what near() returns has
///
///   place(tap, at)          the place that a tap of the pixel at `at` reads. F is a float, or a
///                           vector of pixels
///   is_still()              whether every pixel stays in place
///
/// On the picture (gpu/kernels/color_change.h) one of its taps is `still_tap`, which reads the
/// pixel itself.
template <class PixelField>
struct GatherPass {
  using Field = PixelField;
  static constexpr PassBlock block{16, 1};
  TiledImage from, to;
  Orientation stored;
  Field field{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return moved(column, stored_reach(field.reach(), stored).x);
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const {
    return moved(row, stored_reach(field.reach(), stored).y);
  }

  /// Where a stored pixel is shown, and where a shown one is stored.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> shown(F x, F y) const {
    return shown_at<F>({x, y}, to.size, stored);
  }
  [[nodiscard]] OVL_FN PixelPosition<int> in_memory(PixelPosition<int> at) const {
    return stored_at(at, from.size, stored);
  }
  /// Where a tile of the output is shown.
  [[nodiscard]] OVL_FN ImageArea shown_tile(int column, int row) const {
    return shown_tiles({column, column}, {row, row});
  }
  /// Where a rectangle of tiles is.
  [[nodiscard]] OVL_FN ImageArea shown_tiles(IntRange columns, IntRange rows) const {
    const IntRange x{columns.first * layer_tile, (columns.last + 1) * layer_tile - 1};
    const IntRange y{rows.first * layer_tile, (rows.last + 1) * layer_tile - 1};
    const PixelPosition<int> a = shown_at<int>({x.first, y.first}, to.size, stored);
    const PixelPosition<int> b = shown_at<int>({x.last, y.last}, to.size, stored);
    return {ordered(a.x, b.x), ordered(a.y, b.y)};
  }
  /// The field for a tile of the output.
  [[nodiscard]] OVL_FN auto near_tile(int column, int row) const {
    const ImageArea tile = shown_tile(column, row);
    return field.near(tile.x, tile.y);
  }
  /// The same, from the field for a part of the output around it.
  template <class Near>
  [[nodiscard]] OVL_FN Near near_tile(int column, int row, const Near& around) const {
    const ImageArea tile = shown_tile(column, row);
    return field.near(tile.x, tile.y, around);
  }

 private:
  OVL_FN static IntRange ordered(int a, int b) { return a < b ? IntRange{a, b} : IntRange{b, a}; }
  OVL_FN static IntRange moved(int tile, IntRange reach) {
    const IntRange own = around_tile(tile, 0);
    return {own.first + reach.first, own.last + reach.last};
  }
};

/// Interpolates four pixels, the first one at the top left as shown; `x` and `y` go from 0 to 1.
template <class F>
OVL_FN F bilinear(const F (&pixels)[4], F x, F y) {
  const F top = fma(x, pixels[1] - pixels[0], pixels[0]);
  const F bottom = fma(x, pixels[3] - pixels[2], pixels[2]);
  return fma(y, bottom - top, top);
}

}  // namespace overlace
