// SPDX-License-Identifier: Apache-2.0
// How passes are divided among workers.
#pragma once

#include "gpu/cpu/passes/image_kernels.h"

namespace overlace {

/// A rectangle of an image's tiles.
struct BlockTiles {
  IntRange columns, rows;
};

/// Tiles `index` * `count` and on, at most `count` of `all`.
OVL_FN IntRange tiles_of_block(int index, int count, int all) {
  const int first = index * count;
  return {first, (first + count < all ? first + count : all) - 1};
}
OVL_FN int blocks_in(int tiles, int count) {
  return (tiles + count - 1) / count;
}

/// The rows of tiles of a block, where they depend on the frame. Filters down columns read rows
/// that neighbours also read; others had better be shared by many workers.
OVL_FN int rows_of_block(const ConvolvePicturePass& pass) {
  return pass.along_y ? ConvolvePicturePass::block.rows : 1;
}
/// Rows of tiles that share a filtered part of the first level.
inline constexpr int filtered_tile_rows = 4;
/// Whether the second filter runs on the first level of a blurred component as that is mixed in.
OVL_FN bool filters_level(const MixPass<JoinedBlur>& pass) {
  return pass.from.levels() == 1 && pass.from.runs_in_bands();
}
OVL_FN int rows_of_block(const MixPass<JoinedBlur>& pass) {
  return filters_level(pass) ? filtered_tile_rows : MixPass<JoinedBlur>::block.rows;
}
template <class Pass>
OVL_FN int rows_of_block(const Pass&) {
  return Pass::block.rows;
}

/// How many blocks a pass has.
template <class Pass>
OVL_FN Size blocks_of(const Pass& pass) {
  const auto& to = pass.output();
  return {blocks_in(to.columns(), Pass::block.columns), blocks_in(to.rows(), rows_of_block(pass))};
}
/// The tiles of a block of a pass.
template <class Pass>
OVL_FN BlockTiles tiles_in(const Pass& pass, BlockIndex block) {
  const auto& to = pass.output();
  return {tiles_of_block(block.column, Pass::block.columns, to.columns()),
          tiles_of_block(block.row, rows_of_block(pass), to.rows())};
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
  return {blocks_in(pass.to.columns(), columns_of_mosaic(pass.from)), pass.from.y_axis().count()};
}
OVL_FN BlockTiles tiles_in(const MixPass<Mosaic>& pass, BlockIndex block) {
  return {tiles_of_block(block.column, columns_of_mosaic(pass.from), pass.to.columns()),
          tiles_of(pass.from.y_axis().range(block.row))};
}

}  // namespace overlace
