// SPDX-License-Identifier: Apache-2.0
// Paints one tile: its segments in order, groups opened and closed around them; then writes it.
#pragma once

#include "gpu/cpu/tiles/paint_convex.h"
#include "gpu/cpu/tiles/paint_group.h"
#include "gpu/cpu/tiles/paint_image.h"
#include "gpu/cpu/tiles/paint_pattern.h"
#include "gpu/cpu/tiles/paint_shape.h"
#include "gpu/cpu/tiles/paint_stroke.h"
#include "gpu/cpu/tiles/prefetch.h"
#include "gpu/cpu/tiles/resolve.h"

namespace overlace {

template <class L>
void enter_group(TileContext<L>& tile, GroupPlace& place, std::uint32_t wanted) {
  const Group* groups = tile.scene.groups;
  const auto open = [&] {
    std::uint32_t next = wanted;
    while (groups[next].depth > tile.depth + 1) next = groups[next].parent;
    open_group(tile, groups[next]);
  };
  enter_group(groups, place, wanted, open,
              [&](const Group& group, bool shows) { close_group(tile, group, shows); });
}

template <class L>
void paint_item(TileContext<L>& tile, const Item& item, std::span<const SegmentOnTile> segments) {
  switch (item.kind) {
    case ItemKind::stroke:
      return paint_stroke(tile, item, segments);
    case ItemKind::box:
      return paint_box(tile, item);
    case ItemKind::ellipse:
    case ItemKind::diamond:
      return paint_convex(tile, item);
    case ItemKind::glyph:
      return paint_glyph(tile, item);
    case ItemKind::area:
      return paint_area(tile, item);
    case ItemKind::image:
      return paint_image(tile, item);
    case ItemKind::projected_image:
      return paint_projected_image(tile, item);
    case ItemKind::pattern:
      return paint_pattern(tile, item);
    case ItemKind::fill:
      return paint_fill(tile, item);
    case ItemKind::layer:
      return paint_layer(tile, item);
  }
}

/// Prefetches a segment and its item, which are painted after all segments have been looked at.
OVL_FN void prefetch(const Segment* segment, const Item* item) {
  const auto* first = reinterpret_cast<const std::byte*>(item);
  __builtin_prefetch(segment);
  __builtin_prefetch(first);
  __builtin_prefetch(first + cache_line);
}

/// Looks at all segments before any is painted, two at a time: they do not wait for each other, and
/// painting does not wait for them.
template <class L>
std::span<const SegmentOnTile> find_segments(const TileContext<L>& tile, const TileJob& job) {
  constexpr int word_bits = 64;
  SegmentOnTile* end = job.segments;
  const auto keep = [&](const ScenePart& part, std::uint32_t number, BlockSet blocks) OVL_INLINE {
    *end = {blocks, part.segments + number, part.items + part.placed[number].item};
    prefetch(end->segment, end->item);
    ++end;
  };
  const SegmentRef* refs = job.refs.data();
  for (std::uint64_t word : job.words) {
    for (; word != 0; word &= word - 1) {
      const SegmentRef first = refs[__builtin_ctzll(word)];
      const std::uint64_t rest = word & (word - 1);
      const SegmentRef second = rest != 0 ? refs[__builtin_ctzll(rest)] : first;
      const ScenePart &a = tile.scene.parts[first.part], &b = tile.scene.parts[second.part];
      const auto near = [&](int y) OVL_INLINE {
        return blocks_near<L>(a.placed[first.segment].bounds, b.placed[second.segment].bounds,
                              tile.x, y);
      };
      const TwoBlockSets own = near(tile.y);
      TwoBlockSets above{};
      if (tile.sees_above()) above = near(tile.y - block_height);
      keep(a, first.segment, {own.first, above.first & row_bits});
      if (rest == 0) break;
      keep(b, second.segment, {own.second, above.second & row_bits});
      word = rest;
    }
    refs += word_bits;
  }
  return {job.segments, end};
}

/// Whether an item makes the whole of an area opaque.
OVL_FN bool is_opaque_on(const Item& item, const Rect& area) {
  if (item.fill.a != 1) return false;
  return item.kind == ItemKind::fill ||
         (item.kind == ItemKind::box && is_deep(item.rect, box_reach(item), area));
}
/// Whether a tile is opaque whatever else is painted on it, so that nothing has to be painted where
/// only alpha is needed. False if there are groups: they may take alpha away.
template <class L>
bool is_filled(const TileContext<L>& tile, std::span<const SegmentOnTile> segments) {
  const auto left = static_cast<float>(tile.x), top = static_cast<float>(tile.y);
  const Rect area{left, top, left + tile_width, top + tile_height};
  bool opaque = false;
  for (const SegmentOnTile& segment : segments) {
    if (segment.item->group != no_group) return false;
    opaque = opaque || is_opaque_on(*segment.item, area);
  }
  return opaque;
}

template <class L>
PaintedTiles paint_tile(const SceneView& scene, const Target& target, const TileJob& job,
                        TileScratch& scratch) {
  const bool needs_above = chroma_sees_above(target) && job.y > 0;
  const BlockSet needed{job.blocks, needs_above ? job.blocks & row_bits : 0};
  TileContext<L> tile{scene, target, scratch, job.x, job.y, needed, scratch.surface};
  clear(*tile.surface);
  tile.place();
  if (!target.is_layer()) prefetch_picture(target, {job.next_x, job.y, tile_width, tile_height});

  const std::span<const SegmentOnTile> segments = find_segments(tile, job);
  if (target.keeps_alpha_alone() && is_filled(tile, segments)) return {1, mark_opaque(tile)};
  GroupPlace place;
  for (std::size_t i = 0, next = 0; i < segments.size(); i = next) {
    const Item* item = segments[i].item;
    for (next = i + 1; next < segments.size() && segments[next].item == item;) ++next;
    enter_group(tile, place, item->group);
    paint_item(tile, *item, segments.subspan(i, next - i));
  }
  enter_group(tile, place, no_group);
  if (target.is_layer()) return resolve_layer(tile, job.alike);
  return resolve_picture(tile, job.alike);
}

}  // namespace overlace
