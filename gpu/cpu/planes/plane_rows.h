// SPDX-License-Identifier: Apache-2.0
// Passes over the planes of a picture on the CPU: rows of tiles, sixteen samples of a row in the
// lanes of a vector.
#pragma once

#include <cstddef>

#include "gpu/cpu/layers/image_rows.h"
#include "gpu/cpu/passes/image_kernels.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Rows of a block's samples in a worker's memory, long enough for the halo or twice the samples:
/// a few for intermediate results, some for what a pass makes, and those that it keeps.
inline constexpr std::ptrdiff_t plane_row_samples = 3 * 32 * layer_tile + layer_tile;
inline constexpr int first_made_row = 8, first_kept_row = 12;
/// The same for columns, of sixteen samples each: they come after the rows made of a colour, of the
/// next one, and of alpha.
inline constexpr int first_column_row = first_made_row + 3 * layer_tile;
static_assert((first_column_row + 2 * layer_tile) * plane_row_samples <= ImageScratch::size);
/// Rows that a pass makes at once, because neighbouring rows share most of what they are made of.
inline constexpr int rows_at_once = 4;
OVL_FN float* plane_row(ImageScratch& scratch, int i) {
  return scratch.samples + i * plane_row_samples;
}

/// Samples from a row of a plane to the next.
OVL_FN std::ptrdiff_t row_step(const PlaneImage& of) {
  return std::ptrdiff_t{1} * of.columns() * layer_tile;
}

/// Some neighbouring tiles of a row of tiles, and the rows of samples that they hold.
struct TileRun {
  int first, last;  ///< columns of tiles
  int row;          ///< of tiles
  IntRange y;       ///< of samples

  [[nodiscard]] OVL_FN int tiles() const { return last - first + 1; }
  /// The first sample of a row, and how many there are, with those beyond the plane's edge.
  [[nodiscard]] OVL_FN int x() const { return first * layer_tile; }
  [[nodiscard]] OVL_FN int samples() const { return tiles() * layer_tile; }
  /// The first row of the tiles, whether it is among the rows or not.
  [[nodiscard]] OVL_FN int top() const { return row * layer_tile; }
};

/// The rows of samples in a row of tiles of a plane.
OVL_FN IntRange rows_of_tiles(int row, int height) {
  const int below = (row + 1) * layer_tile;
  return {row * layer_tile, (below < height ? below : height) - 1};
}
/// Calls run(tiles) for each run of wanted tiles in a block.
template <class Pass, class Run>
OVL_FN void for_each_wanted_run(const Pass& pass, BlockIndex block, const Run& run) {
  const auto& to = pass.output();
  const auto [columns, rows] = tiles_in(pass, block);
  for (int row = rows.first; row <= rows.last; ++row) {
    const IntRange y = rows_of_tiles(row, to.size.height);
    for (int first = columns.first; first <= columns.last;) {
      int end = first;
      while (end <= columns.last && to.is_wanted(end, row)) ++end;
      if (first < end) run(TileRun{first, end - 1, row, y});
      first = end + 1;
    }
  }
}
/// Calls run(first, last, y) for each row of the runs of wanted tiles in a block.
template <class Pass, class Run>
OVL_FN void for_each_wanted_row(const Pass& pass, BlockIndex block, const Run& run) {
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) OVL_INLINE {
    for (int y = tiles.y.first; y <= tiles.y.last; ++y) run(tiles.first, tiles.last, y);
  });
}

/// Calls run(columns) for each run of columns that are wanted, at most `most` at once.
template <int most, class Wanted, class Run>
OVL_FN void for_each_run_of(IntRange columns, const Wanted& is_wanted, const Run& run) {
  for (int first = columns.first; first <= columns.last;) {
    int end = first;
    while (end <= columns.last && end - first < most && is_wanted(end)) ++end;
    if (first < end) run(IntRange{first, end - 1});
    first = first < end ? end : first + 1;
  }
}
/// For each run of columns, at most `most`, with a wanted tile in any row of a block, calls
/// begin(tiles), and then run(tiles) for each run of wanted tiles among these. `any` is memory for
/// a byte per column.
template <int most, class Begin, class Run>
OVL_FN void for_each_wanted_area(const PictureComponent& of, const BlockTiles& block,
                                 std::uint8_t* any, const Begin& begin, const Run& run) {
  const auto [columns, rows] = block;
  const int count = columns.last - columns.first + 1;
  std::memset(any, 0, static_cast<std::size_t>(count));
  for (int row = rows.first; row <= rows.last; ++row)
    for (int i = 0; i < count; ++i) any[i] |= of.marks(row)[columns.first + i];
  const auto has_any = [&](int column) { return any[column - columns.first] != 0; };
  for_each_run_of<most>(columns, has_any, [&](IntRange area) {
    begin(BlockTiles{area, rows});
    for (int row = rows.first; row <= rows.last; ++row) {
      const IntRange y = rows_of_tiles(row, of.size.height);
      const auto is_wanted = [&](int column) { return of.is_wanted(column, row); };
      for_each_run_of<most>(area, is_wanted, [&](IntRange wanted) {
        run(TileRun{wanted.first, wanted.last, row, y});
      });
    }
  });
}

/// Rows of a result for a component, several of which may be made at once.
struct MadeRows {
  const float* row[layer_tile];
  int count;
  int repeats = 0;  ///< more rows that show the same as the last
};

/// Prefetches samples of a plane's row that is needed soon, if the row exists: rows are too far
/// apart for a CPU to predict the next one.
OVL_FN void fetch_row(const PlaneImage& of, int x, int y, int count) {
  if (y >= of.size.height) return;
  for (int i = 0; i < count; i += layer_tile) __builtin_prefetch(of.row(y) + x + i);
}
/// The result for some tiles of a row: in place, or in a worker's memory from a given row on.
template <class L>
OVL_FN MadeRows made_rows(const PlaneImage& made, const TileRun& tiles, int y, ImageScratch&, int) {
  fetch_row(made, tiles.x(), y + rows_ahead, tiles.samples());
  return {{made.row(y) + tiles.x()}, 1};
}

template <class L, class Formula>
OVL_LONG_FN void run_block(const SamplePass<Formula>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage to = pass.output();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    const int beyond = (last + 1) * layer_tile, width = to.size.width;
    for (int x = first * layer_tile; x < beyond && x < width; ++x)
      to.row(y)[x] = pass.formula.sample(x, y);
  });
}

/// Whether any of `count` marks is set.
OVL_FN bool any_mark(const std::uint8_t* marks, int count) {
  std::uint8_t any = 0;
  for (int i = 0; i < count; ++i) any |= marks[i];
  return any != 0;
}
/// Some rows of marks, combined by column in a worker's memory.
class MarksOver {
 public:
  OVL_FN MarksOver(const std::uint8_t* marks, int columns, IntRange rows, ImageScratch& scratch)
      : before_(reinterpret_cast<std::int32_t*>(scratch.samples)) {
    auto* any = reinterpret_cast<std::uint8_t*>(before_ + columns + 1);
    std::memset(any, 0, static_cast<std::size_t>(columns));
    for (int row = rows.first; row <= rows.last; ++row)
      for (int i = 0; i < columns; ++i) any[i] |= marks[row * columns + i];
    before_[0] = 0;
    for (int i = 0; i < columns; ++i) before_[i + 1] = before_[i] + (any[i] != 0 ? 1 : 0);
  }
  /// Whether any of `columns`, which may be empty, is marked.
  [[nodiscard]] OVL_FN bool any(IntRange columns) const {
    return columns.first <= columns.last && before_[columns.first] < before_[columns.last + 1];
  }

 private:
  std::int32_t* before_;  ///< how many columns before each, and before the end, are marked
};
/// Marks that nothing is wanted of a row of tiles.
OVL_FN void clear_row(const PlaneImage& of, int row) {
  std::memset(of.marks(row), 0, static_cast<std::size_t>(of.columns()));
}
/// Marks what is wanted of a row of tiles: a column is if any of the columns seen(column) is, which
/// are in the order of the columns. Most of a row sees nothing: it is cleared several at a time.
template <class Seen>
OVL_FN void mark_row(const PlaneImage& of, int row, const MarksOver& wanted, const Seen& seen) {
  constexpr int most = 16;
  std::uint8_t* marks = of.marks(row);
  const int columns = of.columns();
  for (int first = 0; first < columns; first += most) {
    const int count = first + most < columns ? most : columns - first;
    if (!wanted.any({seen(first).first, seen(first + count - 1).last})) {
      std::memset(marks + first, 0, static_cast<std::size_t>(count));
      continue;
    }
    for (int i = first; i < first + count; ++i) marks[i] = wanted.any(seen(i)) ? 1 : 0;
  }
}
/// For a pass that reads around each sample: combines the rows that see this one.
template <class L, class Pass>
OVL_LONG_FN void run_block(const WantPass<Pass>& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage& to = pass.pass.output();
  const IntRange rows = pass.seen_rows(block.row);
  if (!any_mark(to.marks(rows.first), (rows.last - rows.first + 1) * to.columns()))
    return clear_row(pass.output(), block.row);
  const MarksOver wanted(to.wanted, to.columns(), rows, scratch);
  mark_row(pass.output(), block.row, wanted,
           [&](int column) OVL_INLINE { return pass.seen_columns(column); });
}

}  // namespace overlace
