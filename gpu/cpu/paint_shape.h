// SPDX-License-Identifier: Apache-2.0
// Paints boxes, filled ellipses and diamonds on a tile. Blocks wholly inside get one alpha and
// never evaluate an edge; blocks in the hole of an outline are skipped.
#pragma once

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/shape.h"

namespace overlace {

/// Block columns of a tile wholly inside [lo, hi] px: first > last when none.
OVL_FN ColumnRange blocks_inside(float lo, float hi, int tile_x) {
  constexpr float scale = 1.0F / block_width;
  const auto origin = static_cast<float>(tile_x);
  const float first = clamp(-floor((origin - lo) * scale), 0.0F, block_columns);
  const float last = clamp(floor((hi - origin) * scale) - 1.0F, -1.0F, block_columns - 1);
  return {static_cast<int>(first), static_cast<int>(last)};
}

/// The blocks of a tile that a shape's edge may cross, and those wholly inside it.
struct ShapeBlocks {
  BlockSet edge, inside;
};

/// Sorts the blocks of a tile that `bounds` touches; inside(row, top) gives the columns that lie
/// inside a shape, in the row of blocks whose first pixel row is `top`.
template <class L, class Inside>
ShapeBlocks sort_blocks(const TileContext<L>& tile, const Rect& bounds, const Inside& inside) {
  const std::uint64_t columns = block_range(bounds.left, bounds.right, tile.x).bits();
  ShapeBlocks blocks;
  for (int row = 0; row <= (tile.sees_above() ? row_above : block_rows - 1); ++row) {
    const auto top = static_cast<float>(tile.block_y(row * block_columns));
    if (top + block_height < bounds.top || top > bounds.bottom) continue;
    const std::uint64_t deep = inside(row, top) & columns;
    blocks.inside.add_to_row(row, deep);
    blocks.edge.add_to_row(row, columns & ~deep);
  }
  return blocks;
}

template <class L>
ShapeBlocks sort_box_blocks(const TileContext<L>& tile, const Item& item) {
  const BoxReach reach = box_reach(item);
  const Rect& box = item.rect;
  const auto columns_inside = [&](float by) {
    return blocks_inside(box.left + by, box.right - by, tile.x).bits();
  };
  const std::uint64_t beside_corners = columns_inside(reach.edge);
  const std::uint64_t near_edge = columns_inside(reach.corner);
  return sort_blocks(tile, reach.bounds, [&](int, float top) {
    const float down = min(top - box.top, box.bottom - (top + block_height));
    return down >= reach.corner ? beside_corners : down >= reach.edge ? near_edge : 0;
  });
}

/// Paints a box's fill and its band at once.
template <class L>
void paint_box(TileContext<L>& tile, const Item& item) {
  const ShapeBlocks blocks = sort_box_blocks(tile, item);
  const bool stroked = is_stroked(item), filled = item.fill.a > 0;
  if (filled) tile.paint_whole(blocks.inside, item.fill);
  const BoxBand band = box_band(item);
  const SolidPaint<L> fill(item.fill), edge(stroked ? item.stroke : item.fill);
  tile.paint(blocks.edge, [&](Pixel<L>& pixel, int block) OVL_INLINE {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    bool painted = false;
    if (filled && stroked) painted = fill.over(pixel, rounded_rect(x, y, item.rect, item.radius));
    return edge.over(pixel, box_outline(item, band, x, y)) || painted;
  });
}

/// Paints a filled ellipse or diamond.
template <class L>
void paint_convex(TileContext<L>& tile, const Item& item) {
  const Convex shape = make_convex(item);
  const ShapeBlocks blocks = sort_blocks(tile, shape.bounds, [&](int row, float) {
    std::uint64_t deep = 0;
    for (int column = 0; column < block_columns; ++column) {
      const Rect area = tile.block_area(row * block_columns + column);
      deep |= std::uint64_t{is_deep(item.kind, shape, area)} << column;
    }
    return deep;
  });
  tile.paint_whole(blocks.inside, item.fill);
  const SolidPaint<L> fill(item.fill);
  tile.paint(blocks.edge, [&](Pixel<L>& pixel, int block) OVL_INLINE {
    return fill.over(pixel, convex_coverage(item, tile.pixel_x(block) - L(shape.x),
                                            tile.pixel_y(block) - L(shape.y), shape.a, shape.b));
  });
}

}  // namespace overlace
