// SPDX-License-Identifier: Apache-2.0
// Formulas over a pixel's components and position (PixelPass) on the CPU: sixteen pixels at once.
#pragma once

#include "gpu/cpu/lanes/lane_words.h"
#include "gpu/cpu/layers/color_block.h"
#include "gpu/cpu/layers/gather_block.h"
#include "gpu/kernels/pixel.h"

namespace overlace {

template <class L, class Formula>
OVL_LONG_FN void run_block(const PixelPass<Formula>& pass, const BlockTiles& tiles, ImageScratch&) {
  const TiledImage& to = pass.output();
  const int top = tiles.rows.first * layer_tile, below = top + layer_tile;
  for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
    if (!to.is_occupied(column, tiles.rows.first)) continue;
    typename Formula::template Rows<L> rows(pass.formula);
    const L x = L(static_cast<float>(column * layer_tile)) + L::load_any(pixels_in_turn);
    for (int y = top; y < below && y < to.size.height; ++y) {
      const auto at = pass.shown(x, L(static_cast<float>(y)));
      color_row<L>(pass, column, y,
                   [&](const Rgb<L>& color, L alpha) OVL_INLINE { return rows(color, alpha, at); });
    }
  }
}

}  // namespace overlace
