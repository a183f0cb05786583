// SPDX-License-Identifier: Apache-2.0
// Where on a tile a stroke's segments may be seen, and how many of them.
#pragma once

#include <span>

#include "gpu/cpu/tiles/tile.h"
#include "gpu/kernels/bin.h"

namespace overlace {

/// The blocks of a tile within reach of the axes of two segments, all rows of both at once; none if
/// the reach is negative. Two bounds hold and the tighter one counts: the part of the axis within
/// reach of the row, widened by reach; and the whole line within the row, widened by reach measured
/// along the row.
template <class L>
OVL_FN TwoBlockSets blocks_near(const SegmentBounds& a, const SegmentBounds& b, int tile_x,
                                int tile_y) {
  const L x = L::halves(a.x, b.x), y = L::halves(a.y, b.y), ux = L::halves(a.ux, b.ux),
          uy = L::halves(a.uy, b.uy), per_y = L::halves(a.per_y, b.per_y),
          length = L::halves(a.length, b.length), reach = L::halves(a.reach, b.reach), none(0.0F);
  const L top = L::load(block_row_y) + (L(static_cast<float>(tile_y)) - y);
  const L bottom = top + L(float{block_height});
  const L end_x = length * ux, end_y = length * uy;
  const auto missed =
      (bottom < min(none, end_y) - reach) | (top > max(none, end_y) + reach) | (reach < none);
  const L per_row = per_y * ux;
  const L ta = (top - reach) * per_y, tb = (bottom + reach) * per_y;
  const L xa = min(max(min(ta, tb), none), length) * ux;
  const L xb = max(min(max(ta, tb), length), none) * ux;
  const L la = top * per_row, lb = bottom * per_row;
  const L wide = reach * abs(per_y);
  const auto slanted = per_y != none;
  const L lo =
      select(slanted, max(min(xa, xb) - reach, min(la, lb) - wide), min(none, end_x) - reach);
  const L hi =
      select(slanted, min(max(xa, xb) + reach, max(la, lb) + wide), max(none, end_x) + reach);
  const L scale(1.0F / block_width), origin = x - L(static_cast<float>(tile_x));
  const L first = floor((lo + origin) * scale), last = floor((hi + origin) * scale);
  return row_runs(min(max(first, none), L(float{block_columns})),
                  select(missed, L(-1.0F), max(min(last, L(block_columns - 1.0F)), L(-1.0F))));
}

/// The blocks of a tile by how many segments of a stroke they see.
struct StrokeBlocks {
  BlockSet alone;    ///< one
  BlockSet joints;   ///< one and the next
  BlockSet crowded;  ///< more, or two that do not follow each other
};
OVL_FN StrokeBlocks sort_stroke_blocks(std::span<const SegmentOnTile> segments) {
  BlockSet once, twice, often, joined, before;
  for (const SegmentOnTile& at : segments) {
    often = often | (twice & at.blocks);
    twice = twice | (once & at.blocks);
    once = once | at.blocks;
    joined = joined | (before & at.blocks);
    before = at.blocks;
  }
  const BlockSet crowded = often | (twice - joined);
  return {once - twice, twice - crowded, crowded};
}

}  // namespace overlace
