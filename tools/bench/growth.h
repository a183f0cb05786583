// SPDX-License-Identifier: Apache-2.0
// overlace bench growth: how cost grows with primitives, resolution and threads.
#pragma once

#include <cstdint>
#include <string>

#include "gpu/replay.h"

namespace overlace {

/// What to time, how often, and where to draw it.
struct BenchGrowthOptions {
  ReplayOptions replay;   ///< threads: the most, and those of the other two sweeps
  Size size{3840, 2160};  ///< of the picture, px, where the size does not grow
  int rounds = 0;         ///< at each place; 0: up to 60 in about a second
  std::uint32_t seed = 0;
  std::string plot;  ///< file for a picture of it, SVG; empty: none
};

/// Prints three tables as Markdown: the filled scene with 1 to 100 times its primitives, on 720p to
/// 8K, and by one thread to all. Returns the exit code: 0, or 1 when a frame was wrong. Throws
/// Error(output) when the picture cannot be written.
int run_bench_growth(const BenchGrowthOptions& options);

}  // namespace overlace
