// SPDX-License-Identifier: Apache-2.0
// Planes that effects on the picture work on: one component as floats.
#pragma once

#include "gpu/kernels/blur.h"
#include "gpu/kernels/lane.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// FP32 samples of one component, in rows of whole tiles, with a byte for each tile: samples are
/// wanted, and made, only where it is not 0. Beyond its edges a plane is mirrored about the samples
/// at the edge.
struct PlaneImage {
  float* samples = nullptr;
  std::uint8_t* wanted = nullptr;  ///< a byte for each tile
  Size size;

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN std::uint8_t* marks(int row) const {
    return wanted + std::ptrdiff_t{row} * columns();
  }
  [[nodiscard]] OVL_FN bool is_wanted(int column, int row) const { return marks(row)[column] != 0; }
  [[nodiscard]] OVL_FN float* row(int y) const {
    return samples + std::ptrdiff_t{1} * y * columns() * layer_tile;
  }
  [[nodiscard]] OVL_FN float sample(int x, int y) const { return row(y)[x]; }
};

/// Index `i` into a line of `count` samples that is mirrored at its ends: 2 1 0 1 2 … 2 1 0 …
OVL_FN int mirrored(int i, int count) {
  if (i >= 0 && i < count) return i;
  if (count == 1) return 0;
  const int period = 2 * (count - 1);
  int place = i < 0 ? -i : i;
  if (place >= period) place %= period;  // slow, and rare
  return place < count ? place : period - place;
}
OVL_FN float sample_of(const PlaneImage& plane, int x, int y) {
  return plane.row(mirrored(y, plane.size.height))[mirrored(x, plane.size.width)];
}

/// Samples where columns and rows of a plane cross, all inside it; `turned`: a column lies along a
/// row of memory.
template <int columns, int rows, class From>
OVL_FN void samples_at(const From& from, const int (&column)[columns], const int (&row)[rows],
                       bool turned, float (&out)[rows][columns]) {
  OVL_UNROLLED
  for (int j = 0; j < rows; ++j) {
    OVL_UNROLLED
    for (int i = 0; i < columns; ++i)
      out[j][i] = turned ? from.sample(row[j], column[i]) : from.sample(column[i], row[j]);
  }
}

/// The same for columns and rows that need not be there: `from` is mirrored beyond its edges.
template <int columns, int rows, class From>
OVL_FN void mirrored_samples(const From& from, const int (&column)[columns], const int (&row)[rows],
                             float (&out)[rows][columns]) {
  int across[columns], down[rows];
  OVL_UNROLLED
  for (int i = 0; i < columns; ++i) across[i] = mirrored(column[i], from.size.width);
  OVL_UNROLLED
  for (int j = 0; j < rows; ++j) down[j] = mirrored(row[j], from.size.height);
  samples_at(from, across, down, false, out);
}

/// For passes that only mark tiles.
inline constexpr PassBlock whole_row{1 << 16, 1};

/// Makes each wanted sample of a plane by itself. A formula is a plain record with
///
///   output()              the plane
///   largest_output()      one at least as large: only a device may know the plane's size
///   sample(x, y)          one of its samples
///   from, seen_columns(column), seen_rows(row)
///                         for WantPass: the component and the ranges of its tiles that a tile
///                         depends on; it is wanted if the region covers one of them
template <class PlaneFormula>
struct SamplePass {
  static constexpr PassBlock block{32, 1};
  PlaneFormula formula;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN PlaneImage output() const { return formula.output(); }
  [[nodiscard]] PlaneImage largest_output() const { return formula.largest_output(); }
};

/// Marks what a pass wants of its source: the tiles that wanted tiles of its output read.
template <class Pass>
struct WantPass {
  static constexpr PassBlock block = whole_row;
  Pass pass;

  [[nodiscard]] OVL_FN bool is_active() const { return pass.is_active(); }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return pass.source(); }
  /// The tiles of the pass's output that read a column or a row of tiles of the source.
  [[nodiscard]] OVL_FN IntRange seen_columns(int column) const {
    const IntRange x = pass.output_x(column);
    return inside(tiles_of(x.first, x.last), pass.output().columns());
  }
  [[nodiscard]] OVL_FN IntRange seen_rows(int row) const {
    const IntRange y = pass.output_y(row);
    return inside(tiles_of(y.first, y.last), pass.output().rows());
  }
  /// Whether a tile of the source is wanted.
  [[nodiscard]] OVL_FN bool wants(int column, int row) const {
    const PlaneImage& to = pass.output();
    const IntRange columns = seen_columns(column), rows = seen_rows(row);
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

/// Marks the wanted tiles of a plane whose samples are made one by one.
template <class PlaneFormula>
struct WantPass<SamplePass<PlaneFormula>> {
  static constexpr PassBlock block = whole_row;
  SamplePass<PlaneFormula> pass;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN PlaneImage output() const { return pass.output(); }
  [[nodiscard]] OVL_FN bool wants(int column, int row) const {
    const PlaneFormula& formula = pass.formula;
    return formula.from.is_covered(formula.seen_columns(column), formula.seen_rows(row));
  }
};

}  // namespace overlace
