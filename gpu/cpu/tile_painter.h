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
    tile.surface->painted = {};
  };
  enter_group(tile.scene.groups, current, wanted, open,
              [&](const Group& group) { close_group(tile, group); });
}

template <class L>
void paint_item(TileContext<L>& tile, const Item& item, const std::uint32_t* refs,
                std::uint32_t count) {
  switch (item.kind) {
    case ItemKind::stroke:
      return paint_stroke(tile, item, refs, count);
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

template <class L>
std::size_t paint_tile(const SceneView& scene, const Target& target, const TileJob& job,
                       TileScratch& scratch) {
  const bool needs_above = target.half_rows && target.siting == ChromaSiting::top_left && job.y > 0;
  const BlockSet needed{~std::uint64_t{0}, needs_above ? column_bits(0, block_columns - 1) : 0};
  TileContext<L> tile{scene, target, scratch, job.x, job.y, needed, scratch.surface};
  tile.surface->painted = {};
  tile.place();

  std::uint32_t open = no_group;
  for (std::uint32_t i = 0, next = 0; i < job.count; i = next) {
    const std::uint32_t item = scene.pieces[job.refs[i]].item;
    for (next = i + 1; next < job.count && scene.pieces[job.refs[next]].item == item;) ++next;
    enter_group(tile, open, scene.items[item].group);
    paint_item(tile, scene.items[item], job.refs + i, next - i);
  }
  enter_group(tile, open, no_group);
  return target.clear ? resolve_layer(tile) : resolve_picture(tile);
}

}  // namespace overlace
