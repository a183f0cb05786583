// SPDX-License-Identifier: Apache-2.0
// Formulas over the same pixel of several images (PointPass) on the CPU: four pixels at once.
#pragma once

#include "gpu/cpu/layers/mark_tiles.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// Makes a tile that is not flat. The rows of flat or empty inputs are laid out only once, up
/// front: the output may be one of the inputs.
template <class L, class Formula>
OVL_FN void make_mixed_tile(const PointPass<Formula>& pass, int column, int row) {
  const TiledImage& to = pass.to;
  alignas(64) float samples[Formula::inputs][tile_samples];
  bool is_mixed[Formula::inputs];
  for (int i = 0; i < Formula::inputs; ++i) {
    is_mixed[i] = pass.from[i].is_mixed(column, row);
    if (!is_mixed[i]) load_row<L>(pass.from[i], row * layer_tile, {column, column}, samples[i]);
  }
  for (int k = 0; k < layer_tile; ++k) {
    const int y = row * layer_tile + k;
    if (y >= to.size.height) break;
    for (int i = 0; i < Formula::inputs; ++i)
      if (is_mixed[i]) load_row<L>(pass.from[i], y, {column, column}, samples[i]);
    for (int at = 0; at < tile_samples; at += vector_samples) {
      L pixels[Formula::inputs];
      for (int i = 0; i < Formula::inputs; ++i) pixels[i] = L::load(samples[i] + at);
      store_pixels(to, column * layer_tile + at / 4, y, pass.formula(pixels));
    }
  }
}

/// Makes a tile. The output's mark is set last: it may be an input's, too.
template <class L, class Formula>
OVL_FN void make_tile(const PointPass<Formula>& pass, int column, int row) {
  const TiledImage& to = pass.to;
  bool has[Formula::inputs], is_flat = is_whole(to, column, row);
  for (int i = 0; i < Formula::inputs; ++i) {
    has[i] = pass.from[i].is_occupied(column, row);
    is_flat = is_flat && !pass.from[i].is_mixed(column, row);
  }
  const bool occupied = pass.formula.occupies(has);
  if (occupied && is_flat) {
    L pixels[Formula::inputs];
    for (int i = 0; i < Formula::inputs; ++i)
      pixels[i] = has[i] ? flat_pixel<L>(pass.from[i], column, row) : L(0.0F);
    return store_flat(to, {{column, column}, {row, row}}, pass.formula(pixels));
  }
  if (occupied) make_mixed_tile<L>(pass, column, row);
  to.occupied[row * to.columns() + column] = occupied ? painted_tile : std::uint8_t{0};
}

}  // namespace overlace
