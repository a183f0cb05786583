// SPDX-License-Identifier: Apache-2.0
// A multiprocessor: resident blocks, four schedulers, and what they wait for.
#pragma once

#include <cstdint>
#include <deque>
#include <list>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "tools/gpu_model/caches.h"
#include "tools/gpu_model/counts.h"
#include "tools/gpu_model/scoreboard.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {

/// A launch, shared by all multiprocessors.
struct Grid {
  const Program* program = nullptr;
  std::span<const std::byte> arguments;
  std::uint32_t blocks = 0, threads = 0;  ///< threads of a block, a multiple of 32
};

/// The number of blocks that fit a multiprocessor at once, at least 1.
[[nodiscard]] std::uint32_t resident_blocks(const Grid& grid, const Machine& machine);

/// Runs the blocks given to it, as many at once as fit.
class Multiprocessor {
 public:
  Multiprocessor(const Grid& grid, const Machine& machine, Arena& memory, LaunchCounts& counts);

  /// Adds a block to run. Call before the first run_until.
  void give(std::uint32_t block) { waiting_.push_back(block); }
  /// Runs up to a cycle, exclusive. Throws Error(internal) if warps deadlock.
  void run_until(Cycles end);
  [[nodiscard]] bool is_done() const { return waiting_.empty() && residents_.empty(); }
  /// When the last warp ended.
  [[nodiscard]] Cycles last_end() const { return last_end_; }

 private:
  struct Resident;
  struct RunningWarp {
    RunningWarp(Warp&& state, Resident& of, std::uint32_t in_quarter, Cycles start)
        : warp(std::move(state)), block(&of), quarter(in_quarter), ready(start) {}
    Warp warp;
    Scoreboard scoreboard;
    Resident* block;
    std::uint32_t quarter;
    Cycles ready;                            ///< when its next instruction can be issued
    std::uint64_t line = ~std::uint64_t{0};  ///< of instructions
  };
  struct Resident {
    Block block;
    std::list<RunningWarp> warps;
  };
  struct Quarter {
    explicit Quarter(std::size_t lines) : instructions(lines) {}
    std::vector<RunningWarp*> warps;
    std::size_t turn = 0;  ///< the warp that is asked first
    std::array<Cycles, static_cast<std::size_t>(Pipe::count)> free{};  ///< when each pipe is free
    LineCache instructions;
    Cycles next = 0;  ///< nothing can be issued before this
  };

  void start_block(Cycles now);
  void run_quarter(Quarter& quarter, Cycles now);
  [[nodiscard]] RunningWarp* choose(Quarter& quarter, Cycles now);
  void issue(Quarter& quarter, RunningWarp& running, Cycles now);
  [[nodiscard]] Cycles answer_time(const Instruction& in, const Access& access);
  [[nodiscard]] Cycles fetch_time(Quarter& quarter, RunningWarp& running);
  void settle(RunningWarp& running, Cycles now, Cycles fetched);
  void meet(Resident& resident, Cycles now);
  void retire(RunningWarp& running, Cycles now);
  [[nodiscard]] const Instruction& next_instruction(const RunningWarp& running) const;

  const Grid* grid_;
  const Machine* machine_;
  Arena* memory_;
  LaunchCounts* counts_;
  std::deque<std::uint32_t> waiting_;
  std::list<Resident> residents_;
  std::vector<Quarter> quarters_;
  LineCache instructions_;
  SectorCache data_;
  Cycles memory_free_ = 0, now_ = 0, last_end_ = 0;
  bool started_ = false;
};

}  // namespace overlace::gpu_model
