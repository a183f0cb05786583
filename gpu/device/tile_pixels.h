// SPDX-License-Identifier: Apache-2.0
// The pixels of a tile of an image, for a warp that makes it.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/samples.h"

namespace overlace {

/// Calls f(x, y) for each pixel of a tile that the image has: a thread takes every other one of a
/// column.
template <class ThreadGroup, class F>
OVL_FN void for_each_pixel(ThreadGroup& threads, const TiledImage& image, int column, int row,
                           const F& f) {
  constexpr int rows_at_once = warp_size / layer_tile;
  const int top = row * layer_tile, rows = image.size.height - top;
  const int end = top + (rows < layer_tile ? rows : layer_tile);
  threads.each([&](int lane) {
    const int x = column * layer_tile + lane % layer_tile;
    if (x >= image.size.width) return;
    for (int y = top + lane / layer_tile; y < end; y += rows_at_once) f(x, y);
  });
}
/// Makes the pixels of a tile: make(x, y) is one.
template <class ThreadGroup, class Make>
OVL_FN void make_pixels(ThreadGroup& threads, const TiledImage& to, int column, int row,
                        const Make& make) {
  for_each_pixel(threads, to, column, row,
                 [&](int x, int y) { store_halves(to.at(x, y), to_halves(make(x, y))); });
}

}  // namespace overlace
