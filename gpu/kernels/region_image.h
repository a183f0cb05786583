// SPDX-License-Identifier: Apache-2.0
// Regions of the picture: the alpha of a layer, whatever else that holds.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/half.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// What is known of two blocks side by side, of which a row of a tile has its pixels: a bit for
/// each.
struct PairMarks {
  unsigned painted, opaque;
  /// Whether each of them is transparent or opaque, so that no pixel has to be looked at.
  [[nodiscard]] OVL_FN bool are_known() const { return painted == opaque; }
};

/// How much of the picture a region covers: FP16 alpha, row by row, with a byte for each tile.
struct RegionImage : TileMarks {
  const std::uint16_t* alpha = nullptr;  ///< of the first pixel
  int step = 1;                          ///< halves from a pixel to the next
  /// Of tiles that are neither clear nor opaque; see BlockMarks. Blocks that are known there have
  /// no pixels in memory. Null where nothing is known.
  const BlockMarks* blocks = nullptr;

  [[nodiscard]] OVL_FN const std::uint16_t* at(int x, int y) const {
    return alpha + (static_cast<std::ptrdiff_t>(y) * size.width + x) * step;
  }
  /// The blocks that a row of a tile has its pixels from, (x, y) being the first of them.
  [[nodiscard]] OVL_FN PairMarks pair_at(int x, int y) const {
    constexpr unsigned both = 3;
    const std::uint8_t mark = occupied[(y >> log2_layer_tile) * columns() + (x >> log2_layer_tile)];
    if (mark == 0) return {0, 0};
    if (is_opaque_tile(mark)) return {both, both};
    if (blocks == nullptr || is_flat_tile(mark)) return {both, 0};
    constexpr int log2_width = log2_layer_tile + log2_marked_tiles;
    constexpr int log2_across = log2_width - log2_block_width;
    const int marks_row = (y >> log2_layer_tile) * block_marks_across(size.width);
    const BlockMarks& marks = blocks[marks_row + (x >> log2_width)];
    const int row = (y & (layer_tile - 1)) >> log2_block_height;
    const int column = (x & ((1 << log2_width) - 1)) >> log2_block_width;
    const int bit = (row << log2_across) + column;
    return {static_cast<unsigned>(marks.painted >> bit) & both,
            static_cast<unsigned>(marks.opaque >> bit) & both};
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

/// Alpha of a region at a pixel; beyond the picture's edges as on them.
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
