// SPDX-License-Identifier: Apache-2.0
// Passes whose pixels come from elsewhere, on a device: one thread per pixel.
#pragma once

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/effects/aberration.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/warp.h"

namespace overlace {

template <>
inline constexpr int pixels_at_once<GatherPass<AberrationField>> = 1;
template <>
inline constexpr int pixels_at_once<GatherPass<WarpField>> = 1;

/// The value of a tap, interpolated bilinearly.
template <class Field, NearKind kind>
OVL_FN Samples read_between(const GatherPass<Field>& pass, const NearImage<kind>& from,
                            const PixelPosition<float>& at) {
  const float left = floor(at.x), top = floor(at.y);
  Samples pixels[4];
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const PixelPosition<int> stored =
        pass.in_memory({static_cast<int>(left) + (i & 1), static_cast<int>(top) + (i >> 1)});
    pixels[i] = from.samples(stored.x, stored.y);
  }
  return bilinear(pixels, Samples(at.x - left), Samples(at.y - top));
}

/// The field for a tile.
template <class ThreadGroup, class Field>
OVL_FN auto near_tile(ThreadGroup&, const GatherPass<Field>& pass, int column, int row) {
  return pass.near_tile(column, row);
}
/// Each thread tests one of 32 strokes.
template <class ThreadGroup>
OVL_FN WarpNear near_tile(ThreadGroup& threads, const GatherPass<WarpField>& pass, int column,
                          int row) {
  const ImageArea tile = pass.shown_tile(column, row);
  WarpNear near{pass.field.warp, {}};
  OVL_UNROLLED
  for (int word = 0; word < WarpNear::words; ++word)
    near.strokes[word] = threads.ballot(
        [&](int lane) { return pass.field.reaches(32 * word + lane, tile.x, tile.y); });
  return near;
}

template <class ThreadGroup, class Field, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const GatherPass<Field>& pass,
                      const NearImage<kind>& from, int column, int row) {
  const auto field = near_tile(threads, pass, column, row);
  if (field.is_still())
    return make_pixels<pixels_at_once<GatherPass<Field>>>(
        threads, pass.to, column, row, [&](int x, int y) { return from.samples(x, y); });
  make_pixels<pixels_at_once<GatherPass<Field>>>(threads, pass.to, column, row, [&](int x, int y) {
    const PixelPosition<float> at = pass.shown(static_cast<float>(x), static_cast<float>(y));
    Samples taps[Field::taps];
    OVL_UNROLLED
    for (int i = 0; i < Field::taps; ++i) taps[i] = read_between(pass, from, field.place(i, at));
    return pass.field.mix(taps);
  });
}

/// Where a place is rounded to a whole pixel, the next pixel is read, too, with weight 0.
template <class ThreadGroup, class Field>
OVL_FN NearTiles read_tiles(ThreadGroup& threads, const GatherPass<Field>& pass,
                            const NearTiles& seen) {
  const auto [x, y] = seen.pixels;
  return look_around(threads, pass.from, {{x.first - 1, x.last + 1}, {y.first - 1, y.last + 1}});
}
/// Whether a pass may read pixels of more than 32 tiles to make one tile.
template <class Pass>
inline constexpr bool reads_far = false;
template <class Field>
inline constexpr bool reads_far<GatherPass<Field>> = true;

}  // namespace overlace
