// SPDX-License-Identifier: Apache-2.0
// Maps between two planes, fitted to points.
#pragma once

#include <span>

#include "geometry/homography.h"

namespace overlace {

/// The same point on both planes.
struct PlanePair {
  PlanePoint from, to;
};

/// The map from `from` to `to`: exact for four pairs; for more, with the least sum of squared
/// distances in the plane of `to`. Normalised direct linear transform and Gauss-Newton (Hartley and
/// Zisserman 2004, 4.4 and 4.5). Throws Error(usage) for fewer than four pairs, for three of four
/// points on a line, and for pairs that no camera sees in this order.
[[nodiscard]] Homography fit_homography(std::span<const PlanePair> pairs);

}  // namespace overlace
