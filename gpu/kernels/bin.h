// SPDX-License-Identifier: Apache-2.0
// Binning: which tiles of a grid an item may paint on, by exact slab tests per row of tiles.
#pragma once

#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"

namespace overlace {

/// A picture cut into tiles of equal size. A tile needs what lies on it and a little to its left
/// and above, because footprints of chroma samples extend there.
struct TileGrid {
  int columns = 0, rows = 0;
  float width = 1, height = 1;  ///< of a tile, px; powers of two, so that 1 / width is exact
  float left = 0, above = 0;    ///< px to the left of and above a tile that it also needs
  float per_x = 1 / width, per_y = 1 / height;
};

/// Tiles [first, last] of a row or column; empty where first > last.
struct TileRange {
  int first = 0, last = -1;
  [[nodiscard]] OVL_FN int size() const { return last < first ? 0 : last - first + 1; }
};

/// Tiles of `count` that [from, to] touches, in units of a tile.
OVL_FN TileRange tiles_between(float from, float to, int count) {
  const auto end = static_cast<float>(count);
  const auto last = static_cast<int>(clamp(to, 0.0F, end - 1));
  return {static_cast<int>(clamp(from, 0.0F, end)), to < 0 ? -1 : last};
}
/// Rows of tiles that need anything of [top, bottom] px.
OVL_FN TileRange rows_between(const TileGrid& grid, float top, float bottom) {
  return tiles_between(top * grid.per_y, (bottom + grid.above) * grid.per_y, grid.rows);
}
OVL_FN TileRange columns_between(const TileGrid& grid, float left, float right) {
  return tiles_between(left * grid.per_x, (right + grid.left) * grid.per_x, grid.columns);
}

/// What a row of tiles needs, px.
struct Slab {
  float top, bottom;
};
OVL_FN Slab slab_of(const TileGrid& grid, int row) {
  return {static_cast<float>(row) * grid.height - grid.above,
          static_cast<float>(row + 1) * grid.height};
}

/// A stroke's segment, prepared for intersection with rows of tiles.
struct SegmentBounds {
  float x = 0, y = 0;    ///< start of its axis, px
  float ux = 0, uy = 0;  ///< its direction
  float per_y = 0;       ///< length along the axis per px downwards; 0 where it is nearly level
  float length = 0;
  float reach = 0;  ///< px from the axis that may be painted
};
OVL_FN SegmentBounds segment_bounds(const Item& item, const Segment& segment) {
  const SegmentAxis axis = axis_of(segment);
  const bool level = !(abs(segment.direction.y) > 1e-3F);
  return {axis.x,
          axis.y,
          segment.direction.x,
          segment.direction.y,
          level ? 0.0F : 1.0F / segment.direction.y,
          segment.length,
          reach_around(axis, item.reach)};
}
OVL_FN TileRange rows_of(const TileGrid& grid, const SegmentBounds& p) {
  const float end_y = p.y + p.uy * p.length;
  return rows_between(grid, min(p.y, end_y) - p.reach, max(p.y, end_y) + p.reach);
}
OVL_FN TileRange columns_of(const TileGrid& grid, const SegmentBounds& p, int row) {
  float from = 0, to = p.length;
  if (p.per_y != 0) {
    const Slab slab = slab_of(grid, row);
    const float a = (slab.top - p.reach - p.y) * p.per_y;
    const float b = (slab.bottom + p.reach - p.y) * p.per_y;
    from = clamp(min(a, b), 0.0F, p.length);
    to = clamp(max(a, b), 0.0F, p.length);
  }
  const float xa = p.x + p.ux * from, xb = p.x + p.ux * to;
  return columns_between(grid, min(xa, xb) - p.reach, max(xa, xb) + p.reach);
}

/// What an item other than a stroke or a layer paints: its outer edge, and the hole that it leaves.
struct AreaBounds {
  Rect outer, hole;
};
OVL_FN AreaBounds area_bounds(const Item& item) {
  constexpr Rect none{0, 0, 0, 0};
  if (item.kind == ItemKind::fill || item.kind == ItemKind::pattern)
    return {{-1e9F, -1e9F, 1e9F, 1e9F}, none};
  if (item.kind == ItemKind::glyph) {
    const GlyphTexels& g = item.glyph;
    return {{static_cast<float>(g.x), static_cast<float>(g.y),
             static_cast<float>(g.x + g.width - 1), static_cast<float>(g.y + g.height - 1)},
            none};
  }
  const float reach = item.half_width + item.glow_radius + coverage_reach + bounds_slack;
  const bool hollow = item.kind == ItemKind::box && !(item.fill.a > 0);
  return {grow(item.rect, reach),
          hollow ? grow(item.rect, -(max(item.radius, reach) + bounds_slack)) : none};
}
OVL_FN TileRange rows_of(const TileGrid& grid, const AreaBounds& area) {
  return rows_between(grid, area.outer.top, area.outer.bottom);
}

/// Columns on both sides of a hole; the second part is empty where there is no hole.
struct TileRanges {
  TileRange part[2];
};
OVL_FN TileRanges columns_of(const TileGrid& grid, const AreaBounds& area, int row) {
  const TileRange all = columns_between(grid, area.outer.left, area.outer.right);
  const Rect& hole = area.hole;
  const Slab slab = slab_of(grid, row);
  if (is_empty(hole) || slab.top < hole.top || slab.bottom > hole.bottom) return {{all, {}}};
  // Tiles wholly inside the hole lie between the tile of its left edge and that of its right.
  const auto end = static_cast<float>(grid.columns);
  const float left = clamp(floor((hole.left + grid.left) * grid.per_x), -1.0F, end);
  const float right = clamp(floor(hole.right * grid.per_x), -1.0F, end);
  if (right - left < 2) return {{all, {}}};
  const int before = static_cast<int>(left), after = static_cast<int>(right);
  return {{{all.first, before < all.last ? before : all.last},
           {after > all.first ? after : all.first, all.last}}};
}

/// The rows of a layer's tiles that a row of the grid needs.
OVL_FN TileRange layer_rows(const TileGrid& grid, const LayerView& layer, int row) {
  const float per_y = 1.0F / layer_tile;
  const Slab slab = slab_of(grid, row);
  return tiles_between(slab.top * per_y, (slab.bottom - 1) * per_y, layer.tiles_y);
}
/// Columns of the grid that need anything of a column of the layer's tiles.
OVL_FN TileRange columns_over(const TileGrid& grid, int tile) {
  const auto width = float{layer_tile};
  const float left = static_cast<float>(tile) * width;
  return columns_between(grid, left, left + width - 1);
}

/// Whether a tile needs anything of a layer.
OVL_FN bool layer_touches(const TileGrid& grid, const LayerView& layer, int column, int row) {
  const float per_x = 1.0F / layer_tile;
  const float left = static_cast<float>(column) * grid.width - grid.left;
  const float right = static_cast<float>(column + 1) * grid.width;
  const TileRange rows = layer_rows(grid, layer, row);
  const TileRange columns = tiles_between(left * per_x, (right - 1) * per_x, layer.tiles_x);
  for (int y = rows.first; y <= rows.last; ++y) {
    for (int x = columns.first; x <= columns.last; ++x) {
      if (layer.occupied[y * layer.tiles_x + x] != 0) return true;
    }
  }
  return false;
}

}  // namespace overlace
