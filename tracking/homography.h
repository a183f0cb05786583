// SPDX-License-Identifier: Apache-2.0
// Maps between two planes as a camera makes them: the picture and the ground.
#pragma once

#include <array>
#include <optional>
#include <span>

namespace overlace {

/// A point of a plane: pixels of a picture, metres on the ground.
struct PlanePoint {
  double x = 0, y = 0;
  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// The same point on both planes.
struct PlanePair {
  PlanePoint from, to;
};

/// (x, y) goes to (m0 x + m1 y + m2, m3 x + m4 y + m5) / (m6 x + m7 y + m8). The divisor is
/// positive on the near side of the horizon, and about 1 where the map was fitted.
struct Homography {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  /// Where a point goes; none at the horizon and beyond it, and from a thousand times as far away
  /// as the map was fitted.
  [[nodiscard]] std::optional<PlanePoint> operator()(PlanePoint p) const;
};

/// The map that brings `from` onto `to`, exactly for four pairs; for more of them with the least
/// sum of squared distances on the plane of `to`. Normalised direct linear transform and
/// Gauss-Newton (Hartley and Zisserman 2004, 4.4 and 4.5). Throws Error(usage) for fewer than four
/// pairs, for three of four points on a line, and for pairs that no camera sees in this order.
[[nodiscard]] Homography fit_homography(std::span<const PlanePair> pairs);

}  // namespace overlace
