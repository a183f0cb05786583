// SPDX-License-Identifier: Apache-2.0
// Placing things inside or around a box.
#pragma once

#include "graph/core/math.h"
#include "graph/data/anchor.h"

namespace overlace {

/// Where a length lies along a side of a box: at its low end (0), middle (1) or high end (2), `gap`
/// px inside or outside it.
OVL_FN float place_along(int at, float low, float side, float length, float gap, bool inside) {
  if (at == 1) return low + (side - length) * 0.5F;
  if (at == 0) return inside ? low + gap : low - gap - length;
  return inside ? low + side - length - gap : low + side + gap;
}

/// A box of `size` px placed inside another or around it, `gap` px from its sides. Around a box,
/// places above and below are flush with its sides; only left and right are beside it. The centre
/// has no outside and no gap.
OVL_FN Box place_box(BoxPosition place, const Box& box, Vec2 size, float gap, bool inside) {
  const int column = static_cast<int>(place) % 3, row = static_cast<int>(place) / 3;
  const bool beside = row == 1;
  const float gap_x = inside || beside ? gap : 0.0F;
  return {place_along(column, box.x, box.width, size.x, gap_x, inside || !beside),
          place_along(row, box.y, box.height, size.y, gap, inside), size.x, size.y};
}

/// A box scaled by `size` about its centre.
OVL_FN Box resized(const Box& box, float size) {
  const float off = (1 - size) * 0.5F;
  return {fma(box.width, off, box.x), fma(box.height, off, box.y), box.width * size,
          box.height * size};
}

}  // namespace overlace
