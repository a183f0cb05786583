// SPDX-License-Identifier: Apache-2.0
// Rotated boxes under scaling.
#include "geometry/rotated_box.h"

#include <cmath>
#include <numbers>

namespace overlace {
namespace {

constexpr double degree = std::numbers::pi / 180;

struct Side {
  double x = 0, y = 0;
  [[nodiscard]] double along(double angle) const {
    return x * std::cos(angle) + y * std::sin(angle);
  }
};

}  // namespace

bool stays_box(double degrees, double scale_x, double scale_y) {
  return scale_x == scale_y || std::remainder(degrees, 90) == 0;
}

/// With u and v the sides of the parallelogram, e the direction sought, and e' perpendicular to it,
/// the distances of the corners are smallest where (u e)^2 + (v e')^2 is largest, which varies as
/// the cosine of twice the angle.
RotatedSides scaled(const RotatedSides& sides, double scale_x, double scale_y) {
  if (scale_x == scale_y) return {sides.width * scale_x, sides.height * scale_x, sides.degrees};
  if (std::remainder(sides.degrees, 180) == 0)
    return {sides.width * scale_x, sides.height * scale_y, sides.degrees};
  if (std::remainder(sides.degrees, 90) == 0)
    return {sides.width * scale_y, sides.height * scale_x, sides.degrees};
  const double cosine = std::cos(sides.degrees * degree), sine = std::sin(sides.degrees * degree);
  const Side u{sides.width * scale_x * cosine, sides.width * scale_y * sine};
  const Side v{-sides.height * scale_x * sine, sides.height * scale_y * cosine};
  const double across = u.x * u.x - u.y * u.y - v.x * v.x + v.y * v.y;
  const double down = 2 * (u.x * u.y - v.x * v.y);
  if (across == 0 && down == 0) return {0, 0, sides.degrees};
  double angle = std::atan2(down, across) / 2;
  if (u.along(angle) < 0 || v.along(angle + std::numbers::pi / 2) < 0) angle += std::numbers::pi;
  const double turn = std::remainder(angle / degree - sides.degrees, 360);
  return {u.along(angle), v.along(angle + std::numbers::pi / 2), sides.degrees + turn};
}

}  // namespace overlace
