// SPDX-License-Identifier: Apache-2.0
// overlace bench growth: how cost grows with primitives, resolution and threads.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/replay.h"

namespace overlace {

/// What to time, how often, and where to draw it.
struct BenchGrowthOptions {
  ReplayOptions replay;   ///< threads: the maximum, and the number in the other two sweeps
  Size size{3840, 2160};  ///< of the picture, px, in the sweeps over primitives and threads
  int rounds = 0;         ///< at each point; 0: up to 60 in about a second
  std::uint32_t seed = 0;
  std::string plot;  ///< SVG file for a plot of it; empty: none
};

/// Prints three tables in Markdown: the filled scene with 1 to 100 times its primitives, at 720p to
/// 8K, and with one thread to all. Returns the exit code: 0, or 1 if a frame was wrong. Throws
/// Error(output) if the plot cannot be written.
int run_bench_growth(const BenchGrowthOptions& options);

}  // namespace overlace
