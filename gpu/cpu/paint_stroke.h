// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a tile: the distance to the nearest of its pieces, and one blend per block.
#pragma once

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

/// A block's nearest point in scratch memory; plain strokes need no place along the line and no
/// cut.
template <class L>
OVL_FN Nearest<L> load_nearest(const float (&slot)[5][block_lanes], bool detailed) {
  Nearest<L> at{L::load(slot[0]), L::load(slot[1]), L::load(slot[2]), L(0.0F), L(1.0F)};
  if (detailed) {
    at.along = L::load(slot[3]);
    at.cut = L::load(slot[4]);
  }
  return at;
}
template <class L>
OVL_FN void store_nearest(float (&slot)[5][block_lanes], const Nearest<L>& at, bool detailed) {
  store(slot[0], at.distance2);
  store(slot[1], at.nx);
  store(slot[2], at.ny);
  if (detailed) {
    store(slot[3], at.along);
    store(slot[4], at.cut);
  }
}

/// Notes the nearest points of `fresh` blocks, and lowers those of `others` where a piece is
/// nearer.
template <class L>
void gather_piece(TileContext<L>& tile, const Item& item, const Piece& piece, BlockSet fresh,
                  BlockSet others) {
  const bool detailed = item.detailed != 0;
  const auto nearest = [&](int block) OVL_INLINE {
    return nearest_on_piece(piece, tile.pixel_x(block), tile.pixel_y(block));
  };
  for_each_block(fresh, [&](int block) {
    store_nearest(tile.scratch.nearest[block], nearest(block), detailed);
  });
  for_each_block(others, [&](int block) {
    auto& slot = tile.scratch.nearest[block];
    Nearest<L> best = load_nearest<L>(slot, detailed);
    keep_nearer(best, nearest(block));
    store_nearest(slot, best, detailed);
  });
}

/// Paints blocks of a stroke; at(block) is their nearest point.
template <class L, class At>
void paint_stroke_blocks(TileContext<L>& tile, const Item& item, BlockSet blocks, const At& at) {
  const SolidPaint<L> solid(item.stroke);
  tile.paint(blocks, [&](Pixel<L>& pixel, int block) OVL_INLINE {
    const Nearest<L> nearest = at(block);
    const L coverage = stroke_coverage(item, nearest);
    if (!item.gradient) return solid.over(pixel, coverage);
    const Pixel<L> paint = gradient_at(item, nearest.along);
    const L alpha = paint.a * coverage;
    pixel = paint_over(pixel, paint.c, alpha);
    return any(alpha > L(0.0F));
  });
}

/// Coverage of a plain stroke where its only piece ends.
template <class L>
[[gnu::noinline]] L end_coverage(const Item& item, const Piece& piece, L x, L y) {
  return stroke_coverage<false>(item, nearest_on_piece(piece, x, y));
}

/// Paints blocks that see one piece only, which is not cut straight, of a plain stroke: beside the
/// chord one normal serves all pixels, and the root of a correctly rounded square is the number.
template <class L>
void paint_plain_piece(TileContext<L>& tile, const Item& item, const Piece& piece,
                       BlockSet blocks) {
  const auto profile = pixel_profile(piece.direction.y, piece.direction.x);
  const PixelProfile<L> seen{L(profile.slope), L(profile.inner), L(profile.outer),
                             L(profile.scale)};
  const ChordView<L> chord(piece);
  const SolidPaint<L> solid(item.stroke);
  const L half(item.half_width);
  const bool thin = item.thin != 0, glows = item.glow_radius > 0;
  const Item* whole_item = &item;
  const Piece* whole_piece = &piece;
  // NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding): captures have no order to choose
  tile.paint(blocks, [=, &tile](Pixel<L>& pixel, int block) OVL_INLINE {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const auto at = chord.place(x, y);
    if (any(at.t != at.on)) return solid.over(pixel, end_coverage(*whole_item, *whole_piece, x, y));
    const L distance = abs(at.across);
    L coverage = strip(half, distance, seen, thin);
    if (glows) coverage = with_glow(*whole_item, coverage, distance - half, L(1.0F));
    return solid.over(pixel, coverage);
  });
}

/// Paints blocks that see one piece only.
template <class L>
void paint_piece(TileContext<L>& tile, const Item& item, const Piece& piece, BlockSet blocks) {
  if (item.detailed == 0 && ((piece.start_end | piece.end_end) & butt_end) == 0)
    return paint_plain_piece(tile, item, piece, blocks);
  paint_stroke_blocks(tile, item, blocks, [&](int block) OVL_INLINE {
    return nearest_on_piece(piece, tile.pixel_x(block), tile.pixel_y(block));
  });
}

/// Paints a stroke's pieces on a tile. Blocks that one piece reaches are painted at once; where
/// several do, the nearest point is found first.
template <class L>
void paint_stroke(TileContext<L>& tile, const Item& item, const std::uint32_t* refs,
                  std::uint32_t count) {
  const auto piece = [&](std::uint32_t i) -> const Piece& { return tile.scene.pieces[refs[i]]; };
  const bool sorted = count <= most_sorted_pieces;
  BlockSet(&reached)[most_sorted_pieces] = tile.scratch.reached;
  BlockSet once, shared = sorted ? BlockSet{} : tile.blocks;
  for (std::uint32_t i = 0; i < count && sorted; ++i) {
    reached[i] = blocks_of(tile, item, piece(i));
    shared = shared | (once & reached[i]);
    once = once | reached[i];
  }
  BlockSet gathered;
  for (std::uint32_t i = 0; i < count; ++i) {
    const BlockSet blocks = sorted ? reached[i] : blocks_of(tile, item, piece(i));
    paint_piece(tile, item, piece(i), blocks - shared);
    const BlockSet contested = blocks & shared;
    if (is_empty(contested)) continue;
    gather_piece(tile, item, piece(i), contested - gathered, contested & gathered);
    gathered = gathered | contested;
  }
  if (is_empty(gathered)) return;
  paint_stroke_blocks(tile, item, gathered, [&](int block) OVL_INLINE {
    return load_nearest<L>(tile.scratch.nearest[block], item.detailed != 0);
  });
}

}  // namespace overlace
