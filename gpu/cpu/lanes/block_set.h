// SPDX-License-Identifier: Apache-2.0
// How a tile is divided into blocks, and sets of blocks.
#pragma once

#include <cstdint>

#include "graph/core/math.h"
#include "graph/data/layer_grid.h"

namespace overlace {

inline constexpr int tile_width = layer_tile << log2_marked_tiles, tile_height = layer_tile;
/// Pixels that are computed at once: two rows of eight, which hold whole chroma samples.
inline constexpr int block_width = 1 << log2_block_width, block_height = 1 << log2_block_height;
inline constexpr int block_lanes = block_width * block_height;
inline constexpr int block_columns = tile_width / block_width;
inline constexpr int block_rows = tile_height / block_height;
/// Pixel of a lane within its block: each quarter of the lanes holds every other pixel of a row, so
/// that four chroma samples are sums of quarters.
OVL_FN constexpr int column_of(int lane) {
  return 2 * (lane & 3) + ((lane >> 2) & 1);
}
OVL_FN constexpr int row_of(int lane) {
  return lane >> 3;
}
OVL_FN constexpr int lane_of(int column, int row) {
  return row * block_width + (column & 1) * 4 + column / 2;
}

/// Blocks are numbered row by row; those of a tile fill a word.
inline constexpr int tile_blocks = block_columns * block_rows;
/// The row of blocks above the tile comes last: footprints of top-left chroma reach into it.
inline constexpr int row_above = block_rows, all_blocks = tile_blocks + block_columns;
static_assert(tile_blocks == 64);
/// A layer's tile has all rows of blocks, but only this many columns.
inline constexpr int blocks_across_layer_tile = layer_tile / block_width;

/// Bits of all columns of a row.
inline constexpr unsigned row_bits = (1U << block_columns) - 1U;
/// Bits of the columns `first` to `last` of a row; none where last < first.
OVL_FN std::uint64_t column_bits(int first, int last) {
  return last < first ? 0
                      : (2U << static_cast<unsigned>(last)) - (1U << static_cast<unsigned>(first));
}

/// A set of a tile's blocks.
struct BlockSet {
  std::uint64_t own = 0;    ///< bit = number of the block
  std::uint64_t above = 0;  ///< bit = column, in the row above

  [[nodiscard]] OVL_FN bool has(int block) const {
    return ((block < tile_blocks ? own >> block : above >> (block - tile_blocks)) & 1U) != 0;
  }
  /// The columns of a row, as bits.
  [[nodiscard]] OVL_FN unsigned row(int index) const {
    const std::uint64_t bits = index == row_above ? above : own >> (index * block_columns);
    return static_cast<unsigned>(bits) & row_bits;
  }
  OVL_FN void add(int block) {
    (block < tile_blocks ? own : above) |= std::uint64_t{1} << (block % tile_blocks);
  }
  OVL_FN void add_if(bool condition, int block) {
    (block < tile_blocks ? own : above) |= std::uint64_t{condition} << (block % tile_blocks);
  }
  OVL_FN void add_to_row(int index, std::uint64_t columns) {
    if (index == row_above) {
      above |= columns;
    } else {
      own |= columns << (index * block_columns);
    }
  }
};
OVL_FN BlockSet operator&(BlockSet a, BlockSet b) {
  return {a.own & b.own, a.above & b.above};
}
OVL_FN BlockSet operator|(BlockSet a, BlockSet b) {
  return {a.own | b.own, a.above | b.above};
}
/// The blocks of `a` that are not in `b`.
OVL_FN BlockSet operator-(BlockSet a, BlockSet b) {
  return {a.own & ~b.own, a.above & ~b.above};
}

/// The own blocks of two sets, as BlockSet::own.
struct TwoBlockSets {
  std::uint64_t first, second;
};

/// The blocks `first` to `first` + 15, as bits.
OVL_FN unsigned sixteen_of(BlockSet blocks, int first) {
  return static_cast<unsigned>(first < tile_blocks ? blocks.own >> first : blocks.above) & 0xFFFFU;
}
/// The inverse: bit i stands for block `first` + i.
OVL_FN BlockSet sixteen_blocks(unsigned bits, int first) {
  if (first < tile_blocks) return {std::uint64_t{bits} << static_cast<unsigned>(first), 0};
  return {0, bits};
}
OVL_FN bool is_empty(BlockSet blocks) {
  return (blocks.own | blocks.above) == 0;
}
/// Precondition: not empty.
OVL_FN int first_block(BlockSet blocks) {
  return blocks.own != 0 ? __builtin_ctzll(blocks.own)
                         : tile_blocks + __builtin_ctzll(blocks.above);
}
/// The same columns in all rows.
OVL_FN BlockSet in_all_rows(std::uint64_t columns) {
  return {columns * 0x0101010101010101U, columns};
}
/// All blocks of a column or of a row.
OVL_FN BlockSet column_of_blocks(int column) {
  return in_all_rows(std::uint64_t{1} << column);
}
OVL_FN BlockSet row_of_blocks(int row) {
  BlockSet blocks;
  blocks.add_to_row(row, row_bits);
  return blocks;
}

// Words of a tile's own blocks: BlockSet::own.
inline constexpr std::uint64_t first_column = 0x0101010101010101U;
inline constexpr std::uint64_t last_column = first_column << (block_columns - 1);
/// The left neighbours of blocks, within the tile; the others likewise.
OVL_FN std::uint64_t left_of(std::uint64_t own) {
  return (own & ~first_column) >> 1U;
}
OVL_FN std::uint64_t right_of(std::uint64_t own) {
  return (own & ~last_column) << 1U;
}
OVL_FN std::uint64_t below(BlockSet blocks) {
  return blocks.own << block_columns | blocks.above;
}

/// Inlines a lambda into the loop that calls it. Such a lambda should capture what it uses of the
/// scene by value: vector stores may alias anything, so all else is read again after each store.
#define OVL_INLINE __attribute__((always_inline))

/// Calls work(number) for each set bit of a word; the lowest bit has the number `first`.
template <class Work>
OVL_FN void for_each_bit(std::uint64_t bits, int first, const Work& work) {
  for (; bits != 0; bits &= bits - 1) work(first + __builtin_ctzll(bits));
}
/// Calls work(block) for each block of a set.
template <class Work>
OVL_FN void for_each_block(BlockSet blocks, const Work& work) {
  for_each_bit(blocks.own, 0, work);
  for_each_bit(blocks.above, tile_blocks, work);
}

}  // namespace overlace
