// SPDX-License-Identifier: Apache-2.0
// The pixels of a tile of an image, for a warp that makes it.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/pixel_samples.h"

namespace overlace {

/// Rows of a column that a thread makes: half of a tile's.
inline constexpr int rows_of_thread = layer_tile * layer_tile / warp_size;

/// Calls f(x, rows) on each thread whose column of a tile lies in the image, with its rows of the
/// tile: `rows_of_thread` of them, or fewer in the last tiles of an image.
template <class ThreadGroup, class F>
OVL_FN void for_each_run(ThreadGroup& threads, const TiledImage& image, int column, int row,
                         const F& f) {
  threads.each([&](int lane) {
    const int x = column * layer_tile + lane % layer_tile;
    const int first = row * layer_tile + lane / layer_tile * rows_of_thread;
    const int last = image.size.height - 1, end = first + rows_of_thread - 1;
    if (x < image.size.width) f(x, IntRange{first, end < last ? end : last});
  });
}
/// Calls f(x, y) for each pixel of a tile that the image has.
template <class ThreadGroup, class F>
OVL_FN void for_each_pixel(ThreadGroup& threads, const TiledImage& image, int column, int row,
                           const F& f) {
  for_each_run(threads, image, column, row, [&](int x, const IntRange& rows) {
    for (int y = rows.first; y <= rows.last; ++y) f(x, y);
  });
}

/// Pixels that a thread makes before it stores the first. For all the compiler knows, a store may
/// change what is read next: the more pixels at once, the less often a thread waits for memory. But
/// code grows with them, so pixels that take long to compute are made one by one.
template <class Pass>
inline constexpr int pixels_at_once = 4;

/// Makes the pixels of a tile, each by make(x, y).
template <int at_once, class ThreadGroup, class Make>
OVL_FN void make_pixels(ThreadGroup& threads, const TiledImage& to, int column, int row,
                        const Make& make) {
  static_assert(rows_of_thread % at_once == 0);
  for_each_run(threads, to, column, row, [&](int x, const IntRange& rows) {
    int y = rows.first;
    if constexpr (at_once > 1) {
      OVL_ROLLED
      for (; y + at_once - 1 <= rows.last; y += at_once) {
        TexelHalves made[at_once];
        OVL_UNROLLED
        for (int i = 0; i < at_once; ++i) made[i] = to_halves(make(x, y + i));
        OVL_UNROLLED
        for (int i = 0; i < at_once; ++i) store_halves(to.at(x, y + i), made[i]);
      }
    }
    OVL_ROLLED
    for (; y <= rows.last; ++y) store_halves(to.at(x, y), to_halves(make(x, y)));
  });
}

}  // namespace overlace
