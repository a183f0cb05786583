// SPDX-License-Identifier: Apache-2.0
// Passes of pixels that come from elsewhere, on the CPU: places of sixteen pixels at once, then
// pixels by fours.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/texel.h"

namespace overlace {

static_assert(layer_tile == vector_samples);
inline constexpr float pixels_in_turn[vector_samples] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                         8, 9, 10, 11, 12, 13, 14, 15};

/// The places of sixteen pixels, between whole ones.
struct GatherPlaces {
  alignas(64) float left[vector_samples], top[vector_samples];
  alignas(64) float x[vector_samples], y[vector_samples];  ///< beyond them, 0 to 1
};

/// The four pixels around each of four places.
struct GatheredPixels {
  alignas(64) std::uint16_t halves[4][vector_samples];
};
template <class Field>
OVL_FN void gather(const GatherPass<Field>& pass, const GatherPlaces& places, int first,
                   GatheredPixels& out) {
  const TiledImage& from = pass.from;
  for (int pixel = 0; pixel < vector_pixels; ++pixel) {
    const int left = static_cast<int>(places.left[first + pixel]);
    const int top = static_cast<int>(places.top[first + pixel]);
    for (int i = 0; i < 4; ++i) {
      const PixelPosition<int> at = pass.in_memory({left + (i & 1), top + (i >> 1)});
      std::uint16_t* to = out.halves[i] + 4 * pixel;
      if (from.has(at.x, at.y) &&
          from.is_occupied(at.x >> log2_layer_tile, at.y >> log2_layer_tile))
        std::memcpy(to, from.at(at.x, at.y), sizeof(LayerTexel));
      else
        std::memset(to, 0, sizeof(LayerTexel));
    }
  }
}

/// Each of four values for the samples of its pixel.
template <class L>
OVL_FN L for_samples(const float* pixels) {
  alignas(64) float each[vector_samples];
  for (int i = 0; i < vector_samples; ++i) each[i] = pixels[i / 4];
  return L::load(each);
}

/// Makes sixteen pixels; `near` is the field for their tile.
template <class L, class Field, class Near>
OVL_FN void gather_row(const GatherPass<Field>& pass, const Near& near, int x, int y) {
  const L column = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
  const PixelPosition<L> at = pass.shown(column, L(static_cast<float>(y)));
  GatherPlaces places[Field::taps];
  for (int i = 0; i < Field::taps; ++i) {
    const PixelPosition<L> place = near.place(i, at);
    const L left = floor(place.x), top = floor(place.y);
    store(places[i].left, left);
    store(places[i].top, top);
    store(places[i].x, place.x - left);
    store(places[i].y, place.y - top);
  }
  for (int first = 0; first < vector_samples; first += vector_pixels) {
    L taps[Field::taps];
    for (int i = 0; i < Field::taps; ++i) {
      GatheredPixels gathered;
      gather(pass, places[i], first, gathered);
      const L pixels[4] = {L::load_half(gathered.halves[0]), L::load_half(gathered.halves[1]),
                           L::load_half(gathered.halves[2]), L::load_half(gathered.halves[3])};
      taps[i] = bilinear(pixels, for_samples<L>(places[i].x + first),
                         for_samples<L>(places[i].y + first));
    }
    store_pixels(pass.to, x + first, y, near.mix(taps));
  }
}

template <class L, class Field>
OVL_FN void run_block(const GatherPass<Field>& pass, const BlockTiles& tiles, ImageScratch&) {
  const TiledImage& to = pass.output();
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
      if (!to.is_occupied(column, row)) continue;
      const auto near = pass.near_tile(column, row);
      for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y)
        gather_row<L>(pass, near, column * layer_tile, y);
    }
}

}  // namespace overlace
