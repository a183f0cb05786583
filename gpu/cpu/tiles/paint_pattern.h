// SPDX-License-Identifier: Apache-2.0
// Paints patterns on a tile.
#pragma once

#include "gpu/cpu/tiles/paint_group.h"
#include "gpu/kernels/pattern.h"

namespace overlace {

template <class L>
void paint_pattern(TileContext<L>& tile, const Item& item) {
  const PatternPlace place = item.pattern;
  with_pattern_kind(place.pattern.kind, [&]<PatternKind kind>() {
    tile.cover(tile.blocks, item.fill, [&](int block) {
      const int x = tile.block_x(block), y = tile.block_y(block);
      alignas(64) float coverage[block_lanes];
      for (int lane = 0; lane < block_lanes; ++lane)
        coverage[lane] = pattern_coverage<kind>(place, x + column_of(lane), y + row_of(lane));
      return L::load(coverage);
    });
  });
}

}  // namespace overlace
