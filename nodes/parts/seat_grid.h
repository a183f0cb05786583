// SPDX-License-Identifier: Apache-2.0
// Seats in lines along an edge: the number of lines and the size of the seats.
#pragma once

#include <algorithm>

#include "graph/core/math.h"

namespace overlace {

/// Seats in lines, the first of which lies at the edge.
struct SeatGrid {
  int lines = 1, per_line = 1;
  float scale = 1;  ///< factor on the seats' size, 0 to 1, with which all fit
};

/// Uses few lines: more lines must make the seats over a third larger. `seat` and `room` are
/// lengths along the lines (x) and across them (y), and `gap` is the space around every seat, px.
[[nodiscard]] inline SeatGrid seat_grid(int seats, Vec2 seat, Vec2 room, float gap) {
  constexpr float worth_a_line = 4.0F / 3;
  const auto scale_of = [gap](int count, float length, float whole) {
    return ((whole - gap) / static_cast<float>(count) - gap) / length;
  };
  SeatGrid best{.lines = 1, .per_line = seats, .scale = 0};
  for (int lines = 1; lines <= seats; ++lines) {
    const int per_line = (seats + lines - 1) / lines;
    const float scale = std::clamp(
        std::min(scale_of(per_line, seat.x, room.x), scale_of(lines, seat.y, room.y)), 0.0F, 1.0F);
    if (scale > worth_a_line * best.scale) best = {lines, per_line, scale};
  }
  return best;
}

}  // namespace overlace
