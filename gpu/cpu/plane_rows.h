// SPDX-License-Identifier: Apache-2.0
// Passes over the planes of a picture on the CPU: rows of tiles, sixteen samples of a row in the
// lanes of a vector.
#pragma once

#include "gpu/cpu/image_kernels.h"
#include "gpu/cpu/image_rows.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Rows of a block's samples, with its halo or twice as long, in a worker's memory: a few that a
/// pass uses on the way, some that it makes, and those that it keeps.
inline constexpr int plane_row_samples = 3 * 32 * layer_tile;
inline constexpr int first_made_row = 8, first_kept_row = 12;
OVL_FN float* plane_row(ImageScratch& scratch, int i) {
  return scratch.samples + i * plane_row_samples;
}

/// Calls run(first, last, y) for each row of the runs of wanted tiles in a block.
template <class Pass, class Run>
OVL_FN void for_each_wanted_row(const Pass& pass, BlockIndex block, const Run& run) {
  const auto& to = pass.output();
  const int left = block.column * Pass::block.columns, top = block.row * Pass::block.rows;
  const int right =
      left + Pass::block.columns < to.columns() ? left + Pass::block.columns : to.columns();
  for (int row = top; row < top + Pass::block.rows && row < to.rows(); ++row) {
    for (int first = left; first < right;) {
      int end = first;
      while (end < right && to.is_wanted(end, row)) ++end;
      const int bottom =
          (row + 1) * layer_tile < to.size.height ? (row + 1) * layer_tile : to.size.height;
      for (int y = row * layer_tile; first < end && y < bottom; ++y) run(first, end - 1, y);
      first = end + 1;
    }
  }
}

/// What was made of some tiles of a row, from `x` on; in `copy` if it lies nowhere.
template <class L, class Made>
OVL_FN const float* made_row(const Made& made, int x, int y, int tiles, float* copy,
                             ImageScratch&) {
  return made.line(x, y, tiles * layer_tile, copy);
}

template <class L, class Formula>
OVL_FN void run_block(const SamplePass<Formula>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage to = pass.output();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int beyond = (last + 1) * layer_tile, width = to.size.width;
    for (int x = first * layer_tile; x < beyond && x < width; ++x)
      to.row(y)[x] = pass.formula.sample(x, y);
  });
}

/// Marks what is wanted of a row of tiles.
template <class Pass, class Wants>
OVL_FN void mark_row(const PlaneImage& of, const Pass& pass, BlockIndex block, const Wants& wants) {
  const int left = block.column * pass.block.columns, right = left + pass.block.columns;
  for (int column = left; column < right && column < of.columns(); ++column)
    of.wanted[block.row * of.columns() + column] = wants(column) ? 1 : 0;
}
template <class L, class Formula>
OVL_FN void run_block(const WantPass<SamplePass<Formula>>& pass, BlockIndex block, ImageScratch&) {
  mark_row(pass.output(), pass, block,
           [&](int column) OVL_INLINE { return pass.wants(column, block.row); });
}
/// Of a pass that looks around: the rows that see this one are laid on top of each other.
template <class L, class Pass>
OVL_FN void run_block(const WantPass<Pass>& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &of = pass.output(), &to = pass.pass.output();
  auto* any = reinterpret_cast<std::uint8_t*>(scratch.samples);
  const int columns = to.columns();
  const IntRange rows = pass.seen_rows(block.row);
  std::memset(any, 0, static_cast<std::size_t>(columns));
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = 0; column < columns; ++column)
      any[column] |= to.wanted[row * columns + column];
  mark_row(of, pass, block, [&](int column) OVL_INLINE {
    const IntRange seen = pass.seen_columns(column);
    for (int i = seen.first; i <= seen.last; ++i)
      if (any[i] != 0) return true;
    return false;
  });
}

}  // namespace overlace
