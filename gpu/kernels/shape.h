// SPDX-License-Identifier: Apache-2.0
// Boxes, ellipses and diamonds: what a pixel shows of them, and where that need not be computed.
#pragma once

#include "gpu/kernels/light_field.h"
#include "gpu/kernels/stroke.h"

namespace overlace {

/// Corner radius of an outline moved outwards: sharp corners stay sharp, round ones grow with it,
/// and in between it changes smoothly (CSS Backgrounds 3, "box-shadow" spread).
OVL_FN float outer_radius(float radius, float by) {
  if (radius >= by) return radius + by;
  const float rest = radius / by - 1.0F;
  return radius + by * (1.0F + rest * rest * rest);
}

/// What lies between a box's outer edge and its hole: its stroke, or its area when it has none.
struct BoxBand {
  Rect outer, hole;
  float outer_radius, hole_radius;
  bool hollow;
  bool concentric;  ///< the arcs of all edges share their centres, and none is sharp
};
OVL_FN BoxBand box_band(const Item& item) {
  const float half = item.half_width;
  const Rect hole = grow(item.rect, -half);
  return {grow(item.rect, half),
          hole,
          half > 0 ? outer_radius(item.radius, half) : item.radius,
          max(item.radius - half, 0.0F),
          half > 0 && !is_empty(hole),
          item.radius - half >= smallest_arc};
}

/// A box's coverage with its glow; that of brackets only near the corners.
template <class F>
OVL_LONG_FN F with_box_effects(const Item& item, F coverage, F x, F y) {
  const float half = item.half_width;
  if (item.glow_radius > 0) {
    const F edge = rounded_rect_distance(x, y, item.rect, item.radius);
    const F light = glow_light(item, (half > 0 ? abs(edge) : edge) - F(half));
    coverage = fma(light, F(1.0F) - coverage, coverage);
  }
  if (!item.brackets) return coverage;
  const Rect& r = item.rect;
  const F kept_x =
      F(1.0F) - interval(x, r.left + item.arm, max(r.right - item.arm, r.left + item.arm));
  const F kept_y =
      F(1.0F) - interval(y, r.top + item.arm, max(r.bottom - item.arm, r.top + item.arm));
  return coverage * kept_x * kept_y;
}

/// Coverage of a pixel by a box's area, and by its painted edge with its glow: its stroke, or its
/// area when it has none.
template <class F>
struct BoxCoverage {
  F area, band;
};
template <class F>
OVL_FN BoxCoverage<F> box_coverage(const Item& item, const BoxBand& band, F x, F y) {
  F area(0.0F), outer(0.0F), hole(0.0F);
  if (!(item.half_width > 0)) {  // the edge is that of the area
    area = rounded_rect(x, y, item.rect, item.radius);
    outer = area;
  } else if (band.concentric) {
    area = rect_coverage(x, y, item.rect);
    outer = rect_coverage(x, y, band.outer);
    hole = rect_coverage(x, y, band.hole);
    const CornerPlace<F> at = corner_place(x, y, item.rect, item.radius);
    if (any(at.inside)) {
      const CornerView<F> corner(at);
      area = corner.arc_or(area, item.radius);
      outer = corner.arc_or(outer, band.outer_radius);
      hole = corner.arc_or(hole, band.hole_radius);
    }
  } else {
    area = rounded_rect(x, y, item.rect, item.radius);
    outer = rounded_rect(x, y, band.outer, band.outer_radius);
    if (band.hollow) hole = rounded_rect(x, y, band.hole, band.hole_radius);
  }
  F edge = band.hollow ? max(outer - hole, F(0.0F)) : outer;
  if (item.glow_radius > 0 || item.brackets != 0) edge = with_box_effects(item, edge, x, y);
  return {area, edge};
}

/// The same for pixels away from all corners, of a box without glow or brackets.
template <class F>
OVL_FN BoxCoverage<F> straight_box_coverage(const Item& item, const BoxBand& band, F x, F y) {
  const F outer = rect_coverage(x, y, band.outer);
  const F edge = band.hollow ? max(outer - rect_coverage(x, y, band.hole), F(0.0F)) : outer;
  return {rect_coverage(x, y, item.rect), edge};
}

/// Where a box paints, and where it paints only its area or nothing.
struct BoxReach {
  Rect bounds;   ///< no pixel wholly outside is painted
  float edge;    ///< px from the outline's sides beyond which only the area is seen
  float corner;  ///< … and from its corners
};
OVL_FN BoxReach box_reach(const Item& item) {
  const float reach = item.half_width + item.glow_radius;
  const float edge = reach + bounds_slack;
  return {grow(item.rect, edge), edge, max(item.radius, reach) + bounds_slack};
}

/// Whether a rectangle of pixels lies inside a box's outline, out of reach of its edge.
OVL_FN bool is_deep(const Rect& box, const BoxReach& reach, const Rect& area) {
  const float across = min(area.left - box.left, box.right - area.right);
  const float down = min(area.top - box.top, box.bottom - area.bottom);
  return (across >= reach.edge && down >= reach.corner) ||
         (across >= reach.corner && down >= reach.edge);
}
/// Whether a rectangle of pixels is away from all corners of a box without glow or brackets.
OVL_FN bool is_straight(const Item& box, const BoxReach& reach, const Rect& area) {
  const Rect& r = box.rect;
  const float across = min(area.left - r.left, r.right - area.right);
  const float down = min(area.top - r.top, r.bottom - area.bottom);
  return max(across, down) >= reach.corner && !(box.glow_radius > 0) && box.brackets == 0;
}
OVL_FN bool is_stroked(const Item& box) {
  return box.half_width > 0 && box.stroke.a > 0;
}

/// Coverage of cells of 1 / `scale` px, at (x, y) from its centre, by a filled ellipse.
template <class F>
OVL_LONG_FN F ellipse_cell(const Item& item, F x, F y, float a, float b, float scale) {
  const EllipseEdge<F> edge = ellipse_edge(x, y, a, b);
  const F inside = fma(edge.distance, F(-scale), -arc_sagitta(edge.curvature_radius * F(scale)));
  const F coverage = half_plane(inside, pixel_profile(edge.nx, edge.ny));
  if (!(item.glow_radius > 0)) return coverage;
  return fma(glow_light(item, edge.distance), F(1.0F) - coverage, coverage);
}

/// The light of an ellipse at pixels that it does not cover: equals ellipse_cell there.
template <class F>
OVL_LONG_FN F ellipse_light(const Item& item, F x, F y, float a, float b) {
  return glow_light(item, ellipse_edge(x, y, a, b).distance);
}

/// The same for a filled diamond: the part of the cell beyond each edge is subtracted.
template <class F>
OVL_LONG_FN F diamond_cell(const Item& item, F x, F y, float a, float b, float scale) {
  const float inverse = 1.0F / sqrt(fma(a, a, b * b));
  const float nx = b * inverse, ny = a * inverse, offset = a * b * inverse;
  const auto pixel = pixel_profile(F(nx), F(ny));
  const F sx = F(nx) * x, sy = F(ny) * y;
  const F outside = [&] {
    F sum(0.0F);
    for (const F& side : {sx + sy, sx - sy, -sx + sy, -sx - sy}) {
      sum = sum + half_plane((side - F(offset)) * F(scale), pixel);
    }
    return sum;
  }();
  const F coverage = saturate(F(1.0F) - outside);
  if (!(item.glow_radius > 0)) return coverage;
  const F px = abs(x), py = abs(y);
  const F t = saturate((fma(F(-a), px, F(b) * py) + F(a * a)) * F(inverse * inverse));
  const F dx = px - F(a) * (F(1.0F) - t), dy = py - F(b) * t;
  const F distance = sqrt(fma(dx, dx, dy * dy));
  const auto inside = fma(px, F(nx), py * F(ny)) < F(offset);
  return fma(glow_light(item, select(inside, F(0.0F), distance)), F(1.0F) - coverage, coverage);
}

/// Whether an ellipse bends so sharply that its pixels are evaluated in cells.
OVL_FN bool is_sharp_ellipse(float a, float b) {
  constexpr float sharp = 3;  // px, smallest radius of curvature
  const float shorter = min(a, b);
  return shorter * shorter < sharp * max(a, b);
}

/// Coverage of a filled ellipse or diamond with half axes a and b at (x, y) from its centre. Pixels
/// in which the outline bends sharply are evaluated in cells: all of a small ellipse's, and those
/// near a diamond's corners.
template <class F>
OVL_LONG_FN F convex_coverage(const Item& item, F x, F y, float a, float b) {
  if (item.kind == ItemKind::ellipse) {
    auto cell = [&](F cx, F cy, float scale) { return ellipse_cell(item, cx, cy, a, b, scale); };
    return is_sharp_ellipse(a, b) ? average_cells(x, y, cell) : cell(x, y, 1.0F);
  }
  auto cell = [&](F cx, F cy, float scale) { return diamond_cell(item, cx, cy, a, b, scale); };
  const F px = abs(x), py = abs(y);
  const auto corner = (px < F(2.0F)) | (py < F(2.0F));
  const F plain = cell(x, y, 1.0F);
  return any(corner) ? select(corner, average_cells(x, y, cell), plain) : plain;
}

/// A convex shape's norm: below 1 inside. Ellipses measure squares, diamonds sums.
template <class F>
OVL_FN F shape_norm(ItemKind kind, F x, F y) {
  return kind == ItemKind::ellipse ? sqrt(fma(x, x, y * y)) : abs(x) + abs(y);
}

/// Whether an ellipse's light is computed by fields where they are valid. A circle's distance is
/// just as cheap for each pixel.
OVL_FN bool has_light_fields(const Item& item, float a, float b) {
  return item.kind == ItemKind::ellipse && item.glow_radius > 0 && a != b &&
         !is_sharp_ellipse(a, b);
}

/// A filled ellipse or diamond: centre, half axes, and the norms below which pixels are covered,
/// beyond which they are not, and beyond which nothing is painted. In no direction does a norm grow
/// by more than 1 / inner per px.
struct Convex {
  float x, y, a, b;
  float deep, beside, far;
  Rect bounds;  ///< no pixel wholly outside is painted
};
OVL_FN Convex make_convex(const Item& item) {
  const Rect& r = item.rect;
  const float a = max((r.right - r.left) * 0.5F, 0.01F), b = max((r.bottom - r.top) * 0.5F, 0.01F);
  const bool round = item.kind == ItemKind::ellipse;
  const float inner = round ? min(a, b) : a * b / sqrt(fma(a, a, b * b));
  return {(r.left + r.right) * 0.5F,
          (r.top + r.bottom) * 0.5F,
          a,
          b,
          1.0F - coverage_reach / inner,
          1.0F + (coverage_reach + bounds_slack) / inner,
          1.0F + (coverage_reach + item.glow_radius + bounds_slack) / inner,
          grow(r, coverage_reach + item.glow_radius)};
}

/// The greatest norm in a rectangle of pixels.
template <class F>
OVL_FN F greatest_norm(ItemKind kind, const Convex& shape, F left, F top, F right, F bottom) {
  const F far_x = max(abs(left - F(shape.x)), abs(right - F(shape.x)));
  const F far_y = max(abs(top - F(shape.y)), abs(bottom - F(shape.y)));
  return shape_norm(kind, far_x / F(shape.a), far_y / F(shape.b));
}
/// The least norm in a rectangle of pixels.
template <class F>
OVL_FN F least_norm(ItemKind kind, const Convex& shape, F left, F top, F right, F bottom) {
  const F near_x = max(max(left - F(shape.x), F(shape.x) - right), F(0.0F));
  const F near_y = max(max(top - F(shape.y), F(shape.y) - bottom), F(0.0F));
  return shape_norm(kind, near_x / F(shape.a), near_y / F(shape.b));
}
/// Whether a rectangle of pixels lies inside the shape, out of reach of its edge.
OVL_FN bool is_deep(ItemKind kind, const Convex& shape, const Rect& area) {
  return greatest_norm(kind, shape, area.left, area.top, area.right, area.bottom) < shape.deep;
}
/// Whether a rectangle of pixels lies out of reach of the shape and its glow.
OVL_FN bool is_far(ItemKind kind, const Convex& shape, const Rect& area) {
  return least_norm(kind, shape, area.left, area.top, area.right, area.bottom) > shape.far;
}

}  // namespace overlace
