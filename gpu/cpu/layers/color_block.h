// SPDX-License-Identifier: Apache-2.0
// Formulas over the components of a pixel (ColorPass) on the CPU: sixteen pixels at once.
#pragma once

#include <cstring>
#include <utility>

#include "gpu/cpu/layers/image_rows.h"
#include "gpu/kernels/color_pass.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Separates the samples of a tile's row by component, and joins them again. Vectors are not stored
/// one number at a time: loading one whole would wait for all of those stores.
template <int... i>
OVL_FN void part_components(const float* pixels, float (&components)[4][layer_tile],
                            std::integer_sequence<int, i...>) {
  using Row = float __attribute__((vector_size(sizeof(float) * tile_samples)));
  using Component = float __attribute__((vector_size(sizeof(float) * layer_tile)));
  Row row;
  std::memcpy(&row, pixels, sizeof row);
  const Component parts[4] = {__builtin_shufflevector(row, row, (4 * i)...),
                              __builtin_shufflevector(row, row, (4 * i + 1)...),
                              __builtin_shufflevector(row, row, (4 * i + 2)...),
                              __builtin_shufflevector(row, row, (4 * i + 3)...)};
  std::memcpy(components, parts, sizeof parts);
}
template <int... i>
OVL_FN void join_components(const float (&components)[4][layer_tile], float* pixels,
                            std::integer_sequence<int, i...>) {
  using Row = float __attribute__((vector_size(sizeof(float) * tile_samples)));
  Row parts;
  std::memcpy(&parts, components, sizeof parts);
  const Row row = __builtin_shufflevector(parts, parts, (i % 4 * layer_tile + i / 4)...);
  std::memcpy(pixels, &row, sizeof row);
}

/// Makes the sixteen pixels of a tile's row; make(color, alpha) is their new colour.
template <class L, class Pass, class Make>
OVL_FN void color_row(const Pass& pass, int column, int y, const Make& make) {
  alignas(64) float pixels[tile_samples], components[4][layer_tile];
  load_row<L>(pass.from, y, {column, column}, pixels);
  part_components(pixels, components, std::make_integer_sequence<int, layer_tile>{});
  const Rgb<L> color{L::load(components[0]), L::load(components[1]), L::load(components[2])};
  const Rgb<L> made = make(color, L::load(components[3]));
  store(components[0], made.r);
  store(components[1], made.g);
  store(components[2], made.b);
  join_components(components, pixels, std::make_integer_sequence<int, tile_samples>{});
  for (int at = 0; at < tile_samples; at += vector_samples)
    store_pixels(pass.to, column * layer_tile + at / 4, y, L::load(pixels + at));
}

template <class L, class Formula>
OVL_FN L flat_result(const ColorPass<Formula>& pass, const L& pixel) {
  alignas(64) float samples[vector_samples], made[vector_samples];
  store(samples, pixel);
  const Rgb<L> color =
      pass.formula(Rgb<L>{L(samples[0]), L(samples[1]), L(samples[2])}, L(samples[3]));
  const auto keep = [&](int i, const L& all) OVL_INLINE {
    store(made, all);
    samples[i] = made[0];
  };
  keep(0, color.r);
  keep(1, color.g);
  keep(2, color.b);
  return L::each_pixel(samples);
}

template <class L, class Formula>
OVL_LONG_FN void run_block(const ColorPass<Formula>& pass, const BlockTiles& tiles, ImageScratch&) {
  const TiledImage& to = pass.output();
  const int top = tiles.rows.first * layer_tile;
  for (int column = tiles.columns.first; column <= tiles.columns.last; ++column)
    for (int y = top; to.is_mixed(column, tiles.rows.first) && y < top + layer_tile; ++y)
      if (y < to.size.height) color_row<L>(pass, column, y, pass.formula);
}

}  // namespace overlace
