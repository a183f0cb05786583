// SPDX-License-Identifier: Apache-2.0
// Maps of images, computed in double.
#include "gpu/host/projected_image.h"

#include <algorithm>
#include <cmath>

#include "geometry/homography.h"

namespace overlace {
namespace {

/// The matrix from pixels to texels, and the least w within the corners, which is at one of them
/// because w is linear.
void set_matrix(const Homography& to_unit, Size size, ProjectedImage& out) {
  for (std::size_t i = 0; i < 9; ++i) {
    const double side = i < 3 ? size.width : i < 6 ? size.height : 1;
    out.m[i] = static_cast<float>(to_unit.m[i] * side);
  }
  const auto w_at = [&](int i) {
    return to_unit.m[6] * double{out.quad.x[i]} + to_unit.m[7] * double{out.quad.y[i]} +
           to_unit.m[8];
  };
  const double least = std::min({w_at(0), w_at(1), w_at(2), w_at(3)});
  out.least_w = static_cast<float>(least / 2);  // pixels lie up to half a pixel outside
}

/// The functions that give how far inside of each side a pixel is.
void set_sides(ProjectedImage& out) {
  const ImageQuad& quad = out.quad;
  const auto outline = [&](int i) {
    return std::array<double, 2>{double{quad.x[i % 4]}, double{quad.y[i % 4]}};
  };
  for (int i = 0; i < 4; ++i) {
    const auto from = outline(i), to = outline(i + 1), inside = outline(i + 2);
    const double dx = to[0] - from[0], dy = to[1] - from[1];
    const double side = dx * (inside[1] - from[1]) - dy * (inside[0] - from[0]);
    const double scale = std::copysign(1 / std::hypot(dx, dy), side);
    out.inward[i][0] = static_cast<float>(-dy * scale);
    out.inward[i][1] = static_cast<float>(dx * scale);
    out.inward[i][2] = static_cast<float>((dy * from[0] - dx * from[1]) * scale);
  }
}

}  // namespace

std::optional<ProjectedImage> project(const ProjectedImageGeometry& image, Size size,
                                      const OrientationTransform& turn) {
  ProjectedImage out{};
  std::array<PlanePoint, 4> corners;
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 corner = turn.point(image.corners[i]);
    if (!is_finite(corner)) return std::nullopt;
    out.quad.x[i] = corner.x;
    out.quad.y[i] = corner.y;
    corners[i] = {double{corner.x}, double{corner.y}};
  }
  set_slopes(out.quad);
  const std::optional<Homography> of_square = map_of_square(corners);
  if (!of_square) return std::nullopt;
  const std::optional<Homography> to_unit = inverse(*of_square);
  if (!to_unit) return std::nullopt;
  set_matrix(*to_unit, size, out);
  set_sides(out);
  return out;
}

}  // namespace overlace
