// SPDX-License-Identifier: Apache-2.0
// A warp: its registers, and where its lanes are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tools/gpu_model/instruction.h"

namespace overlace::gpu_model {

/// A register in all lanes.
using Lanes = std::array<std::uint32_t, warp_lanes>;

/// What the threads of a block share.
struct Block {
  std::uint32_t index = 0, threads = 0, blocks = 1;  ///< its place, its size, the grid's size
  std::span<const std::byte> arguments;              ///< of the kernel
  std::vector<std::byte> shared;                     ///< memory
  bool vote = false;    ///< whether any thread has voted yes on the way to the barrier
  bool answer = false;  ///< whether any had when the last one arrived
};

/// What a group of lanes waits for.
enum class Wait : std::uint8_t { nothing, barrier, whole_warp, block };

/// Lanes that run in step.
struct LaneGroup {
  int next = 0;  ///< index of the instruction
  LaneMask lanes = all_lanes;
  Wait wait = Wait::nothing;
  int barrier = 0;  ///< number of the convergence barrier
};

/// Lanes diverge at branches and reconverge at convergence barriers: BSSY records the participants,
/// BSYNC waits for them. If several groups can run, the one that diverged last does.
class Warp {
 public:
  static constexpr int barriers = 16;

  /// `first_thread` is the index of lane 0 in its block. The block must outlive the warp.
  Warp(int registers, Block& block, std::uint32_t first_thread);

  std::vector<Lanes> registers;  ///< without RZ
  std::array<std::uint32_t, no_uniform + 2> uniforms{};
  std::array<LaneMask, no_predicate + 1> predicates{};
  std::array<bool, no_predicate + 1> uniform_predicates{};
  std::array<LaneMask, barriers> barrier_lanes{};  ///< that take part

  [[nodiscard]] Block& block() const { return *block_; }
  [[nodiscard]] std::uint32_t first_thread() const { return first_thread_; }
  /// Lanes that have not ended.
  [[nodiscard]] LaneMask alive() const { return alive_; }
  [[nodiscard]] bool is_done() const { return groups_.empty(); }
  /// Whether all remaining lanes wait for the other warps of the block.
  [[nodiscard]] bool waits_for_block() const;
  /// Lets them continue.
  void release_from_block();

  /// The group that runs. Precondition: neither done nor waiting.
  [[nodiscard]] LaneGroup& current() { return groups_[current_]; }
  [[nodiscard]] const LaneGroup& current() const { return groups_[current_]; }

  /// Moves some of the current group's lanes to `target`; the others stay.
  void part(LaneMask lanes, int target);
  /// The current group waits at its next instruction. Throws Error(internal) if nothing can run any
  /// more.
  void wait(Wait wait, int barrier = 0);
  /// These lanes no longer take part in the barrier.
  void leave_barrier(int barrier, LaneMask lanes);
  /// Lanes of the current group end.
  void end(LaneMask lanes);

 private:
  void release_met();
  bool release(Wait wait, int barrier, LaneMask expected);
  void choose();

  Block* block_;
  std::uint32_t first_thread_;
  LaneMask alive_ = all_lanes;
  std::vector<LaneGroup> groups_{LaneGroup{}};
  std::size_t current_ = 0;
};

}  // namespace overlace::gpu_model
