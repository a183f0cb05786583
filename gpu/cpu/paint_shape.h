// SPDX-License-Identifier: Apache-2.0
// Paints boxes, filled ellipses and diamonds on a tile. Blocks wholly inside get one alpha and
// never evaluate an edge; blocks in the hole of an outline are skipped.
#pragma once

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/shape.h"

namespace overlace {

template <class L>
void paint_box(TileContext<L>& tile, const Item& item) {
  const BoxReach reach = box_reach(item);
  const bool stroked = is_stroked(item), filled = item.fill.a > 0;
  const ColumnRange columns = block_range(reach.bounds.left, reach.bounds.right, tile.x);
  for (int row = tile.first_row; row < block_rows; ++row) {
    const auto top = static_cast<float>(tile.block_y(row));
    if (top + block_height < reach.bounds.top || top > reach.bounds.bottom) continue;
    const L y = tile.pixel_y(row);
    for (int column = columns.first; column <= columns.last; ++column) {
      if (is_deep(item.rect, reach, tile.block_area(row, column))) {
        if (filled) tile.paint(row, column, item.fill, L(1.0F));
        continue;
      }
      const L x = tile.pixel_x(column);
      if (filled) tile.paint(row, column, item.fill, box_area(item, x, y));
      if (stroked) tile.paint(row, column, item.stroke, box_outline(item, x, y));
    }
  }
}

/// Paints a filled ellipse or diamond.
template <class L>
void paint_convex(TileContext<L>& tile, const Item& item) {
  const Convex shape = make_convex(item);
  const ColumnRange columns = block_range(shape.bounds.left, shape.bounds.right, tile.x);
  for (int row = tile.first_row; row < block_rows; ++row) {
    const auto top = static_cast<float>(tile.block_y(row));
    if (top + block_height < shape.bounds.top || top > shape.bounds.bottom) continue;
    for (int column = columns.first; column <= columns.last; ++column) {
      if (is_deep(item.kind, shape, tile.block_area(row, column))) {
        tile.paint(row, column, item.fill, L(1.0F));
        continue;
      }
      tile.paint(row, column, item.fill,
                 convex_coverage(item, tile.pixel_x(column) - L(shape.x),
                                 tile.pixel_y(row) - L(shape.y), shape.a, shape.b));
    }
  }
}

}  // namespace overlace
