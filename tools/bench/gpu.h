// SPDX-License-Identifier: Apache-2.0
// overlace bench gpu: what frames and links take on a GPU, beside a copy of the same picture.
#pragma once

#include <cstdint>

#include "graph/core/vec.h"

namespace overlace {

class GpuBench;

/// What is timed.
enum class BenchGpuPart : std::uint8_t {
  all,
  targets,      ///< frames, links and launches, beside what is wanted of them
  experiments,  ///< why they take what they take
  effects,      ///< frames with an effect, beside copies of a layer
};

struct BenchGpuOptions {
  BenchGpuPart part = BenchGpuPart::all;
  Size size{3840, 2160};   ///< of the picture, px
  int frames = 60;         ///< that are timed for each row, at least 1
  int warm_up = 10;        ///< frames before those
  std::uint32_t seed = 0;  ///< of the places and movements
  bool json = false;
};

/// Prints the rows of the table, one after the other. All pictures and links are compared with
/// those of the CPU. Returns the exit code: 0, or 1 when any differs. Throws Error as GpuBench
/// does.
int run_bench_gpu(const BenchGpuOptions& options, GpuBench& gpu);

}  // namespace overlace
