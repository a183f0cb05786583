// SPDX-License-Identifier: Apache-2.0
// Paints boxes on a tile. Blocks wholly inside get one alpha and never evaluate an edge; blocks in
// the hole of an outline are skipped.
#pragma once

#include "gpu/cpu/tiles/block_range.h"
#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/shape.h"

namespace overlace {

/// The blocks of a tile that a box may paint, by what they see of it.
struct BoxBlocks {
  BlockSet inside;   ///< only the area
  BlockSet sides;    ///< left or right edges that run through the block: the same in all rows
  BlockSet ends;     ///< top or bottom edges that run through: the same in all columns
  BlockSet corners;  ///< anything
};

/// Sorts the needed blocks of a tile that a box reaches.
template <class L>
BoxBlocks sort_box_blocks(const TileContext<L>& tile, const Item& item) {
  const BoxReach reach = box_reach(item);
  const Rect &box = item.rect, &bounds = reach.bounds;
  const BlockAxis columns = columns_of_tile(tile), rows = rows_of_tile(tile);
  const auto across = [&](float by) {
    return bits_of_columns(columns.inside(box.left + by, box.right - by));
  };
  const auto down = [&](float by) {
    return blocks_of_rows(rows.inside(box.top + by, box.bottom - by)) & tile.blocks;
  };
  const std::uint64_t all = bits_of_columns(columns.touched(bounds.left, bounds.right));
  const std::uint64_t off_sides = across(reach.edge), off_corners = across(reach.corner);
  const BlockSet near = blocks_of_rows(rows.touched(bounds.top, bounds.bottom)) & tile.blocks;
  const BlockSet below_ends = down(reach.edge), below_corners = down(reach.corner);
  return {(in_all_rows(off_sides) & below_corners) | (in_all_rows(off_corners) & below_ends),
          in_all_rows(all & ~off_sides) & below_corners,
          in_all_rows(off_corners) & (near - below_ends),
          in_all_rows(all & ~off_corners) & (near - below_corners)};
}

/// Keeps, of the blocks near a box's corners, those that see an arc or its light, for all rows at
/// once: blocks behind the arc are inside, blocks beyond it are not painted.
template <class L>
void sort_corner_blocks(const TileContext<L>& tile, const Item& item, BoxBlocks& blocks) {
  constexpr float slack = 0.25F;  // px: pixels see an arc's tangent, which deviates from it
  const float light = item.glow_radius;
  const bool is_round = item.radius > item.half_width + slack;
  if (!is_round && !(light > item.half_width)) return;  // a sharp corner reaches beyond its arc
  const float within = item.half_width + (is_stroked(item) ? light : 0.0F);
  const float behind = max(item.radius - within - slack, 0.0F);
  const float beyond = item.radius + item.half_width + light + slack;
  const Rect centers = grow(item.rect, -item.radius);  // of the arcs
  const L none(0.0F), top = L::load(block_row_y) + L(static_cast<float>(tile.y));
  const L bottom = top + L(float{block_height});
  const L farthest = max(max(L(centers.top) - top, bottom - L(centers.bottom)), none);
  const L nearest = max(max(L(centers.top) - bottom, top - L(centers.bottom)), none);
  const auto half_chord = [&](const L& y, float radius) OVL_INLINE {
    return sqrt(max(fnma(y, y, L(radius * radius)), none));
  };
  const auto column_at = [&](const L& x) OVL_INLINE {
    return (x - L(static_cast<float>(tile.x))) * L(1.0F / block_width);
  };
  const auto runs = [&](const L& first, const L& last, auto rows) OVL_INLINE {
    const L before(-1.0F), most(block_columns - 1.0F);
    const L end = select(rows, max(min(last, most), before), before);
    return row_runs(min(max(first, none), L(float{block_columns})), end).first;
  };
  const L in = half_chord(farthest, behind), out = half_chord(nearest, beyond);
  const std::uint64_t inside =
      runs(-floor(-column_at(L(centers.left) - in)),
           floor(column_at(L(centers.right) + in)) - L(1.0F), farthest < L(behind));
  const std::uint64_t touched = runs(floor(column_at(L(centers.left) - out)),
                                     floor(column_at(L(centers.right) + out)), nearest < L(beyond));
  blocks.inside.own |= blocks.corners.own & inside;
  blocks.corners.own &= touched & ~inside;
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
    if (is_empty(blocks)) return;
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
  /// The same for blocks that look alike: coverage is computed once.
  void paint_alike(BlockSet blocks) {
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
  BoxBlocks blocks = sort_box_blocks(tile, item);
  const bool has_brackets = item.brackets != 0;
  if (!has_brackets && !is_empty(blocks.corners)) sort_corner_blocks(tile, item, blocks);
  if (item.fill.a > 0) tile.paint_whole(blocks.inside, item.fill);
  const BlockSet edges = blocks.corners | blocks.sides | blocks.ends;
  if (is_empty(edges)) return;
  BoxBrush<L> brush(tile, item);
  if (has_brackets) return brush.paint(edges);
  brush.paint(blocks.corners);
  for (BlockSet rest = blocks.sides; !is_empty(rest);) {
    const BlockSet column = column_of_blocks(first_block(rest) % block_columns);
    brush.paint_alike(rest & column);
    rest = rest - column;
  }
  for (BlockSet rest = blocks.ends; !is_empty(rest);) {
    const BlockSet row = row_of_blocks(first_block(rest) / block_columns);
    brush.paint_alike(rest & row);
    rest = rest - row;
  }
}

}  // namespace overlace
