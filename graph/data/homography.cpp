// SPDX-License-Identifier: Apache-2.0
// Maps between planes, in double and in a fixed order of steps.
#include "graph/data/homography.h"

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

const Homography& CameraPath::at(std::int32_t frame) const {
  const auto last = static_cast<std::int64_t>(to_scene.size()) - 1;
  const std::int64_t index = std::int64_t{frame} - first_frame;
  return to_scene[static_cast<std::size_t>(std::clamp(index, std::int64_t{0}, last))];
}

}  // namespace overlace
