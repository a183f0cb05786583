// SPDX-License-Identifier: Apache-2.0
// Which rows and columns of a tile's blocks lie in a given part of the picture.
#pragma once

#include "gpu/cpu/tiles/tile_context.h"

namespace overlace {

/// Rows or columns of a tile's blocks; empty if first > last. The row above the tile is row -1.
struct BlockRange {
  int first, last;
};
/// Where the blocks of a tile lie along an axis.
struct BlockAxis {
  float origin;        ///< px, of block 0
  float scale;         ///< blocks per px
  float least, count;  ///< blocks are numbered least to count - 1
  /// The blocks that [lo, hi] px touches.
  [[nodiscard]] OVL_FN BlockRange touched(float lo, float hi) const {
    return range(floor((lo - origin) * scale), floor((hi - origin) * scale));
  }
  /// The blocks wholly inside [lo, hi] px.
  [[nodiscard]] OVL_FN BlockRange inside(float lo, float hi) const {
    return range(-floor((origin - lo) * scale), floor((hi - origin) * scale) - 1.0F);
  }

 private:
  [[nodiscard]] OVL_FN BlockRange range(float first, float last) const {
    return {static_cast<int>(clamp(first, least, count)),
            static_cast<int>(clamp(last, least - 1.0F, count - 1.0F))};
  }
};
/// The axes of a tile; its rows include the one above where that is needed.
template <class L>
OVL_FN BlockAxis columns_of_tile(const TileContext<L>& tile) {
  return {static_cast<float>(tile.x), 1.0F / block_width, 0, block_columns};
}
template <class L>
OVL_FN BlockAxis rows_of_tile(const TileContext<L>& tile) {
  return {static_cast<float>(tile.y), 1.0F / block_height, tile.sees_above() ? -1.0F : 0.0F,
          block_rows};
}
/// All blocks of some rows.
OVL_FN BlockSet blocks_of_rows(BlockRange rows) {
  if (rows.last < rows.first) return {};
  BlockSet blocks;
  if (rows.first < 0) blocks.above = row_bits;
  if (rows.last >= 0) {
    const int first = rows.first > 0 ? rows.first : 0;
    blocks.own = (~std::uint64_t{0} << (first * block_columns)) &
                 (~std::uint64_t{0} >> ((block_rows - 1 - rows.last) * block_columns));
  }
  return blocks;
}
/// A range of columns as the bits of one row.
OVL_FN std::uint64_t bits_of_columns(BlockRange columns) {
  return column_bits(columns.first, columns.last);
}

}  // namespace overlace
