// SPDX-License-Identifier: Apache-2.0
// Where on a tile a stroke's pieces may be seen, and how many of them.
#pragma once

#include <span>

#include "gpu/cpu/tile.h"
#include "gpu/kernels/bin.h"

namespace overlace {

/// Top of each row of blocks relative to the tile; the unused lanes repeat the last one.
alignas(64) inline constexpr float block_row_y[block_lanes] = {0,  2,  4,  6,  8,  10, 12, 14,
                                                               -2, -2, -2, -2, -2, -2, -2, -2};

/// The blocks of a tile within reach of a piece's axis, all rows at once. Two bounds hold and the
/// tighter counts: the part of the axis within reach of the row, widened by reach; and the whole
/// line within the row, widened by reach measured along the row.
template <class L>
BlockSet blocks_near(const PieceBounds& p, int tile_x, int tile_y) {
  const L top = L::load(block_row_y) + L(static_cast<float>(tile_y) - p.y);
  const L bottom = top + L(float{block_height});
  const float end_x = p.length * p.ux, end_y = p.length * p.uy;
  const L reach(p.reach), none(0.0F);
  L lo(min(0.0F, end_x) - p.reach), hi(max(0.0F, end_x) + p.reach);
  const auto missed =
      (bottom < L(min(0.0F, end_y) - p.reach)) | (top > L(max(0.0F, end_y) + p.reach));
  if (p.per_y != 0) {
    const L per_y(p.per_y), length(p.length), ux(p.ux), per_row(p.per_y * p.ux);
    const L ta = (top - reach) * per_y, tb = (bottom + reach) * per_y;
    const L xa = min(max(min(ta, tb), none), length) * ux;
    const L xb = max(min(max(ta, tb), length), none) * ux;
    const L la = top * per_row, lb = bottom * per_row;
    const L wide(p.reach * abs(p.per_y));
    lo = max(min(xa, xb) - reach, min(la, lb) - wide);
    hi = min(max(xa, xb) + reach, max(la, lb) + wide);
  }
  const L scale(1.0F / block_width), origin(p.x - static_cast<float>(tile_x));
  const L first = floor((lo + origin) * scale), last = floor((hi + origin) * scale);
  return row_runs(min(max(first, none), L(float{block_columns})),
                  select(missed, L(-1.0F), max(min(last, L(block_columns - 1.0F)), L(-1.0F))));
}

/// The blocks of a tile by how many pieces of a stroke they see.
struct StrokeBlocks {
  BlockSet alone;    ///< one
  BlockSet joints;   ///< one and the next
  BlockSet crowded;  ///< more, or others
};
OVL_FN StrokeBlocks sort_stroke_blocks(std::span<const PieceOnTile> pieces) {
  BlockSet once, twice, often, joined, before;
  for (const PieceOnTile& at : pieces) {
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
