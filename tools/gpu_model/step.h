// SPDX-License-Identifier: Apache-2.0
// One instruction of one warp: what it reads and writes, lane by lane.
#pragma once

#include <bit>
#include <cmath>
#include <cstring>

#include "tools/gpu_model/arena.h"
#include "tools/gpu_model/simt_warp.h"

namespace overlace::gpu_model {

using FloatLanes = std::array<float, warp_lanes>;
using DoubleLanes = std::array<double, warp_lanes>;
using WideLanes = std::array<std::uint64_t, warp_lanes>;

/// What an instruction did to memory, for counting.
struct Access {
  enum class Kind : std::uint8_t { none, load, store, atomic };
  Kind kind = Kind::none;
  std::uint32_t bytes = 0;  ///< per lane
  LaneMask lanes = 0;
  WideLanes address{};
};

/// The state in which an instruction executes, and its effects on its group of lanes.
struct Step {
  Warp& warp;
  const Instruction& in;
  const Program& program;
  Arena& memory;
  LaneMask active = 0;        ///< lanes of the group whose guard is true
  LaneMask group = 0;         ///< lanes of the group
  int next = 0;               ///< index of the group's next instruction
  Wait wait = Wait::nothing;  ///< what the group waits for before that
  int barrier = 0;            ///< the one it waits at or leaves
  LaneMask leaves = 0;        ///< lanes that no longer take part in that barrier
  LaneMask ends = 0;          ///< lanes that end here
  Access access{};

  [[nodiscard]] bool has(Modifier m) const { return in.has(m); }
  [[nodiscard]] bool is_active(int lane) const { return (active >> lane & 1U) != 0; }
  [[nodiscard]] const Operand& from(std::size_t i) const { return in.from[i]; }

  /// A launch's constant: c[0x0][offset].
  [[nodiscard]] std::uint32_t constant(std::int64_t offset) const;
  /// Word `word` of a source, before signs are applied.
  [[nodiscard]] Lanes raw(const Operand& operand, int word = 0) const;

  // Sources with signs applied.
  [[nodiscard]] Lanes word(std::size_t i) const;
  [[nodiscard]] WideLanes pair(std::size_t i) const;
  [[nodiscard]] FloatLanes real(std::size_t i) const;
  [[nodiscard]] DoubleLanes twofold(std::size_t i) const;
  /// Lanes in which a predicate holds.
  [[nodiscard]] LaneMask predicate(const Operand& operand) const;
  [[nodiscard]] std::uint32_t uniform(std::size_t i) const { return word(i)[0]; }

  // Results, for active lanes.
  void set(const Lanes& value, int word = 0);
  void set(const FloatLanes& value);
  void set(const DoubleLanes& value);
  void set_pair(const WideLanes& value);
  void set_flag(std::size_t i, LaneMask value);
};

/// The outcome of an instruction.
struct Executed {
  LaneMask active = 0;  ///< lanes that executed it
  Access access{};
};

/// Executes the next instruction of a warp's current group. Throws Error(internal) that names the
/// instruction if it does something illegal or not implemented. Precondition: the warp can run.
Executed advance(Warp& warp, const Program& program, Arena& memory);

/// Calls f(lane) for each lane and gathers the results.
template <class F>
[[nodiscard]] LaneMask lanes_where(const F& f) {
  LaneMask mask = 0;
  for (int lane = 0; lane < warp_lanes; ++lane) mask |= LaneMask{f(lane) ? 1U : 0U} << lane;
  return mask;
}

/// {f(0), f(1), …}
template <class F>
[[nodiscard]] auto lanes_of(const F& f) {
  std::array<decltype(f(0)), warp_lanes> out;
  for (int lane = 0; lane < warp_lanes; ++lane) out[lane] = f(lane);
  return out;
}

}  // namespace overlace::gpu_model
