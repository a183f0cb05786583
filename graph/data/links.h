// SPDX-License-Identifier: Apache-2.0
// Stage 2, links: pairs of tracked objects to be joined in one frame.
#pragma once

#include <cstdint>

#include "graph/core/vec.h"

namespace overlace {

/// A line to be drawn between two detections. Rows index the track table; a row may belong to an
/// earlier frame when its track has ended and the link is still fading out.
struct Link {
  std::uint32_t row_a = 0, row_b = 0;
  Vec2 a, b;           ///< anchor points in frame pixels
  float strength = 1;  ///< 0..1, birth and death fade
  float age = 0;       ///< frames since the link was born; 0 without temporal options
};

}  // namespace overlace
