// SPDX-License-Identifier: Apache-2.0
// Regions of the picture: the alpha of a layer, whatever else that holds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/half.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// What is known about the two adjacent blocks that hold a row of a tile's pixels: a bit for each.
struct PairMarks {
  unsigned painted, opaque;
  /// Whether each of them is wholly transparent or opaque, so that no pixel has to be read.
  [[nodiscard]] OVL_FN bool are_known() const { return painted == opaque; }
};

/// How much of the picture a region covers: FP16 alpha, with a byte for each tile.
struct RegionImage : TileMarks {
  const std::uint16_t* alpha = nullptr;  ///< of the first pixel
  /// Halves from a pixel to the next: 1 in a layer of alpha alone, else 4, and row by row.
  int step = 1;
  /// Marks of tiles that are neither transparent nor opaque; see BlockMarks. Blocks marked there as
  /// wholly transparent or opaque have no pixels in memory. Null if nothing is known.
  const BlockMarks* blocks = nullptr;

  [[nodiscard]] OVL_FN const std::uint16_t* at(int x, int y) const {
    if (step == 1) return alpha + alpha_place(size.width, x, y);
    return alpha + (static_cast<std::ptrdiff_t>(y) * size.width + x) * step;
  }
  /// What is known about a tile's blocks: those of its row r are bits 8 r and 8 r + 1. Other bits
  /// may be anything.
  [[nodiscard]] OVL_FN BlockMarks blocks_of(int column, int row) const {
    constexpr std::uint64_t all = ~std::uint64_t{0};
    const std::uint8_t mark = occupied[row * columns() + column];
    if (mark == 0) return {0, 0};
    if (is_opaque_tile(mark)) return {all, all};
    if (blocks == nullptr || is_flat_tile(mark)) return {all, 0};
    const BlockMarks& four =
        blocks[row * block_marks_across(size.width) + (column >> log2_marked_tiles)];
    const int first = (column & ((1 << log2_marked_tiles) - 1))
                      << (log2_layer_tile - log2_block_width);
    return {four.painted >> first, four.opaque >> first};
  }
  /// The blocks that hold a row of a tile's pixels, of which (x, y) is the first.
  [[nodiscard]] OVL_FN PairMarks pair_at(int x, int y) const {
    return pair_of(blocks_of(x >> log2_layer_tile, y >> log2_layer_tile), y);
  }
  /// The same from a tile's blocks_of().
  OVL_FN static PairMarks pair_of(const BlockMarks& tile, int y) {
    constexpr int log2_columns = log2_layer_tile + log2_marked_tiles - log2_block_width;
    const int first = ((y & (layer_tile - 1)) >> log2_block_height) << log2_columns;
    return {static_cast<unsigned>(tile.painted >> first) & 3U,
            static_cast<unsigned>(tile.opaque >> first) & 3U};
  }
};

/// The alpha of an image.
OVL_FN RegionImage region_of(const TiledImage& image) {
  RegionImage region;
  region.occupied = image.occupied;
  region.size = image.size;
  region.alpha = image.pixels + 3;
  region.step = 4;
  return region;
}

/// Alpha of a region at a pixel; beyond the picture's edges, at the nearest one.
OVL_FN float region_alpha(const RegionImage& region, int x, int y) {
  const int right = region.size.width - 1, bottom = region.size.height - 1;
  x = x < 0 ? 0 : x > right ? right : x;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  const int left = x & -layer_tile, top = y & -layer_tile;
  const PairMarks pair = region.pair_at(left, y);
  const int block = (x - left) >> log2_block_width;
  if ((pair.painted >> block & 1U) == 0) return 0;
  if ((pair.opaque >> block & 1U) != 0) return 1;
  const bool is_flat = region.is_flat(x >> log2_layer_tile, y >> log2_layer_tile);
  return half_to_float(is_flat ? *region.at(left, top) : *region.at(x, y));
}

}  // namespace overlace
