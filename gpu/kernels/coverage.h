// SPDX-License-Identifier: Apache-2.0
// Coverage: how much of a pixel lies inside an edge, a slab, a rectangle or a rounded rectangle.
#pragma once

#include "gpu/kernels/lane.h"

namespace overlace {

/// How far outside an edge a pixel's centre can be and still be covered: half a pixel's diagonal,
/// rounded up.
inline constexpr float coverage_reach = 0.75F;

/// The unit square seen along an edge's normal: the density of its projection is a trapezoid that
/// is flat up to `inner` from the centre and gone at `outer`.
template <class F>
struct PixelProfile {
  F slope;  ///< twice the smaller component of the normal, which is kept off zero
  F inner;  ///< half the flat part
  F outer;  ///< half the whole
  F scale;  ///< 1 / (2 x major x minor), stretched by 1/2048
};

/// The profile for a unit normal of either sign. Other numbers yield a valid profile, too.
template <class F>
OVL_FN PixelProfile<F> pixel_profile(F nx, F ny) {
  const F x = abs(nx), y = abs(ny), least(1e-5F);
  const F major = max(max(x, y), least);
  const F minor = max(min(x, y), least);
  const F slope = minor + minor;
  return {slope, (major - minor) * F(0.5F), (major + minor) * F(0.5F),
          F(1.0F + 1.0F / 2048) / (major * slope)};
}

/// Area of the pixel inside a half-plane whose edge is `d` px from the pixel's centre (positive:
/// the centre is inside). The integral of the trapezoid: t / major, less a parabola beyond the flat
/// part. Exact but for the stretch, which lets it reach 0 and 1 exactly whatever the rounding.
template <class F>
OVL_FN F half_plane(F d, const PixelProfile<F>& pixel) {
  const F t = min(abs(d), pixel.outer);
  const F u = max(t - pixel.inner, F(0.0F));
  const F half = min(fnma(u, u, pixel.slope * t) * pixel.scale, F(0.5F));
  return F(0.5F) + signed_as(half, d);
}

/// Area of the pixel inside a slab of half width `half` whose middle is `d` px away. `thin`: both
/// edges can cross one pixel; rounding errors must not make their difference negative.
template <class F>
OVL_FN F slab_coverage(F half, F d, const PixelProfile<F>& pixel, bool thin) {
  const F near_edge = half_plane(half - d, pixel);
  return thin ? max(near_edge - half_plane(-half - d, pixel), F(0.0F)) : near_edge;
}

/// Length of the part of [x - 0.5, x + 0.5] inside [lo, hi]. Precondition: lo <= hi.
template <class F>
OVL_FN F interval(F x, float lo, float hi) {
  const F edge = x - F(0.5F);
  return saturate(F(hi) - edge) - saturate(F(lo) - edge);
}

/// An axis-aligned rectangle by its edges: exact near each edge, however large it is.
struct Rect {
  float left, top, right, bottom;
};
OVL_FN Rect grow(const Rect& r, float by) {
  return {r.left - by, r.top - by, r.right + by, r.bottom + by};
}
OVL_FN bool is_empty(const Rect& r) {
  return !(r.left < r.right && r.top < r.bottom);
}

/// A disc's edge falls away from its tangent by x^2 / 2r; over a pixel that is 1 / 24r on average,
/// because the second moment of a unit square is 1/12 in every direction.
template <class F>
OVL_FN F arc_sagitta(F radius) {
  return F(1.0F / 24.0F) / max(radius, F(0.5F));
}

/// Pixels in the corners of a rounded rectangle, where edges are arcs around one point.
template <class F>
struct CornerPlace {
  F x, y;            ///< from that point outwards, px
  MaskOf<F> inside;  ///< in a corner
};
template <class F>
OVL_FN CornerPlace<F> corner_place(F x, F y, const Rect& r, float radius) {
  const F qx = max(F(r.left + radius) - x, x - F(r.right - radius));
  const F qy = max(F(r.top + radius) - y, y - F(r.bottom - radius));
  return {qx, qy, MaskOf<F>((qx > F(0.0F)) & (qy > F(0.0F)))};
}
/// Pixels as seen from the centre of a corner's arcs.
template <class F>
struct CornerView {
  F distance;  ///< px from that point
  PixelProfile<F> pixel;
  MaskOf<F> inside;

  OVL_FN explicit CornerView(const CornerPlace<F>& at)
      : distance(max(sqrt(fma(at.x, at.x, at.y * at.y)), F(1e-6F))), inside(at.inside) {
    const F inverse = F(1.0F) / distance;
    pixel = pixel_profile(at.x * inverse, at.y * inverse);
  }
  /// Coverage inside an arc; outside the corners it is `square`.
  [[nodiscard]] OVL_FN F arc_or(F square, float radius) const {
    const F within = F(radius) - arc_sagitta(F(radius)) - distance;
    return select(inside, half_plane(within, pixel), square);
  }
};
template <class F>
OVL_FN F arc_or(F square, F x, F y, const Rect& r, float radius) {
  const CornerPlace<F> at = corner_place(x, y, r, radius);
  if (!any(at.inside)) return square;
  return CornerView<F>(at).arc_or(square, radius);
}

/// Arcs with a smaller radius than this, px, turn too much within a pixel for one half-plane.
inline constexpr float smallest_arc = 1.5F;

/// Average over a pixel's 4 x 4 cells of `cell(x, y, 4)`, a coverage at a quarter of the scale.
template <class F, class Cell>
OVL_FN F average_cells(F x, F y, const Cell& cell) {
  constexpr int grid = 4;
  constexpr float scale = grid;
  F sum(0.0F);
  OVL_ROLLED
  for (int j = 0; j < grid; ++j) {
    OVL_ROLLED
    for (int i = 0; i < grid; ++i) {
      const F dx((static_cast<float>(i) + 0.5F) / scale - 0.5F);
      const F dy((static_cast<float>(j) + 0.5F) / scale - 0.5F);
      sum = sum + cell(x + dx, y + dy, scale);
    }
  }
  return sum * F(1.0F / (scale * scale));
}

/// Pixels in corners sharper than `smallest_arc`; `square` is the coverage without them.
template <class F>
OVL_LONG_FN F sharp_arc_or(F square, F x, F y, const Rect& r, float radius) {
  const float across = radius + 0.5F;
  const F qx = max(F(r.left + across) - x, x - F(r.right - across));
  const F qy = max(F(r.top + across) - y, y - F(r.bottom - across));
  const auto near = (qx > F(0.0F)) & (qy > F(0.0F));
  if (!any(near)) return square;
  const F fine = average_cells(x, y, [&](F cx, F cy, float scale) {
    const Rect cells{r.left * scale, r.top * scale, r.right * scale, r.bottom * scale};
    const F sx = cx * F(scale), sy = cy * F(scale);
    const F in = interval(sx, cells.left, cells.right) * interval(sy, cells.top, cells.bottom);
    return arc_or(in, sx, sy, cells, radius * scale);
  });
  return select(near, fine, square);
}

template <class F>
OVL_FN F rect_coverage(F x, F y, const Rect& r) {
  return interval(x, r.left, r.right) * interval(y, r.top, r.bottom);
}
/// Area of the pixel inside a rounded rectangle: exact on straight edges and square corners.
template <class F>
OVL_FN F rounded_rect(F x, F y, const Rect& r, float radius) {
  const F square = rect_coverage(x, y, r);
  if (radius <= 0) return square;
  if (radius >= smallest_arc) return arc_or(square, x, y, r, radius);
  return sharp_arc_or(square, x, y, r, radius);
}

/// Signed distance to a rounded rectangle's edge, px, negative inside.
template <class F>
OVL_FN F rounded_rect_distance(F x, F y, const Rect& r, float radius) {
  const F qx = max(F(r.left + radius) - x, x - F(r.right - radius));
  const F qy = max(F(r.top + radius) - y, y - F(r.bottom - radius));
  const F ox = max(qx, F(0.0F)), oy = max(qy, F(0.0F));
  const F outside = sqrt(fma(ox, ox, oy * oy));
  return outside + min(max(qx, qy), F(0.0F)) - F(radius);
}

/// Signed distance to an axis-aligned ellipse, with its normal and radius of curvature there.
template <class F>
struct EllipseEdge {
  F distance;  ///< px, negative inside
  F nx, ny;    ///< unit normal, first quadrant
  F curvature_radius;
};

/// Distance from (x, y), relative to the centre, to the ellipse with half axes a, b. The foot is
/// found by walking circles of curvature (A. Chou, "A simple method for distance to ellipse",
/// 2016).
template <class F>
OVL_FN EllipseEdge<F> ellipse_edge(F x, F y, float a, float b) {
  const F px = abs(x), py = abs(y);
  const float focal = a * a - b * b;
  F tx(0.70710678F), ty(0.70710678F);
  const int steps = focal == 0 ? 1 : 4;  // for a circle the first is exact
  OVL_ROLLED
  for (int step = 0; step < steps; ++step) {
    const F ex = F(focal / a) * (tx * tx * tx);
    const F ey = F(-focal / b) * (ty * ty * ty);
    const F rx = fma(F(a), tx, -ex), ry = fma(F(b), ty, -ey);
    const F qx = px - ex, qy = py - ey;
    const F ratio = sqrt(fma(rx, rx, ry * ry) / max(fma(qx, qx, qy * qy), F(1e-12F)));
    const F fx = saturate(fma(qx, ratio, ex) / F(a)), fy = saturate(fma(qy, ratio, ey) / F(b));
    const F length = sqrt(fma(fx, fx, fy * fy)), scale = F(1.0F) / max(length, F(1e-6F));
    const auto leads_on = length > F(1e-6F);  // false at a circle's centre, equally far from all
    tx = select(leads_on, fx * scale, tx);
    ty = select(leads_on, fy * scale, ty);
  }
  const F dx = fma(F(-a), tx, px), dy = fma(F(-b), ty, py);
  const F bx = F(b) * tx, ay = F(a) * ty;
  const F stretch = fma(bx, bx, ay * ay);
  const F norm = sqrt(stretch);
  const F inverse = F(1.0F) / max(norm, F(1e-6F));
  const F ux = px * F(1.0F / a), uy = py * F(1.0F / b);
  const auto inside = fma(ux, ux, uy * uy) < F(1.0F);
  const F distance = sqrt(fma(dx, dx, dy * dy));
  return {select(inside, -distance, distance), bx * inverse, ay * inverse,
          stretch * norm * F(1.0F / (a * b))};
}

}  // namespace overlace
