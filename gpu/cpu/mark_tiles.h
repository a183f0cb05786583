// SPDX-License-Identifier: Apache-2.0
// What is known of a pass's tiles before their pixels are made: that nothing will be on them, or
// one colour. Overlays are fills for the most part: where all that a tile looks at is flat, the
// pass's formula runs once for all of its pixels.
#pragma once

#include "gpu/cpu/image_rows.h"

namespace overlace {

/// A pass over one image that makes flat tiles of flat ones has flat_result(pass, pixel): what
/// becomes of a pixel all around which lies the same. Formulas and their order are the pass's.
template <class L, class Pass>
inline constexpr bool keeps_flat = requires(const Pass& pass, L pixel) {
  flat_result(pass, pixel);
};

/// Whether pixels x, y of an image are all the same, on flat tiles.
OVL_FN bool is_flat_area(const TiledImage& image, IntRange x, IntRange y) {
  if (!image.has(x.first, y.first) || !image.has(x.last, y.last)) return false;
  const IntRange columns = tiles_of(x.first, x.last), rows = tiles_of(y.first, y.last);
  if (!image.is_flat(columns.first, rows.first)) return false;
  const std::uint16_t* pixel = image.tile_at(columns.first, rows.first);
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = columns.first; column <= columns.last; ++column)
      if (!image.is_flat(column, row) || std::memcmp(pixel, image.tile_at(column, row), 8) != 0)
        return false;
  return true;
}

/// Makes a tile flat, which has to lie in the image.
template <class L>
OVL_FN void store_flat(const TiledImage& image, int column, int row, L pixel) {
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, pixel);
  std::memcpy(image.tile_at(column, row), halves, 8);
  image.occupied[row * image.columns() + column] = flat_tile;
}
/// Whether all pixels of a tile lie in the image.
OVL_FN bool is_whole(const TiledImage& image, int column, int row) {
  return (column + 1) * layer_tile <= image.size.width &&
         (row + 1) * layer_tile <= image.size.height;
}

/// Makes those of some tiles flat that look at nothing else. Returns whether all do.
template <class L, class Pass>
OVL_FN bool make_flat(const Pass& pass, const BlockTiles& tiles) {
  const IntRange first_x = pass.source_x(tiles.columns.first);
  const IntRange first_y = pass.source_y(tiles.rows.first);
  const IntRange x{first_x.first, pass.source_x(tiles.columns.last).last};
  const IntRange y{first_y.first, pass.source_y(tiles.rows.last).last};
  const TiledImage& to = pass.output();
  if (!is_whole(to, tiles.columns.last, tiles.rows.last) || !is_flat_area(pass.source(), x, y))
    return false;
  const L pixel = flat_pixel<L>(pass.source(), tiles_of(x.first, x.last).first,
                                tiles_of(y.first, y.last).first);
  const L made = flat_result(pass, pixel);
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column)
      store_flat(to, column, row, made);
  return true;
}

/// Marks the tiles of a block of the pass's output, and makes those that are flat. Returns whether
/// there are others.
template <class L, class Pass>
OVL_FN bool mark_tiles(const Pass& pass, const BlockTiles& tiles) {
  if constexpr (keeps_flat<L, Pass>)
    if (make_flat<L>(pass, tiles)) return false;
  const TiledImage& to = pass.output();
  bool any = false;
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row) {
    const IntRange y = pass.source_y(row), rows = tiles_of(y.first, y.last);
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
      const IntRange x = pass.source_x(column);
      const bool occupied = any_occupied(pass.source(), tiles_of(x.first, x.last), rows);
      to.occupied[row * to.columns() + column] = occupied ? painted_tile : std::uint8_t{0};
      if constexpr (keeps_flat<L, Pass>)
        if (occupied && make_flat<L>(pass, {{column, column}, {row, row}})) continue;
      any = any || occupied;
    }
  }
  return any;
}

}  // namespace overlace
