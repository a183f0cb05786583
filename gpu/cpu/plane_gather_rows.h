// SPDX-License-Identifier: Apache-2.0
// Passes over planes whose samples come from elsewhere, on the CPU: sixteen places at once, then
// what is seen there one by one.
#pragma once

#include "gpu/cpu/gather_block.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

template <class L, class Field>
OVL_FN void run_block(const PlaneGatherPass<Field>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage& to = pass.output();
  const int left = block.column * pass.block.columns;
  alignas(64) float seen_x[layer_tile], seen_y[layer_tile];
  for (int column = left; column < left + pass.block.columns && column < to.columns(); ++column) {
    if (!to.is_wanted(column, block.row)) continue;
    const auto near = pass.near_tile(column, block.row);
    const int x = column * layer_tile, top = block.row * layer_tile;
    const L across = L(static_cast<float>(x)) + L::load_any(pixels_in_turn);
    for (int y = top; y < top + layer_tile && y < to.size.height; ++y) {
      const auto places = pass.place(near, across, L(static_cast<float>(y)));
      store(seen_x, places.x);
      store(seen_y, places.y);
      float* out = to.row(y) + x;
      for (int i = 0; i < layer_tile && x + i < to.size.width; ++i)
        out[i] = pass.seen(seen_x[i], seen_y[i]);
    }
  }
}

}  // namespace overlace
