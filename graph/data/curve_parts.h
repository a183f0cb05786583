// SPDX-License-Identifier: Apache-2.0
// Parts of curves: where a curve leaves an object, and the part between two of its points.
#pragma once

#include "graph/core/math.h"
#include "graph/data/anchor.h"
#include "graph/data/curves.h"

namespace overlace {

/// Where a curve begins and ends: at its link's anchor points, or where it leaves the boxes of its
/// objects or the ellipses inscribed in them.
enum class CurveEnds : std::uint8_t { anchor, box, ellipse };

/// Where in 0..1 a quadratic rises above 0: 0 where it begins and stays above, 1 where it stays or
/// ends below.
OVL_FN float rises_at(float constant, float linear, float square) {
  const bool is_above = !(constant < 0);
  if (is_above && linear >= 0 && (linear > 0 || square >= 0)) return 0;
  const float root = fma(linear, linear, -4.0F * square * constant);
  if (!(root > 0)) return is_above ? 0.0F : 1.0F;
  // The root with slope sqrt(root), computed without subtracting nearly equal numbers (Press et
  // al., Numerical Recipes, 5.6).
  const float slope = sqrt(root);
  const float t =
      linear >= 0 ? -2.0F * constant / (linear + slope) : (slope - linear) / (2.0F * square);
  return t >= 0 && t < 1 ? t : 1.0F;
}

/// The same for how far a curve is beyond a line across an axis: (curve - line) x side, times the
/// curve's denominator, which is positive.
OVL_FN float first_beyond(float p0, float hc, float p1, float w, float line, float side) {
  const float at0 = (p0 - line) * side, middle = (hc - line * w) * side, at1 = (p1 - line) * side;
  return rises_at(at0, 2.0F * (middle - at0), at0 - 2.0F * middle + at1);
}

/// Where a curve that begins in a box leaves it, 0..1; 1 where it stays inside.
OVL_FN float leaves_box(const Curve& curve, const Box& box) {
  const float x =
      min(first_beyond(curve.p0.x, curve.hc.x, curve.p1.x, curve.w, box.x, -1),
          first_beyond(curve.p0.x, curve.hc.x, curve.p1.x, curve.w, box.x + box.width, 1));
  const float y =
      min(first_beyond(curve.p0.y, curve.hc.y, curve.p1.y, curve.w, box.y, -1),
          first_beyond(curve.p0.y, curve.hc.y, curve.p1.y, curve.w, box.y + box.height, 1));
  return min(x, y);
}

/// Where a curve that begins in the ellipse inscribed in a box leaves it, 0..1: before it leaves
/// the box, to 2^-20 of the way.
OVL_FN float leaves_ellipse(const Curve& curve, const Box& box) {
  constexpr int halvings = 20;
  const Vec2 center = box.center();
  const float wide = 4.0F / (box.width * box.width), high = 4.0F / (box.height * box.height);
  float inside = 0, outside = leaves_box(curve, box);
  for (int i = 0; i < halvings; ++i) {
    const float t = (inside + outside) * 0.5F;
    const Vec2 p = point_at(curve, t) - center;
    if (fma(p.x * p.x, wide, p.y * p.y * high) < 1)
      inside = t;
    else
      outside = t;
  }
  return outside;
}

/// Where a curve leaves the outline of the object that it begins at, 0..1, with `gap` px around the
/// object; 0 for an object without extent.
OVL_FN float leaves_object(const Curve& curve, Box box, CurveEnds ends, float gap) {
  box = {box.x - gap, box.y - gap, fma(2.0F, gap, box.width), fma(2.0F, gap, box.height)};
  if (!(box.width > 0) || !(box.height > 0)) return 0;
  return ends == CurveEnds::ellipse ? leaves_ellipse(curve, box) : leaves_box(curve, box);
}

/// The same curve in the opposite direction.
OVL_FN Curve reversed(Curve curve) {
  const Vec2 start = curve.p0;
  curve.p0 = curve.p1;
  curve.p1 = start;
  return curve;
}

/// Keeps the part of a curve from t = `from` to `to`, with 0 <= from < to <= 1. Its control points
/// are values of the blossom; its end weights are divided out to restore the standard form (Farin,
/// Curves and Surfaces for CAGD, 13).
OVL_FN void cut_curve(Curve& curve, float from, float to) {
  const auto blossom = [&](float s, float t, float p0, float hc, float p1) {
    const float both = s * t, one = s + t - 2.0F * both;
    return fma(p0, 1.0F - s - t + both, fma(hc, one, p1 * both));
  };
  const auto point = [&](float s, float t) {
    return Vec2{blossom(s, t, curve.p0.x, curve.hc.x, curve.p1.x),
                blossom(s, t, curve.p0.y, curve.hc.y, curve.p1.y)};
  };
  const float w0 = blossom(from, from, 1, curve.w, 1), w1 = blossom(to, to, 1, curve.w, 1);
  const float scale = 1.0F / sqrt(w0 * w1);
  const float w = blossom(from, to, 1, curve.w, 1) * scale;
  const Vec2 p0 = point(from, from) * (1.0F / w0), p1 = point(to, to) * (1.0F / w1);
  curve.hc = point(from, to) * scale;
  curve.p0 = p0;
  curve.p1 = p1;
  curve.w = w;
}

}  // namespace overlace
