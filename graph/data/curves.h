// SPDX-License-Identifier: Apache-2.0
// Stage 3, curves: the geometry of a link as a rational quadratic Bezier.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "graph/core/math.h"

namespace overlace {

/// p(t) = ((1-t)^2 p0 + 2t(1-t) hc + t^2 p1) / ((1-t)^2 + 2t(1-t) w + t^2), t in [0, 1].
/// `hc` is the homogeneous control point (control point x weight), so that a semicircle (w = 0) is
/// finite. w = 1 is a parabola; w = cos(half the turning angle) is a circular arc.
struct Curve {
  Vec2 p0, hc, p1;
  float w = 1;
  /// Chords at uniform t that keep within the flattening tolerance; an upper bound on the segments
  /// drawn.
  std::uint32_t segments = 1;
  float length = 0;    ///< distance |p1 - p0| in px, the link length
  float strength = 1;  ///< from the link
  float age = 0;       ///< from the link
  std::uint32_t row_a = 0, row_b = 0;
  bool joined = false;  ///< continues the curve before it: both are one line
};

/// p(t) of a curve.
OVL_FN Vec2 point_at(const Curve& curve, float t) {
  const float a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;
  return (curve.p0 * a + curve.hc * b + curve.p1 * c) * (1 / (a + b * curve.w + c));
}

/// The first of `curves` and those joined to it: one line. Precondition: not empty.
[[nodiscard]] inline std::span<const Curve> first_line(std::span<const Curve> curves) {
  const auto end = std::find_if(curves.begin() + 1, curves.end(),
                                [](const Curve& curve) { return !curve.joined; });
  return curves.first(static_cast<std::size_t>(end - curves.begin()));
}

}  // namespace overlace
