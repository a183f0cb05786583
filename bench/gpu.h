// SPDX-License-Identifier: Apache-2.0
// overlace-bench gpu: how long frames and links take on a GPU, next to a copy of the same picture.
#pragma once

#include <cstdint>

#include "graph/core/vec.h"

namespace overlace {

class GpuBench;

/// What is timed.
enum class BenchGpuPart : std::uint8_t {
  all,
  targets,      ///< frames, links and launches, with their targets
  experiments,  ///< why they take as long as they do
  effects,      ///< frames with an effect, in copies of a layer
};

struct BenchGpuOptions {
  BenchGpuPart part = BenchGpuPart::all;
  Size size{3840, 2160};   ///< of the picture, px
  int frames = 60;         ///< timed for each row, at least 1
  int warm_up = 10;        ///< frames before the timed ones
  std::uint32_t seed = 0;  ///< of the positions and movements
  bool json = false;
};

/// Prints the rows of the table as they are measured. All pictures and links are compared with the
/// CPU's. Returns the exit code: 0, or 1 if any differs. Throws Error as GpuBench does.
int run_bench_gpu(const BenchGpuOptions& options, GpuBench& gpu);

}  // namespace overlace
