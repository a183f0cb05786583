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

/// The blocks of a tile that a box may paint, by what is seen there.
struct BoxBlocks {
  BlockSet inside;   ///< only the area
  BlockSet sides;    ///< left or right edges that go on beyond the block: the same in all rows
  BlockSet ends;     ///< top or bottom edges that go on: the same in all columns
  BlockSet corners;  ///< anything
};

template <class L>
BoxBlocks sort_box_blocks(const TileContext<L>& tile, const Item& item) {
  const BoxReach reach = box_reach(item);
  const Rect& box = item.rect;
  const std::uint64_t columns = block_range(reach.bounds.left, reach.bounds.right, tile.x).bits();
  const auto columns_inside = [&](float by) {
    return blocks_inside(box.left + by, box.right - by, tile.x).bits() & columns;
  };
  const std::uint64_t off_edge = columns_inside(reach.edge);
  const std::uint64_t off_corner = columns_inside(reach.corner);
  const auto off_ends = [&](int top, int height) {
    return min(static_cast<float>(top) - box.top, box.bottom - static_cast<float>(top + height));
  };
  BoxBlocks blocks;
  if (off_ends(tile.y - block_height, tile_height + block_height) >= reach.corner) {
    blocks.inside = in_all_rows(off_edge) & tile.blocks;
    blocks.sides = in_all_rows(columns & ~off_edge) & tile.blocks;
    return blocks;
  }
  for (int row = 0; row <= (tile.sees_above() ? row_above : block_rows - 1); ++row) {
    const int y = tile.block_y(row * block_columns);
    const auto top = static_cast<float>(y);
    if (top + block_height < reach.bounds.top || top > reach.bounds.bottom) continue;
    const float down = off_ends(y, block_height);
    if (down >= reach.corner) {
      blocks.inside.add_to_row(row, off_edge);
      blocks.sides.add_to_row(row, columns & ~off_edge);
      continue;
    }
    (down >= reach.edge ? blocks.inside : blocks.ends).add_to_row(row, off_corner);
    blocks.corners.add_to_row(row, columns & ~off_corner);
  }
  return blocks;
}

/// Paints a box's fill and its band at once.
template <class L>
class BoxBrush {
 public:
  BoxBrush(TileContext<L>& tile, const Item& item)
      : tile_(tile),
        item_(item),
        band_(box_band(item)),
        both_(item.fill.a > 0 && is_stroked(item)),
        fill_(item.fill),
        edge_(is_stroked(item) ? item.stroke : item.fill) {}

  void paint(BlockSet blocks) {
    auto* next = tile_.scratch.coverage;
    for_each_block(blocks, [&](int block) OVL_INLINE {
      const auto coverage = coverage_of(block);
      store((*next)[0], coverage.area);
      store((*next++)[1], coverage.band);
    });
    const auto* at = tile_.scratch.coverage;
    tile_.paint(blocks, [&](Pixel<L>& pixel, int) OVL_INLINE {
      const auto& kept = *at++;
      return lay(pixel, {L::load(kept[0]), L::load(kept[1])});
    });
  }
  /// Blocks that look alike are worked out once.
  void paint_alike(BlockSet blocks) {
    if (is_empty(blocks)) return;
    const auto coverage = coverage_of(first_block(blocks));
    tile_.paint(blocks, [&](Pixel<L>& pixel, int) OVL_INLINE { return lay(pixel, coverage); });
  }

 private:
  OVL_FN BoxCoverage<L> coverage_of(int block) const {
    return box_coverage<L>(item_, band_, tile_.pixel_x(block), tile_.pixel_y(block));
  }
  OVL_FN auto lay(Pixel<L>& pixel, const BoxCoverage<L>& coverage) const {
    auto painted = L::mask(0);
    if (both_) painted = fill_.over(pixel, coverage.area);
    return edge_.over(pixel, coverage.band) | painted;
  }

  TileContext<L>& tile_;
  const Item& item_;
  BoxBand band_;
  bool both_;  ///< a fill and a stroke
  SolidPaint<L> fill_, edge_;
};

template <class L>
void paint_box(TileContext<L>& tile, const Item& item) {
  const BoxBlocks blocks = sort_box_blocks(tile, item);
  if (item.fill.a > 0) tile.paint_whole(blocks.inside, item.fill);
  BoxBrush<L> brush(tile, item);
  if (item.glow_radius > 0 || item.brackets != 0)
    return brush.paint(blocks.corners | blocks.sides | blocks.ends);
  brush.paint(blocks.corners);
  if (!is_empty(blocks.sides)) {
    for (int i = 0; i < block_columns; ++i) brush.paint_alike(blocks.sides & column_of_blocks(i));
  }
  if (!is_empty(blocks.ends)) {
    for (int i = 0; i <= row_above; ++i) brush.paint_alike(blocks.ends & row_of_blocks(i));
  }
}

/// Paints a filled ellipse or diamond.
template <class L>
void paint_convex(TileContext<L>& tile, const Item& item) {
  const Convex shape = make_convex(item);
  const ColumnRange columns = block_range(shape.bounds.left, shape.bounds.right, tile.x);
  BlockSet near;
  for (int row = 0; row <= row_above; ++row) {
    const auto top = static_cast<float>(tile.block_y(row * block_columns));
    if (top + block_height >= shape.bounds.top && top <= shape.bounds.bottom)
      near.add_to_row(row, columns.bits());
  }
  near = near & tile.blocks;
  BlockSet inside;
  for_each_block(near, [&](int block) {
    if (is_deep(item.kind, shape, tile.block_area(block))) inside.add(block);
  });
  tile.paint_whole(inside, item.fill);
  tile.cover(near - inside, item.fill, [&](int block) OVL_INLINE {
    return convex_coverage(item, tile.pixel_x(block) - L(shape.x), tile.pixel_y(block) - L(shape.y),
                           shape.a, shape.b);
  });
}

}  // namespace overlace
