// SPDX-License-Identifier: Apache-2.0
// Paints boxes, filled ellipses and diamonds on a tile. Blocks wholly inside get one alpha and
// never evaluate an edge; blocks in the hole of an outline are skipped.
#pragma once

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// Corner radius of an outline moved outwards: sharp corners stay sharp, round ones grow with it,
/// and in between it changes smoothly (CSS Backgrounds 3, "box-shadow" spread).
OVL_FN float outer_radius(float radius, float by) {
  if (radius >= by) return radius + by;
  const float rest = radius / by - 1.0F;
  return radius + by * (1.0F + rest * rest * rest);
}

/// Coverage of a box's painted edge, with its glow: of its stroke, or of its area when it has none.
template <class L>
L box_outline(const Item& item, L x, L y) {
  const float half = item.half_width;
  const float outer_corner = half > 0 ? outer_radius(item.radius, half) : item.radius;
  L coverage = rounded_rect(x, y, grow(item.rect, half), outer_corner);
  const Rect hole = grow(item.rect, -half);
  if (half > 0 && !is_empty(hole)) {
    coverage = max(coverage - rounded_rect(x, y, hole, max(item.radius - half, 0.0F)), L(0.0F));
  }
  if (item.glow_radius > 0) {
    const L edge = rounded_rect_distance(x, y, item.rect, item.radius);
    const L light = glow_light(item, (half > 0 ? abs(edge) : edge) - L(half));
    coverage = fma(light, L(1.0F) - coverage, coverage);
  }
  if (!item.brackets) return coverage;
  const Rect& r = item.rect;
  const L kept_x =
      L(1.0F) - interval(x, r.left + item.arm, max(r.right - item.arm, r.left + item.arm));
  const L kept_y =
      L(1.0F) - interval(y, r.top + item.arm, max(r.bottom - item.arm, r.top + item.arm));
  return coverage * kept_x * kept_y;
}

/// Whether a block of pixels lies inside an outline shrunk by `edge` on the sides and by `corner`
/// around the corners.
OVL_FN bool is_deep(const Rect& r, float edge, float corner, float x, float y) {
  const float across = min(x - r.left, r.right - (x + block_width));
  const float down = min(y - r.top, r.bottom - (y + block_height));
  return (across >= edge && down >= corner) || (across >= corner && down >= edge);
}

template <class L>
void paint_box(TileContext<L>& tile, const Item& item) {
  const float reach = item.half_width + item.glow_radius;
  const float edge = reach + 0.01F, corner = max(item.radius, reach) + 0.01F;
  const Rect bounds = grow(item.rect, edge);
  const bool stroked = item.half_width > 0 && item.stroke.a > 0, filled = item.fill.a > 0;
  const ColumnRange columns = block_range(bounds.left, bounds.right, tile.x);
  for (int row = tile.first_row; row < block_rows; ++row) {
    const auto top = static_cast<float>(tile.block_y(row));
    if (top + block_height < bounds.top || top > bounds.bottom) continue;
    const L y = tile.pixel_y(row);
    for (int column = columns.first; column <= columns.last; ++column) {
      if (is_deep(item.rect, edge, corner, static_cast<float>(tile.block_x(column)), top)) {
        if (filled) tile.paint(row, column, item.fill, L(1.0F));
        continue;
      }
      const L x = tile.pixel_x(column);
      if (filled) {
        tile.paint(row, column, item.fill,
                   stroked ? rounded_rect(x, y, item.rect, item.radius) : box_outline(item, x, y));
      }
      if (stroked) tile.paint(row, column, item.stroke, box_outline(item, x, y));
    }
  }
}

/// Coverage of a filled ellipse at (x, y) from its centre by cells of 1 / `scale` px.
template <class L>
L ellipse_cell(const Item& item, L x, L y, float a, float b, float scale) {
  const EllipseEdge<L> edge = ellipse_edge(x, y, a, b);
  const L inside = fma(edge.distance, L(-scale), -arc_sagitta(edge.curvature_radius * L(scale)));
  const L coverage = half_plane(inside, pixel_profile(edge.nx, edge.ny));
  if (!(item.glow_radius > 0)) return coverage;
  return fma(glow_light(item, edge.distance), L(1.0F) - coverage, coverage);
}

/// Coverage of a filled diamond likewise: the part of the cell beyond each edge is taken away.
template <class L>
L diamond_cell(const Item& item, L x, L y, float a, float b, float scale) {
  const float inverse = 1.0F / sqrt(fma(a, a, b * b));
  const float nx = b * inverse, ny = a * inverse, offset = a * b * inverse;
  const auto pixel = pixel_profile(L(nx), L(ny));
  const L sx = L(nx) * x, sy = L(ny) * y;
  const L outside = [&] {
    L sum(0.0F);
    for (const L& side : {sx + sy, sx - sy, -sx + sy, -sx - sy}) {
      sum = sum + half_plane((side - L(offset)) * L(scale), pixel);
    }
    return sum;
  }();
  const L coverage = saturate(L(1.0F) - outside);
  if (!(item.glow_radius > 0)) return coverage;
  const L px = abs(x), py = abs(y);
  const L t = saturate((fma(L(-a), px, L(b) * py) + L(a * a)) * L(inverse * inverse));
  const L dx = px - L(a) * (L(1.0F) - t), dy = py - L(b) * t;
  const L distance = sqrt(fma(dx, dx, dy * dy));
  const auto inside = fma(px, L(nx), py * L(ny)) < L(offset);
  return fma(glow_light(item, select(inside, L(0.0F), distance)), L(1.0F) - coverage, coverage);
}

/// Coverage of a filled ellipse or diamond with half axes a and b at (x, y) from its centre. Pixels
/// in which the outline bends sharply are evaluated in cells: all of a small ellipse's, and those
/// near a diamond's corners.
template <class L>
L convex_coverage(const Item& item, L x, L y, float a, float b) {
  if (item.kind == ItemKind::ellipse) {
    auto cell = [&](L cx, L cy, float scale) { return ellipse_cell(item, cx, cy, a, b, scale); };
    constexpr float sharp = 3;  // px, smallest radius of curvature
    const float shorter = min(a, b);
    return shorter * shorter < sharp * max(a, b) ? average_cells(x, y, cell) : cell(x, y, 1.0F);
  }
  auto cell = [&](L cx, L cy, float scale) { return diamond_cell(item, cx, cy, a, b, scale); };
  const auto corner = (abs(x) < L(2.0F)) | (abs(y) < L(2.0F));
  const L plain = cell(x, y, 1.0F);
  return any(corner) ? select(corner, average_cells(x, y, cell), plain) : plain;
}

/// A convex shape's norm: below 1 inside. Ellipses measure squares, diamonds sums.
OVL_FN float shape_norm(ItemKind kind, float x, float y) {
  return kind == ItemKind::ellipse ? sqrt(fma(x, x, y * y)) : abs(x) + abs(y);
}

/// Paints a filled ellipse or diamond.
template <class L>
void paint_convex(TileContext<L>& tile, const Item& item) {
  const Rect& r = item.rect;
  const float cx = (r.left + r.right) * 0.5F, cy = (r.top + r.bottom) * 0.5F;
  const float a = max((r.right - r.left) * 0.5F, 0.01F), b = max((r.bottom - r.top) * 0.5F, 0.01F);
  const bool round = item.kind == ItemKind::ellipse;
  const float inner = round ? min(a, b) : a * b / sqrt(fma(a, a, b * b));
  const float deep = 1.0F - coverage_reach / inner;
  const Rect bounds = grow(r, coverage_reach + item.glow_radius);
  const ColumnRange columns = block_range(bounds.left, bounds.right, tile.x);
  for (int row = tile.first_row; row < block_rows; ++row) {
    const auto top = static_cast<float>(tile.block_y(row));
    if (top + block_height < bounds.top || top > bounds.bottom) continue;
    const float far_y = max(abs(top - cy), abs(top + block_height - cy));
    for (int column = columns.first; column <= columns.last; ++column) {
      const auto left = static_cast<float>(tile.block_x(column));
      const float far_x = max(abs(left - cx), abs(left + block_width - cx));
      if (shape_norm(item.kind, far_x / a, far_y / b) < deep) {
        tile.paint(row, column, item.fill, L(1.0F));
        continue;
      }
      const L coverage =
          convex_coverage(item, tile.pixel_x(column) - L(cx), tile.pixel_y(row) - L(cy), a, b);
      tile.paint(row, column, item.fill, coverage);
    }
  }
}

}  // namespace overlace
