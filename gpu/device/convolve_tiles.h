// SPDX-License-Identifier: Apache-2.0
// Filters along an axis on a device: one warp per tile; each thread makes runs of pixels along the
// axis.
#pragma once

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/blur.h"

namespace overlace {

/// Adjacent pixels that a thread makes at once. From one tap to the next, it reads only two more.
inline constexpr int convolve_run = 4;
struct ConvolveRun {
  TexelHalves pixel[convolve_run];
};

/// The lines of a tile that a warp filters, with the halo on either side, laid out to avoid bank
/// conflicts.
struct ConvolveMemory {
  static constexpr int longest = layer_tile + 2 * most_blur_radius;
  static constexpr int between_rows = layer_tile + 2;  ///< stride, when the lines are columns
  TexelHalves texel[between_rows * longest];
};
/// Where a line's texels are.
struct ConvolveLines {
  int apart, step;  ///< from line to line, and along a line

  OVL_FN ConvolveLines(bool along_y, int length)
      : apart(along_y ? 1 : length | 1), step(along_y ? ConvolveMemory::between_rows : 1) {}
};

/// Pixels that a thread loads before it keeps the first, so that it waits for memory only once.
inline constexpr int reads_at_once = 8;

/// Reads an area of pixels: keep(x, y, texel) gets the one at (left + x, top + y). Neighbouring
/// threads read neighbouring pixels.
template <class ThreadGroup, NearKind kind, class Keep>
OVL_FN void read_area(ThreadGroup& threads, const NearImage<kind>& from, int left, int top,
                      Size area, const Keep& keep) {
  const int across = area.width <= layer_tile ? layer_tile : warp_size;
  const int apart = warp_size / across;
  threads.each([&](int lane) {
    for (int x = lane & (across - 1); x < area.width; x += across) {
      OVL_ROLLED
      for (int y = lane / across; y < area.height; y += reads_at_once * apart) {
        TexelHalves read[reads_at_once];
        OVL_UNROLLED
        for (int i = 0; i < reads_at_once; ++i)
          if (y + i * apart < area.height) read[i] = from.halves(left + x, top + y + i * apart);
        OVL_UNROLLED
        for (int i = 0; i < reads_at_once; ++i)
          if (y + i * apart < area.height) keep(x, y + i * apart, read[i]);
      }
    }
  });
}

/// Filters a run of pixels, the first of which is at `middle`. Of the pixels before and after it,
/// those that the next tap needs again stay in registers: number i, counted from the run's first
/// pixel, in place i modulo the run.
OVL_FN ConvolveRun filter_run(const TexelHalves* middle, int step, const BlurRecord& blur) {
  constexpr int run = convolve_run;
  Samples sum[run], before[run], after[run];
  OVL_UNROLLED
  for (int i = 0; i < run; ++i) {
    before[i] = after[i] = to_samples(middle[i * step]);
    sum[i] = before[i] * Samples(blur.weight[0]);
  }
  const TexelHalves *left = middle, *right = middle + (run - 1) * step;
  OVL_ROLLED
  for (int first = 1; first <= blur.radius; first += run) {
    OVL_UNROLLED
    for (int turn = 0; turn < run; ++turn) {
      if (first + turn > blur.radius) break;
      before[run - 1 - turn] = to_samples(*(left -= step));
      after[turn] = to_samples(*(right += step));
      const Samples weight(blur.weight[first + turn]);
      OVL_UNROLLED
      for (int i = 0; i < run; ++i)
        sum[i] = with_tap(sum[i], weight, before[(i + run - 1 - turn) % run],
                          after[(i + 1 + turn) % run]);
    }
  }
  ConvolveRun made;
  OVL_UNROLLED
  for (int i = 0; i < run; ++i) made.pixel[i] = to_halves(sum[i]);
  return made;
}

template <class ThreadGroup, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolveAxisPass& pass,
                      const NearImage<kind>& from, int column, int row) {
  auto& memory = threads.template shared<ConvolveMemory>();
  const BlurRecord& blur = *pass.blur;
  const bool along_y = pass.along_y;
  const int radius = blur.radius, length = layer_tile + 2 * radius;
  const int left = column * layer_tile, top = row * layer_tile;
  const ConvolveLines lines(along_y, length);
  const auto texel = [&](int line, int along) {
    return memory.texel + line * lines.apart + along * lines.step;
  };
  if (along_y)
    read_area(threads, from, left, top - radius, {layer_tile, length},
              [&](int x, int y, const TexelHalves& read) { *texel(x, y) = read; });
  else
    read_area(threads, from, left - radius, top, {length, layer_tile},
              [&](int x, int y, const TexelHalves& read) { *texel(y, x) = read; });

  constexpr int runs = layer_tile / convolve_run, lines_at_once = warp_size / runs;
  for (int first = 0; first < layer_tile; first += lines_at_once) {
    const auto place = [&](int lane) {
      const int line = along_y ? lane % lines_at_once : lane / runs;
      const int run = along_y ? lane / lines_at_once : lane % runs;
      return texel(first + line, radius + run * convolve_run);
    };
    auto made = threads.template make<ConvolveRun>();
    threads.each([&](int lane) { made[lane] = filter_run(place(lane), lines.step, blur); });
    threads.each([&](int lane) {
      TexelHalves* at = place(lane);
      OVL_UNROLLED
      for (int i = 0; i < convolve_run; ++i) at[i * lines.step] = made[lane].pixel[i];
    });
  }
  const TiledImage to = pass.output();
  for_each_pixel(threads, to, column, row, [&](int x, int y) {
    store_halves(to.at(x, y),
                 along_y ? *texel(x - left, y - top + radius) : *texel(y - top, x - left + radius));
  });
}

}  // namespace overlace
