// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a tile: the distance to the nearest of its pieces, and one blend per block.
#pragma once

#include <span>

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// Top of each row of blocks relative to the tile; the unused lanes repeat the last one.
alignas(64) inline constexpr float block_row_y[block_lanes] = {0,  2,  4,  6,  8,  10, 12, 14,
                                                               -2, -2, -2, -2, -2, -2, -2, -2};

/// The blocks within `reach` px of a piece's axis, all rows at once. Two bounds hold and the
/// tighter counts: the part of the axis within reach of the row, widened by reach; and the whole
/// line within the row, widened by reach measured along the row.
template <class L>
BlockSet blocks_near(const Piece& piece, const PieceAxis& axis, float reach, int tile_x,
                     int tile_y) {
  const L top = L::load(block_row_y) + L(static_cast<float>(tile_y) - axis.y);
  const L bottom = top + L(float{block_height});
  const float ux = piece.direction.x, uy = piece.direction.y;
  const float end_x = piece.length * ux, end_y = piece.length * uy;
  L lo(min(0.0F, end_x) - reach), hi(max(0.0F, end_x) + reach);
  const auto missed = (bottom < L(min(0.0F, end_y) - reach)) | (top > L(max(0.0F, end_y) + reach));
  if (abs(uy) > 1e-3F) {
    const float per_y = 1.0F / uy;
    const L inverse(per_y);
    const L ta = (top - L(reach)) * inverse, tb = (bottom + L(reach)) * inverse;
    const L xa = min(max(min(ta, tb), L(0.0F)), L(piece.length)) * L(ux);
    const L xb = max(min(max(ta, tb), L(piece.length)), L(0.0F)) * L(ux);
    const L la = top * inverse * L(ux), lb = bottom * inverse * L(ux);
    const L wide(reach * abs(per_y));
    lo = max(min(xa, xb) - L(reach), min(la, lb) - wide);
    hi = min(max(xa, xb) + L(reach), max(la, lb) + wide);
  }
  const L scale(1.0F / block_width), origin(axis.x - static_cast<float>(tile_x));
  const L first = floor((lo + origin) * scale), last = floor((hi + origin) * scale);
  return row_runs(min(max(first, L(0.0F)), L(float{block_columns})),
                  select(missed, L(-1.0F), max(min(last, L(block_columns - 1.0F)), L(-1.0F))));
}

/// The blocks of a tile that a piece may paint.
template <class L>
BlockSet blocks_of(const TileContext<L>& tile, const Item& item, const Piece& piece) {
  const PieceAxis axis = axis_of(piece);
  const float reach = reach_around(axis, item.reach);
  return blocks_near<L>(piece, axis, reach, tile.x, tile.y) & tile.blocks;
}

/// The nearest points of blocks in scratch memory; plain strokes need no place along the line and
/// no cut.
template <class L>
OVL_FN Nearest<WideLanes<L>> load_nearest(const TileScratch& scratch, const BlocksAtHand<L>& at,
                                          bool detailed) {
  using W = WideLanes<L>;
  const auto load = [&](int i) OVL_INLINE {
    return at.each([&](int block) OVL_INLINE { return L::load(scratch.nearest[block][i]); });
  };
  Nearest<W> nearest{load(0), load(1), load(2), W(0.0F), W(1.0F)};
  if (detailed) {
    nearest.along = load(3);
    nearest.cut = load(4);
  }
  return nearest;
}
template <class L>
OVL_FN void store_nearest(TileScratch& scratch, const BlocksAtHand<L>& at,
                          const Nearest<WideLanes<L>>& nearest, bool detailed) {
  const auto keep = [&](int i, const WideLanes<L>& value) OVL_INLINE {
    at.split(value, [&](int block, const L& lanes)
                        OVL_INLINE { store(scratch.nearest[block][i], lanes); });
  };
  keep(0, nearest.distance2);
  keep(1, nearest.nx);
  keep(2, nearest.ny);
  if (detailed) {
    keep(3, nearest.along);
    keep(4, nearest.cut);
  }
}

/// Notes the nearest points of `fresh` blocks, and lowers those of `others` where a piece is
/// nearer.
template <class L>
void gather_piece(TileContext<L>& tile, const Item& item, const Piece& piece, BlockSet fresh,
                  BlockSet others) {
  using Blocks = BlocksAtHand<L>;
  const bool detailed = item.detailed != 0;
  const auto nearest = [&](const Blocks& at) OVL_INLINE {
    return nearest_on_piece(piece, tile.pixel_x(at), tile.pixel_y(at));
  };
  for_all_blocks<Blocks>(fresh, [&](const Blocks& at) OVL_INLINE {
    store_nearest<L>(tile.scratch, at, nearest(at), detailed);
  });
  for_all_blocks<Blocks>(others, [&](const Blocks& at) OVL_INLINE {
    auto best = load_nearest<L>(tile.scratch, at, detailed);
    keep_nearer(best, nearest(at));
    store_nearest<L>(tile.scratch, at, best, detailed);
  });
}

/// Paints blocks of a stroke; nearest(at) are their nearest points.
template <class L, class NearestAt>
void paint_stroke_blocks(TileContext<L>& tile, const Item& item, BlockSet blocks,
                         const NearestAt& nearest_at) {
  using W = WideLanes<L>;
  const SolidPaint<W> solid(item.stroke);
  tile.paint(blocks, [&](Pixel<W>& pixel, const BlocksAtHand<L>& at) OVL_INLINE {
    const Nearest<W> nearest = nearest_at(at);
    const W coverage = stroke_coverage(item, nearest);
    if (!item.gradient) return solid.over(pixel, coverage);
    const Pixel<W> paint = gradient_at(item, nearest.along);
    const W alpha = paint.a * coverage;
    pixel = paint_over(pixel, paint.c, alpha);
    return alpha > W(0.0F);
  });
}

/// Paints blocks that see one piece only, which is not cut straight, of a plain stroke without a
/// glow: beside the chord one normal serves all pixels, and the root of a correctly rounded square
/// is the number. Returns the blocks with pixels beyond an end of the chord, which are left out.
template <bool thin, class L>
BlockSet paint_beside_chord(TileContext<L>& tile, const Item& item, const Piece& piece,
                            BlockSet blocks) {
  using W = WideLanes<L>;
  const auto profile = pixel_profile(piece.direction.y, piece.direction.x);
  const PixelProfile<W> seen{W(profile.slope), W(profile.inner), W(profile.outer),
                             W(profile.scale)};
  const ChordView<W> chord(piece);
  const SolidPaint<W> solid(item.stroke);
  const W half(item.half_width);
  BlockSet ends;
  // NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): captures have no order to choose
  tile.paint(blocks, [=, &tile, &ends](Pixel<W>& pixel, const BlocksAtHand<L>& at) OVL_INLINE {
    const W rx = tile.pixel_x(at) - chord.x, ry = tile.pixel_y(at) - chord.y;
    const W t = chord.along(rx, ry);
    const BlockSet ending = at.where((t < W(0.0F)) | (t > chord.length));
    ends = ends | ending;
    const W coverage = strip(half, abs(chord.across(rx, ry, t)), seen, thin);
    return solid.over(pixel, at.without(ending, coverage));
  });
  return ends;
}

/// Paints blocks that see one piece only.
template <class L>
void paint_piece(TileContext<L>& tile, const Item& item, const Piece& piece, BlockSet blocks) {
  const bool plain = item.detailed == 0 && !(item.glow_radius > 0) &&
                     ((piece.start_end | piece.end_end) & butt_end) == 0;
  if (plain) {
    blocks = item.thin != 0 ? paint_beside_chord<true>(tile, item, piece, blocks)
                            : paint_beside_chord<false>(tile, item, piece, blocks);
    if (is_empty(blocks)) return;
  }
  paint_stroke_blocks(tile, item, blocks, [&](const BlocksAtHand<L>& at) OVL_INLINE {
    return nearest_on_piece(piece, tile.pixel_x(at), tile.pixel_y(at));
  });
}

/// Paints a stroke's pieces on a tile. Blocks that one piece reaches are painted at once; where
/// several do, the nearest point is found first.
template <class L>
void paint_stroke(TileContext<L>& tile, const Item& item, std::span<const PieceOnTile> pieces) {
  BlockSet once, shared;
  for (const PieceOnTile& at : pieces) {
    shared = shared | (once & at.blocks);
    once = once | at.blocks;
  }
  BlockSet gathered;
  for (const PieceOnTile& at : pieces) {
    const Piece& piece = tile.scene.pieces[at.piece];
    paint_piece(tile, item, piece, at.blocks - shared);
    const BlockSet contested = at.blocks & shared;
    if (is_empty(contested)) continue;
    gather_piece(tile, item, piece, contested - gathered, contested & gathered);
    gathered = gathered | contested;
  }
  if (is_empty(gathered)) return;
  paint_stroke_blocks(tile, item, gathered, [&](const BlocksAtHand<L>& at) OVL_INLINE {
    return load_nearest<L>(tile.scratch, at, item.detailed != 0);
  });
}

}  // namespace overlace
