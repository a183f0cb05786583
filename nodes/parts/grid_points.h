// SPDX-License-Identifier: Apache-2.0
// Points of the picture on the grid for triangulations.
#pragma once

#include <cmath>
#include <cstdint>

#include "geometry/delaunay.h"
#include "graph/core/vec.h"

namespace overlace {

inline constexpr float grid_steps_per_px = 16;

/// Whether a point is on the grid: false far outside any picture, and for NaN.
[[nodiscard]] inline bool is_on_grid(Vec2 at) {
  constexpr float farthest = static_cast<float>(largest_grid_coordinate) / grid_steps_per_px - 1;
  return std::abs(at.x) < farthest && std::abs(at.y) < farthest;
}

/// The nearest grid point. Precondition: `at` is on the grid.
[[nodiscard]] inline GridPoint grid_point_at(Vec2 at) {
  const auto step = [](float v) {
    return static_cast<std::int32_t>(std::lround(v * grid_steps_per_px));
  };
  return {step(at.x), step(at.y)};
}

}  // namespace overlace
