// SPDX-License-Identifier: Apache-2.0
// Reading operands and writing results.
#include "tools/gpu_model/step.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace::gpu_model {
namespace {

constexpr std::uint32_t float_sign = 0x80000000U;

Lanes all(std::uint32_t value) {
  Lanes lanes;
  lanes.fill(value);
  return lanes;
}

/// The register value of an immediate; those for FP64 have 32 bits, the upper half.
std::uint32_t immediate(const Operand& operand, int word) {
  if (operand.is(OperandKind::real))
    return std::bit_cast<std::uint32_t>(static_cast<float>(operand.value));
  return static_cast<std::uint32_t>(operand.bits >> (32 * word));
}

}  // namespace

// Sizes of block and grid, the stack, a memory descriptor that is ignored here, arguments.
std::uint32_t Step::constant(std::int64_t offset) const {
  constexpr std::int64_t block_x = 0, grid_x = 0xC, stack = 0x28, descriptor = 0x208,
                         arguments = 0x210;
  const Block& block = warp.block();
  if (offset == block_x) return block.threads;
  if (offset == grid_x) return block.blocks;
  if (offset == stack || offset == descriptor || offset == descriptor + 4) return 0;
  const std::int64_t place = offset - arguments;
  if (place < 0 || static_cast<std::size_t>(place) >= block.arguments.size())
    throw Error(ErrorCode::internal, fmt::format("nothing is known of c[0x0][{:#x}]", offset));
  std::uint32_t value = 0;
  const std::size_t left = block.arguments.size() - static_cast<std::size_t>(place);
  std::memcpy(&value, block.arguments.data() + place, std::min(sizeof value, left));
  return value;
}

Lanes Step::raw(const Operand& operand, int word) const {
  const std::int64_t beyond = std::int64_t{4} * word;  // bytes
  switch (operand.kind) {
    case OperandKind::reg:
      if (operand.number == no_register) return {};
      return warp.registers[static_cast<std::size_t>(operand.number) + word];
    case OperandKind::uniform:
      if (operand.number == no_uniform) return {};
      return all(warp.uniforms[static_cast<std::size_t>(operand.number) + word]);
    case OperandKind::integer:
    case OperandKind::real:
      return all(immediate(operand, word));
    case OperandKind::constant:
      if (operand.number == no_register) return all(constant(operand.offset + beyond));
      return lanes_of([&](int lane) {
        const auto index = warp.registers[static_cast<std::size_t>(operand.number)][lane];
        return is_active(lane)
                   ? constant(operand.offset + static_cast<std::int32_t>(index) + beyond)
                   : 0U;
      });
    default:
      throw Error(ErrorCode::internal, "an operand that has no value");
  }
}

Lanes Step::word(std::size_t i) const {
  Lanes lanes = raw(from(i));
  if (from(i).inverted)
    for (std::uint32_t& v : lanes) v = ~v;
  if (from(i).absolute)
    for (std::uint32_t& v : lanes) v = static_cast<std::int32_t>(v) < 0 ? 0U - v : v;
  if (from(i).negated)
    for (std::uint32_t& v : lanes) v = 0U - v;
  return lanes;
}

WideLanes Step::pair(std::size_t i) const {
  const Lanes low = raw(from(i)), high = raw(from(i), 1);
  return lanes_of([&](int lane) {
    const std::uint64_t value = std::uint64_t{high[lane]} << 32U | low[lane];
    return from(i).negated ? 0U - value : value;
  });
}

FloatLanes Step::real(std::size_t i) const {
  Lanes lanes = raw(from(i));
  if (from(i).absolute)
    for (std::uint32_t& v : lanes) v &= ~float_sign;
  if (from(i).negated)
    for (std::uint32_t& v : lanes) v ^= float_sign;
  return std::bit_cast<FloatLanes>(lanes);
}

DoubleLanes Step::twofold(std::size_t i) const {
  const Operand& operand = from(i);
  DoubleLanes lanes;
  if (operand.is(OperandKind::real)) {
    lanes.fill(operand.value);
  } else if (operand.is(OperandKind::integer)) {
    lanes.fill(std::bit_cast<double>(operand.bits << 32U));
  } else {
    const Lanes low = raw(operand), high = raw(operand, 1);
    for (int lane = 0; lane < warp_lanes; ++lane)
      lanes[lane] = std::bit_cast<double>(std::uint64_t{high[lane]} << 32U | low[lane]);
  }
  if (operand.absolute)
    for (double& v : lanes) v = std::fabs(v);
  if (operand.negated)
    for (double& v : lanes) v = -v;
  return lanes;
}

LaneMask Step::predicate(const Operand& operand) const {
  const auto number = static_cast<std::size_t>(operand.number);
  LaneMask lanes = 0;
  if (operand.is(OperandKind::predicate)) {
    lanes = warp.predicates[number];
  } else if (operand.is(OperandKind::uniform_predicate)) {
    lanes = warp.uniform_predicates[number] ? all_lanes : 0;
  } else {
    throw Error(ErrorCode::internal, "an operand that is no predicate");
  }
  return operand.inverted ? ~lanes : lanes;
}

void Step::set(const Lanes& value, int word) {
  if (in.to.is_void()) return;
  const std::size_t number = static_cast<std::size_t>(in.to.number) + word;
  if (in.to.is(OperandKind::uniform)) {
    if (active != 0)
      warp.uniforms[number] = value[static_cast<std::size_t>(std::countr_zero(active))];
    return;
  }
  Lanes& to = warp.registers[number];
  for (int lane = 0; lane < warp_lanes; ++lane) to[lane] = is_active(lane) ? value[lane] : to[lane];
}

void Step::set(const FloatLanes& value) {
  set(std::bit_cast<Lanes>(value));
}

void Step::set(const DoubleLanes& value) {
  set_pair(std::bit_cast<WideLanes>(value));
}

void Step::set_pair(const WideLanes& value) {
  set(lanes_of([&](int lane) { return static_cast<std::uint32_t>(value[lane]); }));
  set(lanes_of([&](int lane) { return static_cast<std::uint32_t>(value[lane] >> 32U); }), 1);
}

void Step::set_flag(std::size_t i, LaneMask value) {
  const Operand& flag = in.flags[i];
  if (!flag.is_predicate() || flag.is_void()) return;
  const auto number = static_cast<std::size_t>(flag.number);
  if (flag.is(OperandKind::uniform_predicate)) {
    if (active != 0) warp.uniform_predicates[number] = (value & active) != 0;
    return;
  }
  LaneMask& to = warp.predicates[number];
  to = (to & ~active) | (value & active);
}

Executed advance(Warp& warp, const Program& program, Arena& memory) {
  const LaneGroup& group = warp.current();
  const Instruction& in = program.code[static_cast<std::size_t>(group.next)];
  Step step{.warp = warp, .in = in, .program = program, .memory = memory};
  step.group = step.active = group.lanes;
  step.next = group.next + 1;
  try {
    if (!in.guard.is(OperandKind::none)) step.active &= step.predicate(in.guard);
    in.operation->execute(step);
    warp.current().next = step.next;
    if (step.leaves != 0) warp.leave_barrier(step.barrier, step.leaves);
    if (step.wait != Wait::nothing) warp.wait(step.wait, step.barrier);
    if (step.ends != 0) warp.end(step.ends);
  } catch (const Error& error) {
    throw Error(ErrorCode::internal, fmt::format("{} at {:#x}, '{}': {}", program.name, in.address,
                                                 in.text, error.what()));
  }
  return {step.active, step.access};
}

}  // namespace overlace::gpu_model
