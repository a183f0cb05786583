// SPDX-License-Identifier: Apache-2.0
// How much two boxes overlap.
#pragma once

#include <algorithm>

#include "graph/core/vec.h"

namespace overlace {

/// The area that two boxes share, px2.
[[nodiscard]] inline double shared_area(const Box& a, const Box& b) {
  const double width = double{std::min(a.x + a.width, b.x + b.width)} - std::max(a.x, b.x);
  const double height = double{std::min(a.y + a.height, b.y + b.height)} - std::max(a.y, b.y);
  return width > 0 && height > 0 ? width * height : 0;
}

/// Intersection over union, 0..1; 0 if either has no area.
[[nodiscard]] inline double overlap(const Box& a, const Box& b) {
  const double both = shared_area(a, b);
  if (both == 0) return 0;
  return both / (double{a.width} * a.height + double{b.width} * b.height - both);
}

/// The share of the smaller box that lies in the other, 0..1.
[[nodiscard]] inline double overlap_of_smaller(const Box& a, const Box& b) {
  const double both = shared_area(a, b);
  if (both == 0) return 0;
  return both / std::min(double{a.width} * a.height, double{b.width} * b.height);
}

}  // namespace overlace
