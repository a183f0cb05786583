// SPDX-License-Identifier: Apache-2.0
// Assumptions about a GPU. Sizes are those that NVIDIA gives for the H200 (CUDA Programming Guide,
// compute capability 9.0). Latencies of memory and of code are chosen so that the frame's waits and
// times come out as an H200's did (docs/gpu-results.md). Other values fit as well: they are no
// measurement of that GPU.
#pragma once

#include <array>
#include <cstdint>

#include "gpu/device/launch_shape.h"
#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

/// A time in cycles of a multiprocessor's clock.
using Cycles = std::uint64_t;

struct Machine {
  std::uint32_t multiprocessors = 132;
  static constexpr std::uint32_t quarters = 4;  ///< per multiprocessor, with one scheduler each
  std::uint32_t most_registers = 65'536, most_threads = 2048, most_blocks = 32;  ///< resident
  std::uint32_t most_shared_bytes = 228U << 10U;    ///< of all resident blocks
  std::uint32_t reserved_shared_bytes = 1U << 10U;  ///< per block, on top of its own
  double boost_ghz = 1.98, base_ghz = 1.755;

  /// Cycles between two instructions on a pipe of a quarter.
  std::array<Cycles, static_cast<std::size_t>(Pipe::count)> interval = {0, 1, 2, 2, 2, 8, 0, 2};
  Cycles memory_interval = 1;  ///< for the whole multiprocessor

  Cycles l1_latency = 40, l2_latency = 550, atomic_latency = 900;
  Cycles shortest_memory_wait = 36;  ///< shorter waits for a result are for the one before
  Cycles per_cache_line = 2;         ///< for each after the first that a load touches
  Cycles predicate_latency = 5, uniform_predicate_latency = 12;
  Cycles barrier_latency = 20, block_start = 600;

  // Instruction caches, in lines.
  static constexpr std::uint32_t code_line_bytes = 128;
  std::uint32_t quarter_lines = 96, multiprocessor_lines = 1024;
  Cycles next_line_near = 40, other_line_near = 110;  ///< from the multiprocessor's cache
  Cycles next_line_far = 250, other_line_far = 700;   ///< from L2

  /// Warps that a queue spreads its work over, as in gpu/cuda/cuda_queue.cpp.
  [[nodiscard]] std::uint32_t warps() const { return busy_warps(multiprocessors, most_threads); }
};

}  // namespace overlace::gpu_model
