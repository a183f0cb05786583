// SPDX-License-Identifier: Apache-2.0
// What the machine code of a launch did.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/gpu_model/gpu_machine.h"

namespace overlace::gpu_model {

/// All counts are of instructions executed by a warp, whatever the number of active lanes.
struct LaunchCounts {
  std::uint64_t instructions = 0;
  std::uint64_t active_lanes = 0;  ///< summed over instructions
  std::uint64_t loads = 0, stores = 0, atomics = 0;
  std::uint64_t atomic_lanes = 0;

  /// For each instruction of the program, in order.
  struct OfInstruction {
    std::uint64_t executed = 0, active_lanes = 0;
  };
  std::vector<OfInstruction> profile;

  /// When each multiprocessor that had a block finished. Modelled, not measured on a GPU.
  std::vector<Cycles> busy;

  [[nodiscard]] double lanes_per_instruction() const {
    return instructions == 0
               ? 0
               : static_cast<double>(active_lanes) / static_cast<double>(instructions);
  }
};

}  // namespace overlace::gpu_model
