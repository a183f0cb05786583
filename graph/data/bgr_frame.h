// SPDX-License-Identifier: Apache-2.0
// Pixels for analysis, before anything is drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "graph/core/vec.h"

namespace overlace {

/// A picture as a first pass over the video sees it: 8-bit BGR, row-major, tightly packed.
struct BgrFrame {
  std::int32_t frame = 0;
  Size size;
  std::span<const std::uint8_t> bgr;  ///< size.width x size.height x 3
};

/// Plays a whole clip once, in order; a frame's pixels are valid during the call.
using PlayVideo = std::function<void(const std::function<void(const BgrFrame&)>& visit)>;

}  // namespace overlace
