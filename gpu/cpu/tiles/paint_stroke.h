// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a tile: the distance to the nearest of its segments, and one blend per block.
#pragma once

#include "gpu/cpu/tiles/paint_plain_stroke.h"
#include "gpu/cpu/tiles/stroke_blocks.h"

namespace overlace {

/// The points of a segment that are nearest to a block's pixels.
template <class L>
OVL_FN Nearest<L> nearest_of(const TileContext<L>& tile, const Segment& segment, int block) {
  return nearest_on_segment(segment, tile.pixel_x(block), tile.pixel_y(block));
}

/// A block's nearest points, from scratch memory; plain strokes need neither the place along the
/// line nor the cut.
template <class L>
OVL_FN Nearest<L> load_nearest(const TileScratch& scratch, int block, bool detailed) {
  const auto& kept = scratch.nearest[block];
  Nearest<L> nearest{L::load(kept[0]), L::load(kept[1]), L::load(kept[2]), L(0.0F), L(1.0F)};
  if (detailed) {
    nearest.along = L::load(kept[3]);
    nearest.cut = L::load(kept[4]);
  }
  return nearest;
}
template <class L>
OVL_FN void store_nearest(TileScratch& scratch, int block, const Nearest<L>& nearest,
                          bool detailed) {
  auto& kept = scratch.nearest[block];
  store(kept[0], nearest.distance2);
  store(kept[1], nearest.nx);
  store(kept[2], nearest.ny);
  if (detailed) {
    store(kept[3], nearest.along);
    store(kept[4], nearest.cut);
  }
}

/// Stores a segment's points as the nearest ones of `fresh` blocks, and in `others` where they are
/// nearer than those found before.
template <class L>
void gather_segment(TileContext<L>& tile, const Item& item, const Segment& segment, BlockSet fresh,
                    BlockSet others) {
  const bool detailed = item.detail != StrokeDetail::none;
  for_each_block(fresh, [&](int block) OVL_INLINE {
    store_nearest(tile.scratch, block, nearest_of(tile, segment, block), detailed);
  });
  for_each_block(others, [&](int block) OVL_INLINE {
    auto best = load_nearest<L>(tile.scratch, block, detailed);
    keep_nearer(best, nearest_of(tile, segment, block));
    store_nearest(tile.scratch, block, best, detailed);
  });
}

/// Paints blocks of a stroke; nearest_at(block) gives their nearest points.
template <class L, class NearestAt>
void paint_stroke_blocks(TileContext<L>& tile, const Item& item, BlockSet blocks,
                         const NearestAt& nearest_at) {
  if (!item.gradient) {
    return tile.cover(blocks, item.stroke, [&](int block) OVL_INLINE {
      return stroke_coverage(item, nearest_at(block));
    });
  }
  tile.paint(blocks, [&](Pixel<L>& pixel, int block) OVL_INLINE {
    const Nearest<L> nearest = nearest_at(block);
    const Pixel<L> paint = gradient_at(item, nearest.along);
    const L alpha = paint.a * stroke_coverage(item, nearest);
    pixel = paint_over(pixel, paint.c, alpha);
    return alpha > L(0.0F);
  });
}

/// Paints blocks that see one segment only.
template <class L>
void paint_segment(TileContext<L>& tile, const Item& item, const Segment& segment,
                   BlockSet blocks) {
  if (is_empty(blocks)) return;
  if (is_plain(item) && !is_cut(segment)) {
    blocks = item.thin != 0 ? paint_beside_chord<true>(tile, item, segment, blocks)
                            : paint_beside_chord<false>(tile, item, segment, blocks);
    if (is_empty(blocks)) return;
  }
  paint_stroke_blocks(tile, item, blocks,
                      [&](int block) OVL_INLINE { return nearest_of(tile, segment, block); });
}

/// Paints blocks that see two segments.
template <class L>
void paint_joint(TileContext<L>& tile, const Item& item, const Segment& first,
                 const Segment& second, BlockSet blocks) {
  if (is_empty(blocks)) return;
  const bool smooth = first.end_end == smooth_end && second.start_end == smooth_end;
  if (is_plain(item) && smooth && !is_cut(first) && !is_cut(second)) {
    blocks = item.thin != 0 ? paint_at_joint<true>(tile, item, first, second, blocks)
                            : paint_at_joint<false>(tile, item, first, second, blocks);
    if (is_empty(blocks)) return;
  }
  paint_stroke_blocks(tile, item, blocks, [&](int block) OVL_INLINE {
    auto nearest = nearest_of(tile, first, block);
    keep_nearer(nearest, nearest_of(tile, second, block));
    return nearest;
  });
}

/// Paints a stroke's segments on a tile. Blocks that see one or two are painted at once; where more
/// are seen, the nearest point is found first.
template <class L>
void paint_stroke(TileContext<L>& tile, const Item& item, std::span<const SegmentOnTile> segments) {
  const StrokeBlocks blocks = sort_stroke_blocks(segments);
  BlockSet gathered;
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const SegmentOnTile& at = segments[i];
    const Segment& segment = *at.segment;
    paint_segment(tile, item, segment, at.blocks & blocks.alone);
    if (i > 0)
      paint_joint(tile, item, *segments[i - 1].segment, segment,
                  segments[i - 1].blocks & at.blocks & blocks.joints);
    const BlockSet crowded = at.blocks & blocks.crowded;
    if (is_empty(crowded)) continue;
    gather_segment(tile, item, segment, crowded - gathered, crowded & gathered);
    gathered = gathered | crowded;
  }
  if (is_empty(gathered)) return;
  paint_stroke_blocks(tile, item, gathered, [&](int block) OVL_INLINE {
    return load_nearest<L>(tile.scratch, block, item.detail != StrokeDetail::none);
  });
}

}  // namespace overlace
