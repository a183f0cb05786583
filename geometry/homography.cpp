// SPDX-License-Identifier: Apache-2.0
// Maps between planes, in double precision and a fixed order of operations.
#include "geometry/homography.h"

#include <algorithm>
#include <cmath>

namespace overlace {

std::optional<PlanePoint> Homography::operator()(PlanePoint p) const {
  const double w = m[6] * p.x + m[7] * p.y + m[8];
  if (!(w > 1e-3)) return std::nullopt;
  return PlanePoint{(m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w};
}

Homography joined(const Homography& first, const Homography& then) {
  Homography both;
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      both.m[3 * row + column] = then.m[3 * row] * first.m[column] +
                                 then.m[3 * row + 1] * first.m[3 + column] +
                                 then.m[3 * row + 2] * first.m[6 + column];
  return both;
}

std::optional<Homography> inverse(const Homography& map) {
  const auto& m = map.m;
  const double a = m[4] * m[8] - m[5] * m[7], b = m[5] * m[6] - m[3] * m[8],
               c = m[3] * m[7] - m[4] * m[6];
  const double determinant = m[0] * a + m[1] * b + m[2] * c;
  if (!(std::abs(determinant) > 1e-9)) return std::nullopt;
  Homography back{{a, m[2] * m[7] - m[1] * m[8], m[1] * m[5] - m[2] * m[4], b,
                   m[0] * m[8] - m[2] * m[6], m[2] * m[3] - m[0] * m[5], c,
                   m[1] * m[6] - m[0] * m[7], m[0] * m[4] - m[1] * m[3]}};
  for (double& entry : back.m) entry /= determinant;
  return back;
}

Homography scaled(const Homography& map, double scale) {
  Homography out = map;
  out.m[2] *= scale;
  out.m[5] *= scale;
  out.m[6] /= scale;
  out.m[7] /= scale;
  return out;
}

/// After Heckbert, "Fundamentals of Texture Mapping and Image Warping", 1989: section 2.2.3.
std::optional<Homography> map_of_square(const std::array<PlanePoint, 4>& corners) {
  const auto minus = [](PlanePoint a, PlanePoint b) { return PlanePoint{a.x - b.x, a.y - b.y}; };
  const auto cross = [](PlanePoint a, PlanePoint b) { return a.x * b.y - a.y * b.x; };
  const auto& [p0, p1, p2, p3] = corners;
  const PlanePoint right = minus(p1, p2), down = minus(p3, p2);
  const PlanePoint apart = minus(minus(p0, p1), minus(p3, p2));  // 0 for a parallelogram
  const double area = cross(right, down);
  const double turns[4] = {area, cross(minus(p2, p3), minus(p0, p3)),
                           cross(minus(p3, p0), minus(p1, p0)),
                           cross(minus(p0, p1), minus(p2, p1))};
  for (const double turn : turns)
    if (!(turn * area > 0)) return std::nullopt;
  const double g = cross(apart, down) / area, h = cross(right, apart) / area;
  return Homography{{p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,  //
                     p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,  //
                     g, h, 1}};
}

const Homography& CameraPath::at(std::int32_t frame) const {
  const auto last = static_cast<std::int64_t>(to_scene.size()) - 1;
  const std::int64_t index = std::int64_t{frame} - first_frame;
  return to_scene[static_cast<std::size_t>(std::clamp(index, std::int64_t{0}, last))];
}

}  // namespace overlace
