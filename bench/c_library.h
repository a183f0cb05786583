// SPDX-License-Identifier: Apache-2.0
// What the C library costs on top of the classes underneath.
#pragma once

#include <vector>

#include "bench/loop.h"
#include "gpu/replay.h"

namespace overlace {

/// Times round by round, ms, in processor time of all threads.
struct LibraryTimes {
  std::vector<double> replay;   ///< a frame drawn by Replay::draw
  std::vector<double> library;  ///< the same frame drawn by ovl_draw
  std::vector<double> again;    ///< a program and a renderer created again and freed
  bool correct = false;         ///< both gave the same bytes in every round
};

/// Draws the reference scene, `size` pixels large, both ways in turn.
[[nodiscard]] LibraryTimes time_library(Size size, const ReplayOptions& replay,
                                        const LoopOptions& options);

}  // namespace overlace
