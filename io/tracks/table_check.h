// SPDX-License-Identifier: Apache-2.0
// Whether a table that was stored as bytes is one that the readers could have made.
#pragma once

#include "graph/data/tracks.h"

namespace overlace {

/// True if all columns have the same number of rows, every index but that of a class points into
/// its list, frames and lists are in order, boxes, key points and the camera are finite, no box has
/// a negative size, and masks cover their grids: what everybody who reads a table relies on. The
/// derived columns are not looked at.
[[nodiscard]] bool is_sound(const TrackTable& table);

}  // namespace overlace
