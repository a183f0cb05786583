// SPDX-License-Identifier: Apache-2.0
// Writes a finished tile into its target: D' = D (1 - A) + paint on touched blocks.
#pragma once

#include "gpu/cpu/resolve_chroma.h"

namespace overlace {

/// Blends one touched block into the components that have a sample for every pixel.
template <class L>
std::size_t resolve_block(const TileContext<L>& tile, int row, int column) {
  const Target& target = tile.target;
  const int x = tile.block_x(column), y = tile.block_y(row);
  const Pixel<L> paint = tile.read(row, column);
  const L change = change_of(paint);
  const int components = target.subsampled || target.component[1].data == nullptr ? 1 : 3;
  std::size_t bytes = 0;
  for (int i = 0; i < components; ++i) {
    const L under = load_block<L>(target, target.component[i], x, y);
    const L value = composite(target, under, paint.a, paint.c[i]);
    bytes += store_block(target, target.component[i], x, y, value, change);
  }
  if (target.alpha.data != nullptr) {
    const L under = load_block<L>(target, target.alpha, x, y);
    const L value = composite(target, under, paint.a, paint.a * L(whole_alpha(target)));
    bytes += store_block(target, target.alpha, x, y, value, change);
  }
  return bytes;
}

template <class L>
std::size_t resolve_picture(TileContext<L>& tile) {
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; ++row) {
    for (unsigned bits = tile.surface->mask[row]; bits != 0; bits &= bits - 1) {
      bytes += resolve_block(tile, row, __builtin_ctz(bits));
    }
  }
  if (!tile.target.subsampled) return bytes;
  if (tile.x + tile_width > tile.target.size.width ||
      tile.y + tile_height > tile.target.size.height) {
    for (int row = tile.first_row; row < block_rows; ++row) {
      for (unsigned bits = tile.surface->mask[row]; bits != 0; bits &= bits - 1) {
        extend_edges(tile, row, __builtin_ctz(bits));
      }
    }
  }
  bytes += tile.target.sample == SampleType::u8 ? resolve_chroma<L, std::uint8_t>(tile)
                                                : resolve_chroma<L, std::uint16_t>(tile);
  if (tile.target.siting != ChromaSiting::center) save_carry(tile);
  return bytes;
}

/// Makes a layer's tile anew: every pixel of it is written, transparent where nothing was painted.
template <class L>
std::size_t resolve_layer(TileContext<L>& tile) {
  const Target& target = tile.target;
  const int tiles_x = (target.size.width + tile_width - 1) / tile_width;
  bool touched = false;
  for (int row = 1; row < block_rows; ++row) touched = touched || tile.surface->mask[row] != 0;
  if (!touched) return 0;
  target.occupied[tile.y / tile_height * tiles_x + tile.x / tile_width] = 1;
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; ++row) {
    for (int column = 0; column < block_columns; ++column) {
      const Pixel<L> paint = tile.read(row, column);
      alignas(64) std::uint16_t sample[4][block_lanes];
      for (int i = 0; i < 3; ++i) store_half(sample[i], paint.c[i]);
      store_half(sample[3], paint.a);
      for (int lane = 0; lane < block_lanes; ++lane) {
        const int x = tile.block_x(column) + column_of(lane), y = tile.block_y(row) + row_of(lane);
        if (x >= target.size.width || y >= target.size.height) continue;
        std::byte* p = sample_at(target.component[0], x, y);
        const std::uint16_t rgba[4] = {sample[0][lane], sample[1][lane], sample[2][lane],
                                       sample[3][lane]};
        std::memcpy(p, rgba, sizeof rgba);
        bytes += sizeof rgba;
      }
    }
  }
  return bytes;
}

}  // namespace overlace
