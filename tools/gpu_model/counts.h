// SPDX-License-Identifier: Apache-2.0
// What the machine code of a launch did.
#pragma once

#include <cstdint>
#include <vector>

#include "tools/gpu_model/gpu_machine.h"

namespace overlace::gpu_model {

/// What warps waited for before they issued an instruction, cycles summed over warps. Modelled, not
/// measured on a GPU.
struct Waits {
  Cycles memory = 0;      ///< results of loads and atomics
  Cycles fetch = 0;       ///< the instruction itself
  Cycles dependence = 0;  ///< results of arithmetic and of shared memory
  Cycles issue = 0;       ///< its pipe, or the scheduler's turn

  Waits& operator+=(const Waits& other) {
    memory += other.memory;
    fetch += other.fetch;
    dependence += other.dependence;
    issue += other.issue;
    return *this;
  }
};

/// All counts are of instructions executed by a warp, whatever the number of active lanes.
struct LaunchCounts {
  std::uint64_t instructions = 0;
  std::uint64_t active_lanes = 0;  ///< summed over instructions
  std::uint64_t loads = 0, stores = 0, atomics = 0;
  std::uint64_t atomic_lanes = 0;

  /// For each instruction of the program, in order.
  struct OfInstruction {
    std::uint64_t executed = 0, active_lanes = 0;
    Waits waits;  ///< before it
  };
  std::vector<OfInstruction> profile;

  /// When each multiprocessor that had a block finished. Modelled, not measured on a GPU.
  std::vector<Cycles> busy;

  [[nodiscard]] double lanes_per_instruction() const {
    return instructions == 0
               ? 0
               : static_cast<double>(active_lanes) / static_cast<double>(instructions);
  }
  [[nodiscard]] Waits waits() const {
    Waits sum;
    for (const OfInstruction& of : profile) sum += of.waits;
    return sum;
  }
};

}  // namespace overlace::gpu_model
