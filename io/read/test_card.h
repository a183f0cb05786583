// SPDX-License-Identifier: Apache-2.0
// A picture to draw on where there is no video.
#pragma once

#include "graph/core/vec.h"
#include "io/av/av.h"

namespace overlace {

/// A dark room in perspective: a floor with a grid, a wall that fades upward, a row of colours.
/// Y'CbCr 4:2:0 of BT.709; the same bytes everywhere.
[[nodiscard]] FramePtr test_card(Size size);

}  // namespace overlace
