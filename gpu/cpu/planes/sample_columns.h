// SPDX-License-Identifier: Apache-2.0
// Columns of a row of tiles on the CPU: sixteen rows in the lanes of a vector, so that the
// neighbours of a sample along its row are whole vectors, and lie on cache lines.
#pragma once

#include "gpu/cpu/planes/plane_lines.h"

namespace overlace {

struct SampleColumn {
  alignas(64) float row[layer_tile];
};
static_assert(layer_tile == vector_samples);

/// Columns that a filter reads, in a worker's memory from its row `place` on.
OVL_FN SampleColumn* columns_at(ImageScratch& scratch, int place) {
  return reinterpret_cast<SampleColumn*>(plane_row(scratch, place));
}

/// Turns sixteen rows of sixteen samples into columns, or back.
template <class L>
OVL_FN void transpose_samples(const L (&rows)[layer_tile], L (&columns)[layer_tile]) {
  L part[4][4];  // [row in its group of four][quarter]: this quarter of the row in all four groups
  for (int i = 0; i < 4; ++i) {
    for (int group = 0; group < 4; ++group) part[i][group] = rows[4 * group + i];
    transpose_pixels(part[i]);
  }
  for (int quarter = 0; quarter < 4; ++quarter) {
    L four[4] = {part[0][quarter], part[1][quarter], part[2][quarter], part[3][quarter]};
    transpose_quarters(four);
    for (int i = 0; i < 4; ++i) columns[4 * quarter + i] = four[i];
  }
}

/// Stores `count` columns, and the rest of their last tile; load(x, rows) loads the rows of a tile.
template <class L, class Load>
OVL_FN void make_columns(int x, int count, SampleColumn* out, const Load& load) {
  for (int i = 0; i < count; i += layer_tile) {
    L rows[layer_tile], columns[layer_tile];
    load(x + i, rows);
    transpose_samples(rows, columns);
    for (int column = 0; column < layer_tile; ++column) store(out[i + column].row, columns[column]);
  }
}

/// Loads the rows of a component's tile, whose first sample is (x, y); samples beyond the
/// component's edges may be anything.
template <class L>
OVL_FN void load_rows(const PictureComponent& of, const SampleLines<L>& lines, int x, int y,
                      L (&rows)[layer_tile]) {
  if (lines.has_tile(x, y)) return lines.load_tile(x, y, rows);
  const int bottom = of.size.height - 1, width = lesser(layer_tile, of.size.width - x);
  for (int row = 0; row < layer_tile; ++row) {
    alignas(64) float samples[layer_tile]{};
    for (int i = 0; i < width; ++i) samples[i] = of.sample(x + i, lesser(y + row, bottom));
    rows[row] = L::load(samples);
  }
}
/// The same for a plane, which has memory for whole tiles.
template <class L>
OVL_FN void load_rows(const PlaneImage& of, int x, int y, L (&rows)[layer_tile]) {
  for (int row = 0; row < layer_tile; ++row) rows[row] = L::load(of.row(y + row) + x);
}

}  // namespace overlace
