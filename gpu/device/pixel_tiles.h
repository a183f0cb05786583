// SPDX-License-Identifier: Apache-2.0
// Passes of single pixels on a device: a thread takes a pixel.
#pragma once

#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/color_pass.h"
#include "gpu/kernels/pixel.h"

namespace overlace {

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const PixelPass<Formula>& pass, int column, int row) {
  make_pixels(threads, pass.to, column, row,
              [&](int x, int y) { return pass.pixel(read_samples(pass.from, x, y), x, y); });
}

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const ColorPass<Formula>& pass, int column, int row) {
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    Samples pixel = read_samples(pass.from, x, y);
    const Rgb<float> made =
        pass.formula(Rgb<float>{pixel.value[0], pixel.value[1], pixel.value[2]}, pixel.value[3]);
    pixel.value[0] = made.r;
    pixel.value[1] = made.g;
    pixel.value[2] = made.b;
    return pixel;
  });
}

}  // namespace overlace
