// SPDX-License-Identifier: Apache-2.0
// Passes of pixels that come from elsewhere, on a device: a thread takes a pixel.
#pragma once

#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/gather.h"

namespace overlace {

/// What a tap reads.
template <class Field>
OVL_FN Samples read_between(const GatherPass<Field>& pass, const PixelPosition<float>& at) {
  const float left = floor(at.x), top = floor(at.y);
  Samples pixels[4];
  OVL_UNROLLED
  for (int i = 0; i < 4; ++i) {
    const PixelPosition<int> stored =
        pass.in_memory({static_cast<int>(left) + (i & 1), static_cast<int>(top) + (i >> 1)});
    pixels[i] = read_samples(pass.from, stored.x, stored.y);
  }
  return bilinear(pixels, Samples(at.x - left), Samples(at.y - top));
}

template <class ThreadGroup, class Field>
OVL_FN void make_tile(ThreadGroup& threads, const GatherPass<Field>& pass, int column, int row) {
  const auto field = pass.near_tile(column, row);
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    const PixelPosition<float> at = pass.shown(static_cast<float>(x), static_cast<float>(y));
    Samples taps[Field::taps];
    OVL_UNROLLED
    for (int i = 0; i < Field::taps; ++i) taps[i] = read_between(pass, field.place(i, at));
    return pass.field.mix(taps);
  });
}

}  // namespace overlace
