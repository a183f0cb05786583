// SPDX-License-Identifier: Apache-2.0
// Passes of single pixels on a device: a thread takes a pixel.
#pragma once

#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/pixel.h"

namespace overlace {

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const PixelPass<Formula>& pass, int column, int row) {
  make_pixels(threads, pass.to, column, row,
              [&](int x, int y) { return pass.pixel(read_samples(pass.from, x, y), x, y); });
}

}  // namespace overlace
