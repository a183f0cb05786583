// SPDX-License-Identifier: Apache-2.0
// A picture to draw on where there is no video.
#pragma once

#include "graph/core/vec.h"
#include "io/av/av.h"

namespace overlace {

/// The card of `draw_test_card` as Y'CbCr 4:2:0 of BT.709; the same bytes everywhere.
[[nodiscard]] FramePtr test_card(Size size);

}  // namespace overlace
