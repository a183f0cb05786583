// SPDX-License-Identifier: Apache-2.0
// overlace bench video: how much of a decoder's speed is left when its frames are drawn on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gpu/replay.h"

namespace overlace {

struct BenchVideoOptions {
  std::string input;               ///< video to decode
  std::optional<int> gpu;          ///< as CUDA counts; nothing is the CPU
  ReplayOptions replay;            ///< of the CPU
  int rounds = 5;                  ///< of decoding and drawing in turn, on the CPU
  std::vector<int> streams{1, 7};  ///< decoded at once by a GPU, one row for each number
  std::uint32_t seed = 0;          ///< of the places and movements
  bool json = false;
};

/// Decodes with and without drawing the reference scene, in turn, and prints the frames per second
/// of both. Nothing is encoded. Returns the exit code. Throws Error(unavailable) where a GPU is
/// given that cannot decode the video.
int run_bench_video(const BenchVideoOptions& options);

}  // namespace overlace
