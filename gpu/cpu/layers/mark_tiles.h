// SPDX-License-Identifier: Apache-2.0
// What is known of a pass's tiles before their pixels are made: that they will be empty, or of one
// colour. Overlays are mostly fills: where all pixels that a tile reads are equal, the pass's
// formula runs once for the whole tile.
#pragma once

#include "gpu/cpu/layers/image_rows.h"
#include "gpu/cpu/layers/same_pixels.h"

namespace overlace {

/// A pass over one image that makes flat tiles of flat ones has flat_result(pass, pixel): what
/// becomes of a pixel that equals everything around it. It uses the pass's formulas in their order.
template <class L, class Pass>
inline constexpr bool keeps_flat = requires(const Pass& pass, L pixel) {
  flat_result(pass, pixel);
};

/// Sets the marks of some tiles.
OVL_FN void set_marks(const TiledImage& image, const BlockTiles& tiles, std::uint8_t mark) {
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column)
      image.row_marks(row)[column] = mark;
}
/// Makes tiles flat. Precondition: they lie wholly in the image.
template <class L>
OVL_FN void store_flat(const TiledImage& image, const BlockTiles& tiles, L pixel) {
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, pixel);
  set_marks(image, tiles, alike_tile);
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row) {
    image.row_marks(row)[tiles.columns.first] = flat_tile;
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column)
      std::memcpy(image.tile_at(column, row), halves, sizeof(std::uint64_t));
  }
}
/// Whether all pixels of a tile lie in the image.
OVL_FN bool is_whole(const TiledImage& image, int column, int row) {
  return image.has((column + 1) * layer_tile - 1, (row + 1) * layer_tile - 1);
}

/// The pixels that some tiles read.
template <class Pass>
OVL_FN ImageArea area_seen(const Pass& pass, const BlockTiles& tiles) {
  return {{pass.source_x(tiles.columns.first).first, pass.source_x(tiles.columns.last).last},
          {pass.source_y(tiles.rows.first).first, pass.source_y(tiles.rows.last).last}};
}
/// Makes some tiles flat if all pixels that they read are equal, or empty if those are transparent.
/// Returns whether it did.
template <class L, class Pass>
OVL_FN bool make_flat(const Pass& pass, const BlockTiles& tiles) {
  const TiledImage& to = pass.output();
  if (!is_whole(to, tiles.columns.last, tiles.rows.last)) return false;
  const std::uint16_t* pixel = only_pixel(pass.source(), area_seen(pass, tiles));
  if (pixel == nullptr) return false;
  if (pixel_word(pixel) == 0)
    set_marks(to, tiles, 0);
  else
    store_flat(to, tiles, flat_result(pass, in_all_places<L>(pixel)));
  return true;
}

/// Marks some tiles of the pass's output and makes the flat ones: all at once, or else one half and
/// then the other. Returns whether any are left to make.
template <class L, class Pass>
OVL_LONG_FN bool mark_tiles(const Pass& pass, const BlockTiles& tiles) {
  if constexpr (keeps_flat<L, Pass>)
    if (make_flat<L>(pass, tiles)) return false;
  const bool occupied = any_occupied(pass.source(), tiles_of(area_seen(pass, tiles)));
  const auto [columns, rows] = tiles;
  if (!occupied || (columns.first == columns.last && rows.first == rows.last)) {
    set_marks(pass.output(), tiles, occupied ? painted_tile : std::uint8_t{0});
    return occupied;
  }
  BlockTiles half = tiles, other = tiles;
  if (columns.last - columns.first >= rows.last - rows.first) {
    half.columns.last = (columns.first + columns.last) >> 1;
    other.columns.first = half.columns.last + 1;
  } else {
    half.rows.last = (rows.first + rows.last) >> 1;
    other.rows.first = half.rows.last + 1;
  }
  const bool in_half = mark_tiles<L>(pass, half), in_other = mark_tiles<L>(pass, other);
  return in_half || in_other;
}

}  // namespace overlace
