// SPDX-License-Identifier: Apache-2.0
// Each scheduler issues one instruction per cycle, from the next warp with operands and pipe ready.
#include "tools/gpu_model/multiprocessor.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

constexpr Cycles never = std::numeric_limits<Cycles>::max();
constexpr std::uint32_t sector_bytes = 32, line_bytes = 128;

/// The sectors that a warp's access touches, without duplicates.
class Sectors {
 public:
  explicit Sectors(const Access& access) {
    for (LaneMask left = access.lanes; left != 0; left &= left - 1) {
      const std::uint64_t begin = access.address[static_cast<std::size_t>(std::countr_zero(left))];
      add(begin / sector_bytes);
      add((begin + access.bytes - 1) / sector_bytes);
    }
  }
  [[nodiscard]] std::span<const std::uint64_t> all() const { return {sectors_.data(), count_}; }
  [[nodiscard]] std::size_t lines() const {
    constexpr std::uint64_t per_line = line_bytes / sector_bytes;
    std::size_t lines = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const auto earlier = std::span(sectors_).first(i);
      lines += std::ranges::none_of(
          earlier, [&](std::uint64_t s) { return s / per_line == sectors_[i] / per_line; });
    }
    return lines;
  }

 private:
  void add(std::uint64_t sector) {
    if (std::ranges::find(all(), sector) == all().end()) sectors_[count_++] = sector;
  }
  std::array<std::uint64_t, std::size_t{2} * warp_lanes> sectors_;
  std::size_t count_ = 0;
};

}  // namespace

std::uint32_t resident_blocks(const Grid& grid, const Machine& machine) {
  constexpr std::uint32_t granule = 8;  // registers are allocated to a thread in units of eight
  const auto registers = static_cast<std::uint32_t>(std::max(grid.program->registers, 1));
  const std::uint32_t per_block = (registers + granule - 1) / granule * granule * grid.threads;
  const std::uint32_t shared =
      static_cast<std::uint32_t>(grid.program->shared_bytes) + machine.reserved_shared_bytes;
  return std::max(1U,
                  std::min({machine.most_registers / per_block, machine.most_shared_bytes / shared,
                            machine.most_threads / grid.threads, machine.most_blocks}));
}

Multiprocessor::Multiprocessor(const Grid& grid, const Machine& machine, Arena& memory,
                               LaunchCounts& counts)
    : grid_(&grid),
      machine_(&machine),
      memory_(&memory),
      counts_(&counts),
      quarters_(Machine::quarters, Quarter(machine.quarter_lines)),
      instructions_(machine.multiprocessor_lines) {}

const Instruction& Multiprocessor::next_instruction(const RunningWarp& running) const {
  return grid_->program->code[static_cast<std::size_t>(running.warp.current().next)];
}

void Multiprocessor::run_until(Cycles end) {
  if (!started_) {
    for (std::uint32_t i = resident_blocks(*grid_, *machine_); i > 0; --i) start_block(0);
    started_ = true;
  }
  while (now_ < end && !is_done()) {
    for (Quarter& quarter : quarters_)
      if (quarter.next <= now_) run_quarter(quarter, now_);
    Cycles next = never;
    for (const Quarter& quarter : quarters_) next = std::min(next, quarter.next);
    if (next == never && !is_done())
      throw Error(ErrorCode::internal, grid_->program->name + ": its warps wait for ever");
    now_ = std::max(now_ + 1, next);
  }
}

void Multiprocessor::start_block(Cycles now) {
  if (waiting_.empty()) return;
  Resident& resident = residents_.emplace_back();
  resident.block = {waiting_.front(), grid_->threads, grid_->blocks, grid_->arguments,
                    std::vector<std::byte>(static_cast<std::size_t>(grid_->program->shared_bytes))};
  waiting_.pop_front();
  constexpr int slack = 4;  // loads of four registers may name the last ones
  for (std::uint32_t i = 0; i < grid_->threads / warp_lanes; ++i) {
    Warp warp(grid_->program->registers + slack, resident.block, i * warp_lanes);
    const std::uint32_t quarter = i % Machine::quarters;
    resident.warps.emplace_back(std::move(warp), resident, quarter, now);
    quarters_[quarter].warps.push_back(&resident.warps.back());
    quarters_[quarter].next = std::min(quarters_[quarter].next, now);
  }
}

void Multiprocessor::run_quarter(Quarter& quarter, Cycles now) {
  quarter.next = never;  // choose() and later steps lower it
  if (RunningWarp* running = choose(quarter, now)) issue(quarter, *running, now);
}

/// The first ready warp, starting with the one whose turn it is.
Multiprocessor::RunningWarp* Multiprocessor::choose(Quarter& quarter, Cycles now) {
  const std::size_t count = quarter.warps.size();
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t place = (quarter.turn + i) % count;
    RunningWarp* running = quarter.warps[place];
    if (running->warp.waits_for_block()) continue;
    const Pipe pipe = next_instruction(*running).operation->pipe;
    const Cycles free =
        pipe == Pipe::memory ? memory_free_ : quarter.free[static_cast<std::size_t>(pipe)];
    const Cycles at = std::max(running->ready, free);
    if (at <= now) {
      quarter.turn = place;
      quarter.next = now + 1;
      return running;
    }
    quarter.next = std::min(quarter.next, at);
  }
  return nullptr;
}

void Multiprocessor::issue(Quarter& quarter, RunningWarp& running, Cycles now) {
  const auto place = static_cast<std::size_t>(running.warp.current().next);
  const Instruction& in = grid_->program->code[place];
  const Pipe pipe = in.operation->pipe;
  quarter.free[static_cast<std::size_t>(pipe)] =
      now + machine_->interval[static_cast<std::size_t>(pipe)];
  if (pipe == Pipe::memory) memory_free_ = now + machine_->memory_interval;

  counts_->profile[place].waits.issue += now - running.ready;
  const Executed done = advance(running.warp, *grid_->program, *memory_);
  const auto lanes = static_cast<std::uint64_t>(std::popcount(done.active));
  ++counts_->instructions;
  counts_->active_lanes += lanes;
  ++counts_->profile[place].executed;
  counts_->profile[place].active_lanes += lanes;

  running.scoreboard.issue(in, now, answer_time(in, done.access), *machine_);
  if (running.warp.is_done()) return retire(running, now);
  if (running.warp.waits_for_block()) return meet(*running.block, now);
  settle(running, now, fetch_time(quarter, running));
}

/// Cycles until an instruction's result is available.
Cycles Multiprocessor::answer_time(const Instruction& in, const Access& access) {
  if (access.kind == Access::Kind::none) return static_cast<Cycles>(in.operation->latency);
  if (access.kind == Access::Kind::atomic) {
    ++counts_->atomics;
    counts_->atomic_lanes += static_cast<std::uint64_t>(std::popcount(access.lanes));
    return machine_->atomic_latency;
  }
  if (access.kind == Access::Kind::store) {
    ++counts_->stores;
    return 1;
  }
  ++counts_->loads;
  const Sectors sectors(access);
  bool all_there = true;
  for (const std::uint64_t sector : sectors.all()) all_there &= data_.touch(sector);
  const std::size_t lines = std::max<std::size_t>(sectors.lines(), 1);
  return (all_there ? machine_->l1_latency : machine_->l2_latency) +
         machine_->per_cache_line * (lines - 1);
}

/// Cycles until the next instruction is fetched.
Cycles Multiprocessor::fetch_time(Quarter& quarter, RunningWarp& running) {
  const std::uint64_t line = next_instruction(running).address / Machine::code_line_bytes;
  if (line == running.line) return 0;
  const bool follows = line == running.line + 1;
  running.line = line;
  if (quarter.instructions.touch(line)) return 0;
  if (instructions_.touch(line))
    return follows ? machine_->next_line_near : machine_->other_line_near;
  return follows ? machine_->next_line_far : machine_->other_line_far;
}

/// Decides when a warp can issue its next instruction, and notes the later of the two waits before
/// that.
void Multiprocessor::settle(RunningWarp& running, Cycles now, Cycles fetched) {
  const Cycles first = now + 1, code = first + fetched;
  const Cycles data = running.scoreboard.ready(next_instruction(running));
  running.ready = std::max(code, data);
  Waits& waits = counts_->profile[static_cast<std::size_t>(running.warp.current().next)].waits;
  const bool for_memory = data >= now + machine_->shortest_memory_wait;
  (data <= code ? waits.fetch
   : for_memory ? waits.memory
                : waits.dependence) += running.ready - first;
}

/// Releases a block's warps when the last one has arrived.
void Multiprocessor::meet(Resident& resident, Cycles now) {
  for (const RunningWarp& running : resident.warps)
    if (!running.warp.waits_for_block()) return;
  resident.block.answer = std::exchange(resident.block.vote, false);
  for (RunningWarp& running : resident.warps) {
    running.warp.release_from_block();
    settle(running, now + machine_->barrier_latency, 0);
    Cycles& next = quarters_[running.quarter].next;
    next = std::min(next, running.ready);
  }
}

void Multiprocessor::retire(RunningWarp& running, Cycles now) {
  last_end_ = std::max(last_end_, now);
  Quarter& quarter = quarters_[running.quarter];
  std::erase(quarter.warps, &running);
  quarter.turn = 0;
  Resident& resident = *running.block;
  resident.warps.remove_if([&](const RunningWarp& other) { return &other == &running; });
  if (!resident.warps.empty()) return;
  residents_.remove_if([&](const Resident& other) { return &other == &resident; });
  start_block(now + machine_->block_start);
}

}  // namespace overlace::gpu_model
