// SPDX-License-Identifier: Apache-2.0
// Passes of single pixels on the CPU: one after the other.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/pixel.h"

namespace overlace {

template <class L, class Formula>
OVL_FN void run_block(const PixelPass<Formula>& pass, const BlockTiles& tiles, ImageScratch&) {
  const TiledImage &from = pass.source(), &to = pass.output();
  const int row = tiles.rows.first;
  for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
    if (!to.is_occupied(column, row)) continue;
    const int left = column * layer_tile;
    const bool is_mixed = from.is_mixed(column, row);  // else its rows are all alike
    alignas(64) float old[tile_samples], samples[tile_samples];
    load_row<L>(from, row * layer_tile, {column, column}, old);
    for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y) {
      if (is_mixed) load_row<L>(from, y, {column, column}, old);
      for (int i = 0; i < layer_tile; ++i) {
        const Samples made = pass.pixel(Samples::each_pixel(old + 4 * i), left + i, y);
        for (int c = 0; c < 4; ++c) samples[4 * i + c] = made.value[c];
      }
      for (int at = 0; at < tile_samples; at += vector_samples)
        store_pixels(to, left + at / 4, y, L::load(samples + at));
    }
  }
}

}  // namespace overlace
