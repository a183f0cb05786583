// SPDX-License-Identifier: Apache-2.0
// Moves and scales positions.
#pragma once

#include "graph/core/vec.h"

namespace overlace {

/// p' = p * scale + shift, for each axis separately.
struct Placement {
  double scale_x = 1, scale_y = 1;
  double shift_x = 0, shift_y = 0;  ///< px

  [[nodiscard]] Vec2 operator()(Vec2 p) const {
    return {static_cast<float>(p.x * scale_x + shift_x),
            static_cast<float>(p.y * scale_y + shift_y)};
  }
  [[nodiscard]] Box operator()(const Box& box) const {
    const Vec2 corner = (*this)(Vec2{box.x, box.y});
    return {corner.x, corner.y, static_cast<float>(box.width * scale_x),
            static_cast<float>(box.height * scale_y)};
  }
  friend bool operator==(const Placement&, const Placement&) = default;
};

/// The placement that maps `from` to `to`; a side of length 0 keeps its scale.
[[nodiscard]] inline Placement placement_between(const Box& from, const Box& to) {
  Placement way;
  if (from.width > 0) way.scale_x = double{to.width} / from.width;
  if (from.height > 0) way.scale_y = double{to.height} / from.height;
  way.shift_x = to.x - from.x * way.scale_x;
  way.shift_y = to.y - from.y * way.scale_y;
  return way;
}

}  // namespace overlace
