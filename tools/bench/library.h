// SPDX-License-Identifier: Apache-2.0
// What the C library adds to the classes underneath.
#pragma once

#include <vector>

#include "gpu/replay.h"
#include "tools/bench/loop.h"

namespace overlace {

/// What was taken, round by round, ms; by the processor's clock of all threads.
struct LibraryTimes {
  std::vector<double> replay;   ///< a frame drawn by Replay::draw
  std::vector<double> library;  ///< the same frame drawn by ovl_draw
  std::vector<double> again;    ///< a program and a renderer made again, and freed
  bool correct = false;         ///< both gave the same bytes in every round
};

/// Draws the reference scene of `size` pixels both ways, in turn.
[[nodiscard]] LibraryTimes time_library(Size size, const ReplayOptions& replay,
                                        const LoopOptions& options);

}  // namespace overlace
