// SPDX-License-Identifier: Apache-2.0
// overlace bench video: how much of a hardware decoder's speed is left when its frames are drawn
// on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace overlace {

struct BenchVideoOptions {
  std::string input;               ///< video to decode
  int gpu = 0;                     ///< as CUDA counts
  std::vector<int> streams{1, 7};  ///< decoded at once, one row for each number
  std::uint32_t seed = 0;          ///< of the places and movements
  bool json = false;
};

/// Decodes with and without drawing the reference scene, in turn, and prints the frames per second
/// of both. Nothing is encoded. Returns the exit code. Throws Error(unavailable) where the video
/// cannot be decoded by a GPU.
int run_bench_video(const BenchVideoOptions& options);

}  // namespace overlace
