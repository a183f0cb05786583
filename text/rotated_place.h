// SPDX-License-Identifier: Apache-2.0
// Where a block of text, which stays level, is placed at a rotated box.
#pragma once

#include "text/layout.h"

namespace overlace {

/// The upright bounding box of a box rotated by `degrees` clockwise about its centre.
[[nodiscard]] Box box_around(const Box& box, float degrees);

/// Like `place_block`, for a box rotated by `degrees` clockwise about its centre. Outside, the
/// block stands at the same place of the upright bounding box and moves towards the rotated box
/// until it is `gap` px away; inside, it lies in the largest upright box within the rotated one
/// that has the proportions of the bounding box.
[[nodiscard]] QuarterVec place_at_rotated(BoxPosition place, const Box& box, float degrees,
                                          QuarterVec size, float gap, bool inside);

}  // namespace overlace
