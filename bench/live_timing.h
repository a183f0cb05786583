// SPDX-License-Identifier: Apache-2.0
// What a frame of a stream costs beyond its drawing: rows taken, tables, plan, another plan
// adopted.
#pragma once

#include <string>
#include <vector>

#include "bench/loop.h"

namespace overlace {

/// Rounds of one frame each, ms, in processor time of the thread.
struct LiveTimes {
  std::vector<double> warm;   ///< drawing a frame again
  std::vector<double> above;  ///< what putting and drawing a new frame takes more than that
  bool correct = false;       ///< no row was lost, and every frame was drawn upon
};

/// Draws frames of 1920 x 1080 pixels in BGR24 on one thread, each with `objects` boxes that move,
/// through a window of 50 frames.
[[nodiscard]] LiveTimes time_live(const std::string& preset, int objects,
                                  const LoopOptions& options);

}  // namespace overlace
