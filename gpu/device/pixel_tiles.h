// SPDX-License-Identifier: Apache-2.0
// Passes over single pixels on a device: one thread per pixel.
#pragma once

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/color_pass.h"
#include "gpu/kernels/grain.h"
#include "gpu/kernels/pixel.h"

namespace overlace {

template <>
inline constexpr int pixels_at_once<PixelPass<GrainFormula>> = 1;

/// Makes the pixels of a tile: make(color, alpha, x, y) is a pixel's new colour.
template <class ThreadGroup, class Pass, NearKind kind, class Make>
OVL_FN void make_colors(ThreadGroup& threads, const Pass& pass, const NearImage<kind>& from,
                        int column, int row, const Make& make) {
  make_pixels<pixels_at_once<Pass>>(threads, pass.to, column, row, [&](int x, int y) {
    Samples pixel = from.samples(x, y);
    const Rgb<float> color{pixel.value[0], pixel.value[1], pixel.value[2]};
    const Rgb<float> made = make(color, pixel.value[3], x, y);
    pixel.value[0] = made.r;
    pixel.value[1] = made.g;
    pixel.value[2] = made.b;
    return pixel;
  });
}

template <class ThreadGroup, class Formula, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const PixelPass<Formula>& pass,
                      const NearImage<kind>& from, int column, int row) {
  make_colors(threads, pass, from, column, row,
              [&](const Rgb<float>& color, float alpha, int x, int y) {
                typename Formula::template Rows<float> rows(pass.formula);
                return rows(color, alpha, pass.shown(static_cast<float>(x), static_cast<float>(y)));
              });
}

template <class ThreadGroup, class Formula, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const ColorPass<Formula>& pass,
                      const NearImage<kind>& from, int column, int row) {
  make_colors(
      threads, pass, from, column, row,
      [&](const Rgb<float>& color, float alpha, int, int) { return pass.formula(color, alpha); });
}

}  // namespace overlace
