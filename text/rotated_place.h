// SPDX-License-Identifier: Apache-2.0
// Where a block of text, which stays level, stands at a rotated box.
#pragma once

#include "text/layout.h"

namespace overlace {

/// The upright box around one that is turned by `degrees` clockwise about its centre.
[[nodiscard]] Box box_around(const Box& box, float degrees);

/// As `place_block` for a box that is turned by `degrees` clockwise about its centre: around it,
/// the block stands at the same place of the upright box around the turned one, and moves on
/// towards it until it is `gap` px away; within it, the block lies in the largest upright box
/// inside that has the shape of the one around.
[[nodiscard]] QuarterVec place_at_rotated(BoxPosition place, const Box& box, float degrees,
                                          QuarterVec size, float gap, bool inside);

}  // namespace overlace
