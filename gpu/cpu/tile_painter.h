// SPDX-License-Identifier: Apache-2.0
// Paints one tile: its pieces in order, groups opened and closed around them, then the result.
#pragma once

#include "gpu/cpu/paint_group.h"
#include "gpu/cpu/paint_shape.h"
#include "gpu/cpu/paint_stroke.h"
#include "gpu/cpu/resolve.h"

namespace overlace {

template <class L>
void enter_group(TileContext<L>& tile, std::uint32_t& current, std::uint32_t wanted) {
  const auto open = [&] {
    ++tile.surface;
    clear(*tile.surface);
  };
  enter_group(tile.scene.groups, current, wanted, open,
              [&](const Group& group) { close_group(tile, group); });
}

template <class L>
void paint_item(TileContext<L>& tile, const Item& item, std::span<const PieceOnTile> pieces) {
  switch (item.kind) {
    case ItemKind::stroke:
      return paint_stroke(tile, item, pieces);
    case ItemKind::box:
      return paint_box(tile, item);
    case ItemKind::ellipse:
    case ItemKind::diamond:
      return paint_convex(tile, item);
    case ItemKind::glyph:
      return paint_glyph(tile, item);
    case ItemKind::fill:
      return paint_fill(tile, item);
    case ItemKind::layer:
      return paint_layer(tile, item);
  }
}

/// Asks for a component's samples of a tile ahead of time.
OVL_FN void prefetch(const TargetPlane& plane, int x, int y, int width, int height) {
  constexpr int cache_line = 64;
  const int bytes = (x + width < plane.width ? width : plane.width - x) * plane.step;
  for (int row = y; row < y + height && row < plane.height; ++row) {
    const std::byte* p = sample_at(plane, x, row);
    for (int i = 0; i < bytes; i += cache_line) __builtin_prefetch(p + i, 1);
  }
}
/// Asks for a tile's samples, which are to arrive while another tile is painted: pictures come cold
/// from the decoder. Layers are not read.
OVL_FN void prefetch_tile(const Target& target, int x, int y) {
  if (target.clear) return;
  prefetch(target.component[0], x, y, tile_width, tile_height);
  if (!target.subsampled) return;
  const int top = target.half_rows ? y / 2 : y;
  const int height = target.half_rows ? tile_height / 2 : tile_height;
  prefetch(target.component[1], x / 2, top, tile_width / 2, height);
  if (target.component[1].step == target.component[0].step)  // Cb and Cr are not in turn
    prefetch(target.component[2], x / 2, top, tile_width / 2, height);
}

/// Looks at all pieces before any is painted: they do not wait for each other, and painting does
/// not wait for them.
template <class L>
std::span<const PieceOnTile> find_pieces(const TileContext<L>& tile, const TileJob& job) {
  for (std::uint32_t i = 0; i < job.count; ++i) {
    const Piece& piece = tile.scene.pieces[job.refs[i]];
    const Item& item = tile.scene.items[piece.item];
    const bool stroke = item.kind == ItemKind::stroke;
    job.pieces[i] = {stroke ? blocks_of(tile, item, piece) : BlockSet{}, job.refs[i], piece.item};
  }
  return {job.pieces, job.count};
}

template <class L>
std::size_t paint_tile(const SceneView& scene, const Target& target, const TileJob& job,
                       TileScratch& scratch) {
  const bool needs_above = target.half_rows && target.siting == ChromaSiting::top_left && job.y > 0;
  const BlockSet needed{~std::uint64_t{0}, needs_above ? column_bits(0, block_columns - 1) : 0};
  TileContext<L> tile{scene, target, scratch, job.x, job.y, needed, scratch.surface};
  clear(*tile.surface);
  tile.place();
  prefetch_tile(target, job.next_x, job.y);

  const std::span<const PieceOnTile> pieces = find_pieces(tile, job);
  std::uint32_t open = no_group;
  for (std::size_t i = 0, next = 0; i < pieces.size(); i = next) {
    const std::uint32_t item = pieces[i].item;
    for (next = i + 1; next < pieces.size() && pieces[next].item == item;) ++next;
    enter_group(tile, open, scene.items[item].group);
    paint_item(tile, scene.items[item], pieces.subspan(i, next - i));
  }
  enter_group(tile, open, no_group);
  spread<L>(*tile.surface, tile.surface->uniform);
  return target.clear ? resolve_layer(tile) : resolve_picture(tile);
}

}  // namespace overlace
