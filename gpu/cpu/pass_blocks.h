// SPDX-License-Identifier: Apache-2.0
// How passes are divided among workers.
#pragma once

#include "gpu/cpu/image_kernels.h"
#include "gpu/effects/pixelate.h"

namespace overlace {

/// A rectangle of an image's tiles.
struct BlockTiles {
  IntRange columns, rows;
};

/// How many blocks a pass has.
template <class Pass>
OVL_FN Size blocks_of(const Pass& pass) {
  const auto& to = pass.output();
  return {(to.columns() + Pass::block.columns - 1) / Pass::block.columns,
          (to.rows() + Pass::block.rows - 1) / Pass::block.rows};
}
/// The tiles of a block of a pass.
template <class Pass>
OVL_FN BlockTiles tiles_in(const Pass& pass, BlockIndex block) {
  const auto range = [](int index, int count, int all) -> IntRange {
    const int first = index * count;
    return {first, (first + count < all ? first + count : all) - 1};
  };
  const auto& to = pass.output();
  return {range(block.column, Pass::block.columns, to.columns()),
          range(block.row, Pass::block.rows, to.rows())};
}

/// How many columns of tiles of a mosaic a worker makes: they end where blocks end, so that no
/// block is changed while others sum it.
OVL_FN int columns_of_mosaic(const Mosaic& mosaic) {
  constexpr int least = MixPass<Mosaic>::block.columns;
  const MosaicAxis x = mosaic.x_axis();
  const int all = layer_tiles(x.length);
  if (x.flipped && x.length * x.pixels % x.block != 0) return all;
  const int in_tile = layer_tile * x.pixels, even = x.block & -x.block;  // powers of two
  const int period = x.block / (even < in_tile ? even : in_tile);
  const int columns = (least + period - 1) / period * period;
  return columns < all ? columns : all;
}
/// Workers take rows of a mosaic's blocks.
OVL_FN Size blocks_of(const MixPass<Mosaic>& pass) {
  const int columns = columns_of_mosaic(pass.from);
  return {(pass.to.columns() + columns - 1) / columns, pass.from.y_axis().count()};
}
OVL_FN BlockTiles tiles_in(const MixPass<Mosaic>& pass, BlockIndex block) {
  const int columns = columns_of_mosaic(pass.from), first = block.column * columns;
  const int end = first + columns < pass.to.columns() ? first + columns : pass.to.columns();
  return {{first, end - 1}, tiles_of(pass.from.y_axis().range(block.row))};
}

}  // namespace overlace
