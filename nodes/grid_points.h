// SPDX-License-Identifier: Apache-2.0
// Places of the picture on the grid of triangulations.
#pragma once

#include <cmath>
#include <cstdint>

#include "graph/core/vec.h"
#include "graph/data/delaunay.h"

namespace overlace {

inline constexpr float grid_steps_per_px = 16;

/// Whether a place is on the grid: false far beyond any picture, and for what is no number.
[[nodiscard]] inline bool is_on_grid(Vec2 at) {
  constexpr float farthest = static_cast<float>(largest_grid_coordinate) / grid_steps_per_px - 1;
  return std::abs(at.x) < farthest && std::abs(at.y) < farthest;
}

/// The point of the grid nearest to a place. Precondition: the place is on the grid.
[[nodiscard]] inline GridPoint grid_point_at(Vec2 at) {
  const auto step = [](float v) {
    return static_cast<std::int32_t>(std::lround(v * grid_steps_per_px));
  };
  return {step(at.x), step(at.y)};
}

}  // namespace overlace
