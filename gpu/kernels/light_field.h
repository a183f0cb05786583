// SPDX-License-Identifier: Apache-2.0
// The light around an ellipse, in small fields of pixels: within a field, the distance to the
// ellipse is a quadratic, as if its outline had one curvature for all of them.
#pragma once

#include "gpu/kernels/coverage.h"

namespace overlace {

/// Size of a field, px. Fields form rows and columns that start at the ellipse's middle, alike in
/// its four quarters: an ellipse that moves by whole pixels keeps its pixels.
inline constexpr float light_field_width = 8, light_field_height = 4;

/// Index, along one axis, of the field that holds a point `from` px away from the ellipse's middle.
template <class F>
OVL_FN F light_field_at(F from, float side) {
  return floor(abs(from) * F(1.0F / side));
}
/// How far that field's middle is from the ellipse's, px.
template <class F>
OVL_FN F light_field_middle(F field, float side) {
  return fma(field, F(side), F(0.5F * side));
}

/// The distance to an ellipse near a point outside it, to second order in the offset from there.
template <class F>
struct LightField {
  F distance;        ///< of the point, px
  F nx, ny;          ///< unit vector, outwards: in the first quarter
  F half_curvature;  ///< half that of the curve of points at the same distance, 1/px

  /// The distance to the ellipse at offset (dx, dy) from the point, px.
  [[nodiscard]] OVL_FN F at(F dx, F dy) const {
    const F out = fma(nx, dx, ny * dy), along = fms(nx, dy, ny * dx);
    return fma(along * along, half_curvature, distance + out);
  }
};

/// An ellipse with half axes a and b, and where fields show its light.
///
/// Third-order terms: with R the radius of curvature of the curve of points as far away as the
/// field's middle, and s = |a/b - b/a| (curvature along an ellipse changes by 1.5 s at most), the
/// distance of a field's point is off by at most 18 (1 + 1.5 s) / R^2 px. Light falls by at most 2
/// gain / radius per px: it is off by 1/512 at most where R^2 >= 18432 (1 + 1.5 s) gain / radius.
struct FieldEllipse {
  float a, b;
  float least_bend;  ///< the least such R, px

  OVL_FN FieldEllipse(float half_x, float half_y, float glow_gain, float glow_radius)
      : a(half_x), b(half_y) {
    const float stretch = abs(a / b - b / a);
    least_bend =
        sqrt(18432.0F * fma(1.5F, stretch, 1.0F) * max(glow_gain, 1.0F) / max(glow_radius, 1e-3F));
  }
  /// The field around a point of the first quarter. Its distance is negative where the field is not
  /// valid: inside, where one of its points may be within reach of the edge, or where the outline
  /// bends too much.
  template <class F>
  [[nodiscard]] OVL_FN LightField<F> around(F x, F y) const {
    const EllipseEdge<F> edge = ellipse_edge(x, y, a, b);
    const F bend = edge.curvature_radius + edge.distance;
    const F reach = fma(edge.nx, F(light_field_width / 2),
                        fma(edge.ny, F(light_field_height / 2), F(coverage_reach)));
    const auto holds = (edge.distance > reach) & (bend > F(least_bend));
    return {select(holds, edge.distance, F(-1.0F)), edge.nx, edge.ny, F(0.5F) / bend};
  }
};

}  // namespace overlace
