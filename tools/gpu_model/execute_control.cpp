// SPDX-License-Identifier: Apache-2.0
// Branches, calls and reconvergence.
#include <bit>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

void nothing(Step&) {}

/// Active lanes in which the predicate among the sources, if any, holds.
LaneMask chosen(const Step& s) {
  LaneMask lanes = s.active;
  for (const Operand& operand : s.in.from)
    if (operand.is_predicate()) lanes &= s.predicate(operand);
  return lanes;
}

void go(Step& s, LaneMask lanes, int target) {
  if (lanes == s.group) {
    s.next = target;
  } else if (lanes != 0) {
    s.warp.part(lanes, target);
  }
}

void branch(Step& s) {
  go(s, chosen(s), s.in.target);
}

// Branches to code that handles a partial warp lane by lane. Only a vote or shuffle reached by part
// of the warp needs it, and no kernel here allows that.
void branch_if_divergent(Step& s) {
  if (s.group != s.warp.alive()) unsupported();
}
void branch_if_converged(Step& s) {
  if (s.group == s.warp.alive()) s.next = s.in.target;
}

// Lanes that were called from different places diverge on their return.
void ret(Step& s) {
  if (s.active != s.group) unsupported();
  const Lanes address = s.word(0);
  for (LaneMask left = s.group;;) {
    const std::uint32_t first = address[static_cast<std::size_t>(std::countr_zero(left))];
    const LaneMask same = left & lanes_where([&](int lane) { return address[lane] == first; });
    const int target = s.program.index_of(first);
    if (same == left) {
      s.next = target;
      return;
    }
    s.warp.part(same, target);
    left &= ~same;
  }
}

void note_barrier(Step& s) {
  s.warp.barrier_lanes[static_cast<std::size_t>(s.from(0).number)] = s.group;
}

void meet(Step& s) {
  const int barrier = s.from(0).number;
  const LaneMask expected =
      s.warp.barrier_lanes[static_cast<std::size_t>(barrier)] & s.warp.alive();
  if ((expected & ~s.group) == 0) return;
  s.wait = Wait::barrier;
  s.barrier = barrier;
}

void leave(Step& s) {
  for (const Operand& operand : s.in.from)
    if (operand.is(OperandKind::barrier)) s.barrier = operand.number;
  s.leaves = chosen(s);
}

// Saves a barrier's lanes in a register, or restores them.
void move_barrier(Step& s) {
  if (s.in.to.is(OperandKind::barrier)) {
    const Lanes lanes = s.word(0);
    if (s.active != 0)
      s.warp.barrier_lanes[static_cast<std::size_t>(s.in.to.number)] =
          lanes[static_cast<std::size_t>(std::countr_zero(s.active))];
    return;
  }
  LaneMask& barrier = s.warp.barrier_lanes[static_cast<std::size_t>(s.from(0).number)];
  Lanes lanes;
  lanes.fill(barrier);
  s.set(lanes);
  if (s.has(Modifier::clear)) barrier = 0;
}

void meet_warp(Step& s) {
  if (s.group == s.warp.alive()) return;
  s.wait = Wait::whole_warp;
}

void meet_block(Step& s) {
  s.wait = Wait::block;
}

/// A barrier at which each thread of the block votes.
void ask_block(Step& s) {
  s.warp.block().vote |= chosen(s) != 0;
  meet_block(s);
}
void read_answer(Step& s) {
  s.set_flag(0, s.warp.block().answer ? all_lanes : 0);
}

void collective(Step&) {
  unsupported();
}

void finish(Step& s) {
  s.ends = chosen(s);
}

constexpr Result none = Result::none;
constexpr Pipe control = Pipe::control;

constexpr Operation operations[] = {
    {"NOP", {}, nothing, none, control, 1},
    {"YIELD", {}, nothing, none, control, 1},
    {"ACQBULK", {}, nothing, none, control, 1},
    {"PREEXIT", {}, nothing, none, control, 1},
    // Fences: here all lanes always see the same memory.
    {"MEMBAR", {"SC", "GPU"}, nothing, none, control, 1},
    {"ERRBAR", {}, nothing, none, control, 1},
    {"CGAERRBAR", {}, nothing, none, control, 1},
    {"CCTL", {"IVALL"}, nothing, none, control, 1},
    {"BRA", {}, branch, none, control, 1},
    {"BRA.DIV", {}, branch_if_divergent, none, control, 1},
    {"BRA.CONV", {}, branch_if_converged, none, control, 1},
    {"CALL", {"REL", "NOINC"}, branch, none, control, 1},
    {"RET", {"REL", "NODEC"}, ret, none, control, 1},
    {"BSSY", {}, note_barrier, none, control, 1},
    {"BSYNC", {}, meet, none, control, 1},
    {"BREAK", {}, leave, none, control, 1},
    {"BMOV", {"32", "CLEAR"}, move_barrier, Result::value, control, 1},
    {"WARPSYNC.ALL", {}, meet_warp, none, control, 1},
    {"WARPSYNC.COLLECTIVE", {}, collective, none, control, 1},
    {"ENDCOLLECTIVE", {}, collective, none, control, 1},
    {"BAR.SYNC", {"DEFER_BLOCKING"}, meet_block, none, control, 1},
    {"BAR.RED.OR", {"DEFER_BLOCKING"}, ask_block, none, control, 1},
    {"B2R.RESULT", {}, read_answer, Result::value_flag, Pipe::special, 20},
    {"EXIT", {}, finish, none, control, 1},
};

}  // namespace

std::span<const Operation> control_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
