// SPDX-License-Identifier: Apache-2.0
// overlace-bench video: how much of a decoder's speed remains when its frames are drawn on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/replay.h"

namespace overlace {

struct BenchVideoOptions {
  std::string input;               ///< video to decode
  std::optional<int> gpu;          ///< CUDA device index; none: the CPU
  ReplayOptions replay;            ///< on the CPU
  int rounds = 5;                  ///< of decoding and drawing in turn, on the CPU
  std::vector<int> streams{1, 7};  ///< numbers of streams that a GPU decodes at once, one row each
  std::uint32_t seed = 0;          ///< of the positions and movements
  bool json = false;
};

/// Decodes with and without drawing the reference scene, in turn, and prints the frames per second
/// of both. Nothing is encoded. Returns the exit code. Throws Error(unavailable) if the given GPU
/// cannot decode the video.
int run_bench_video(const BenchVideoOptions& options);

}  // namespace overlace
