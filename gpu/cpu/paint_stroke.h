// SPDX-License-Identifier: Apache-2.0
// Paints a stroke on a tile: nearest distance over all its pieces first, then one blend per block.
#pragma once

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// First and last block column that a piece may paint in each block row of a tile.
struct RowRanges {
  alignas(64) float first[block_lanes];
  alignas(64) float last[block_lanes];
};
/// Top of each block row relative to the tile; the unused lanes repeat the last row.
alignas(64) inline constexpr float block_row_y[block_lanes] = {-2, 0,  2,  4,  6,  8,  10, 12,
                                                               14, 14, 14, 14, 14, 14, 14, 14};

/// The columns within `reach` of a piece, all rows at once. Two bounds hold and the tighter counts:
/// the part of the chord within reach of the row, widened by reach; and the whole line within the
/// row, widened by reach measured along the row.
template <class L>
RowRanges piece_rows(const Piece& piece, float reach, int tile_x, int tile_y) {
  const L top = L::load(block_row_y) + L(static_cast<float>(tile_y) - piece.start.y);
  const L bottom = top + L(2.0F);
  const float ux = piece.direction.x, uy = piece.direction.y;
  const float end_x = piece.length * ux, end_y = piece.length * uy;
  L lo(min(0.0F, end_x) - reach), hi(max(0.0F, end_x) + reach);
  const auto missed = (bottom < L(min(0.0F, end_y) - reach)) | (top > L(max(0.0F, end_y) + reach));
  if (abs(uy) > 1e-3F) {
    const L inverse(1.0F / uy);
    const L ta = (top - L(reach)) * inverse, tb = (bottom + L(reach)) * inverse;
    const L xa = min(max(min(ta, tb), L(0.0F)), L(piece.length)) * L(ux);
    const L xb = max(min(max(ta, tb), L(piece.length)), L(0.0F)) * L(ux);
    const L la = top * inverse * L(ux), lb = bottom * inverse * L(ux);
    const L wide(reach * abs(1.0F / uy));
    lo = max(min(xa, xb) - L(reach), min(la, lb) - wide);
    hi = min(max(xa, xb) + L(reach), max(la, lb) + wide);
  }
  const L scale(1.0F / block_width), origin(piece.start.x - static_cast<float>(tile_x));
  const L first = floor((lo + origin) * scale), last = floor((hi + origin) * scale);
  RowRanges ranges;
  store(ranges.first, max(first, L(0.0F)));
  store(ranges.last, select(missed, L(-1.0F), max(min(last, L(block_columns - 1.0F)), L(-1.0F))));
  return ranges;
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

/// Lowers the nearest points of the blocks that a piece may reach.
template <class L>
void gather_piece(TileContext<L>& tile, const Piece& piece, const Item& item,
                  std::uint8_t (&seen)[block_rows]) {
  const float bulge = abs(piece.bend) * piece.length * piece.length * 0.25F;
  const RowRanges ranges = piece_rows<L>(piece, item.reach + bulge + 0.01F, tile.x, tile.y);
  const bool detailed = item.detailed != 0;
  const L reach2(item.reach * item.reach);
  for (int row = tile.first_row; row < block_rows; ++row) {
    const int last = static_cast<int>(ranges.last[row]);
    if (last < 0) continue;
    const L y = tile.pixel_y(row);
    unsigned bits = seen[row];
    for (int column = static_cast<int>(min(ranges.first[row], float{block_columns}));
         column <= last; ++column) {
      Nearest<L> at = nearest_on_piece(piece, tile.pixel_x(column), y);
      if (!any(at.distance2 < reach2)) continue;
      auto& slot = tile.scratch.nearest[row][column];
      if (((bits >> column) & 1U) != 0) {
        Nearest<L> best = load_nearest<L>(slot, detailed);
        keep_nearer(best, at);
        at = best;
      }
      bits |= 1U << column;
      store_nearest(slot, at, detailed);
    }
    seen[row] = static_cast<std::uint8_t>(bits);
  }
}

template <class L>
void paint_stroke(TileContext<L>& tile, const Item& item, const std::uint32_t* refs,
                  std::uint32_t count) {
  std::uint8_t seen[block_rows] = {};
  for (std::uint32_t i = 0; i < count; ++i) {
    gather_piece(tile, tile.scene.pieces[refs[i]], item, seen);
  }
  for (int row = tile.first_row; row < block_rows; ++row) {
    for (unsigned bits = seen[row]; bits != 0; bits &= bits - 1) {
      const int column = __builtin_ctz(bits);
      const Nearest<L> at = load_nearest<L>(tile.scratch.nearest[row][column], item.detailed != 0);
      const L coverage = stroke_coverage(item, at);
      if (!item.gradient) {
        tile.paint(row, column, item.stroke, coverage);
        continue;
      }
      const Pixel<L> paint = gradient_at(item, at.along);
      tile.paint(row, column, paint.c, paint.a * coverage);
    }
  }
}

}  // namespace overlace
