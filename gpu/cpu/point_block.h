// SPDX-License-Identifier: Apache-2.0
// Passes of formulas on the CPU: four pixels at once.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// Makes a tile. The output's mark comes last: it may be an input's.
template <class L, class Formula>
OVL_FN void make_tile(const PointPass<Formula>& pass, int column, int row) {
  const TiledImage& to = pass.to;
  bool has[Formula::inputs];
  for (int i = 0; i < Formula::inputs; ++i) has[i] = pass.from[i].is_occupied(column, row);
  const bool occupied = pass.formula.occupies(has);
  for (int k = 0; occupied && k < layer_tile; ++k) {
    const int y = row * layer_tile + k;
    if (y >= to.size.height) break;
    alignas(64) float samples[Formula::inputs][tile_samples];
    for (int i = 0; i < Formula::inputs; ++i)
      load_row<L>(pass.from[i], y, {column, column}, samples[i]);
    for (int at = 0; at < tile_samples; at += vector_samples) {
      L pixels[Formula::inputs];
      for (int i = 0; i < Formula::inputs; ++i) pixels[i] = L::load(samples[i] + at);
      store_pixels(to, column * layer_tile + at / 4, y, pass.formula(pixels));
    }
  }
  to.occupied[row * to.columns() + column] = occupied ? 1 : 0;
}

}  // namespace overlace
