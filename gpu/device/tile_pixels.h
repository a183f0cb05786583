// SPDX-License-Identifier: Apache-2.0
// The pixels of a tile of an image, for a warp that makes it.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/samples.h"

namespace overlace {

/// Calls f(x, y) for each pixel of a tile that the image has.
template <class ThreadGroup, class F>
OVL_FN void for_each_pixel(ThreadGroup& threads, const TiledImage& image, int column, int row,
                           const F& f) {
  threads.each([&](int lane) {
    for (int i = lane; i < layer_tile * layer_tile; i += warp_size) {
      const int x = column * layer_tile + i % layer_tile, y = row * layer_tile + i / layer_tile;
      if (image.has(x, y)) f(x, y);
    }
  });
}
/// Makes the pixels of a tile: make(x, y) is one.
template <class ThreadGroup, class Make>
OVL_FN void make_pixels(ThreadGroup& threads, const TiledImage& to, int column, int row,
                        const Make& make) {
  for_each_pixel(threads, to, column, row, [&](int x, int y) {
    *reinterpret_cast<LayerTexel*>(to.at(x, y)) = to_texel(make(x, y));
  });
}

}  // namespace overlace
