// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics on global and shared memory. Local memory is not implemented: no kernel
// may use any.
#include <fmt/format.h>

#include <algorithm>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

constexpr std::uint32_t register_bytes = 4;

/// The addresses of all lanes; only those of active lanes are meaningful.
WideLanes addresses(const Step& s, const Operand& operand) {
  Operand base = operand;
  base.kind = OperandKind::reg;
  const Lanes low = s.raw(base), high = operand.wide ? s.raw(base, 1) : Lanes{};
  const std::uint64_t added =
      static_cast<std::uint64_t>(operand.offset) +
      (operand.uniform == no_uniform ? 0
                                     : s.warp.uniforms[static_cast<std::size_t>(operand.uniform)]);
  return lanes_of([&](int i) { return (std::uint64_t{high[i]} << 32U | low[i]) + added; });
}

using Words = std::array<Lanes, 4>;

/// Calls f(lane, address) for active lanes and records the access.
template <class F>
void each_access(Step& s, Access::Kind kind, const Operand& operand, const F& f) {
  s.access = {kind, s.in.bytes, s.active, addresses(s, operand)};
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (s.is_active(lane)) f(lane, s.access.address[lane]);
}

void set_words(Step& s, const Words& words) {
  for (std::uint32_t i = 0; i < std::max(1U, s.in.bytes / register_bytes); ++i)
    s.set(words[i], static_cast<int>(i));
}

Words stored_words(const Step& s) {
  Words words{};
  for (std::uint32_t i = 0; i < std::max(1U, s.in.bytes / register_bytes); ++i)
    words[i] = s.raw(s.from(1), static_cast<int>(i));
  return words;
}

void take(const std::byte* at, std::uint32_t bytes, int lane, Words& to) {
  std::array<std::uint32_t, 4> value{};
  std::memcpy(value.data(), at, bytes);
  for (std::size_t i = 0; i < value.size(); ++i) to[i][lane] = value[i];
}

void give(std::byte* at, std::uint32_t bytes, int lane, const Words& from) {
  std::array<std::uint32_t, 4> value{};
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = from[i][lane];
  std::memcpy(at, value.data(), bytes);
}

void load(Step& s) {
  Words words{};
  each_access(s, Access::Kind::load, s.from(0), [&](int lane, std::uint64_t address) {
    take(s.memory.at(address, s.in.bytes), s.in.bytes, lane, words);
  });
  set_words(s, words);
}

void store(Step& s) {
  const Words words = stored_words(s);
  each_access(s, Access::Kind::store, s.from(0), [&](int lane, std::uint64_t address) {
    give(s.memory.at(address, s.in.bytes), s.in.bytes, lane, words);
  });
}

std::byte* shared_at(const Step& s, std::uint64_t address) {
  std::vector<std::byte>& shared = s.warp.block().shared;
  if (address >= shared.size() || s.in.bytes > shared.size() - address)
    throw Error(ErrorCode::internal,
                fmt::format("an access beyond the block's own memory, at {:#x}", address));
  return shared.data() + address;
}

// Shared memory has no sectors to count.
void load_shared(Step& s) {
  const WideLanes address = addresses(s, s.from(0));
  Words words{};
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (s.is_active(lane)) take(shared_at(s, address[lane] & 0xFFFFFFFFU), s.in.bytes, lane, words);
  set_words(s, words);
}

void store_shared(Step& s) {
  const WideLanes address = addresses(s, s.from(0));
  const Words words = stored_words(s);
  for (int lane = 0; lane < warp_lanes; ++lane)
    if (s.is_active(lane)) give(shared_at(s, address[lane] & 0xFFFFFFFFU), s.in.bytes, lane, words);
}

/// Lanes execute in order.
template <class F>
void atomic(Step& s, const F& f) {
  const Lanes value = s.word(1);
  Lanes before{};
  each_access(s, Access::Kind::atomic, s.from(0), [&](int lane, std::uint64_t address) {
    std::byte* at = s.memory.at(address, register_bytes);
    std::memcpy(&before[lane], at, register_bytes);
    const std::uint32_t after = f(before[lane], value[lane]);
    std::memcpy(at, &after, register_bytes);
  });
  if (s.in.operation->result != Result::none) s.set(before);
}
void atomic_add(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}
void atomic_or(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return a | b; });
}
void atomic_and(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return a & b; });
}
void atomic_min(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return std::min(a, b); });
}
void atomic_max(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return std::max(a, b); });
}
/// The same in shared memory.
template <class F>
void shared_atomic(Step& s, const F& f) {
  const Lanes value = s.word(1);
  Lanes before{};
  const WideLanes address = addresses(s, s.from(0));
  for (int lane = 0; lane < warp_lanes; ++lane) {
    if (!s.is_active(lane)) continue;
    std::byte* at = shared_at(s, address[lane] & 0xFFFFFFFFU);
    std::memcpy(&before[lane], at, register_bytes);
    const std::uint32_t after = f(before[lane], value[lane]);
    std::memcpy(at, &after, register_bytes);
  }
  s.set(before);
}
void shared_or(Step& s) {
  shared_atomic(s, [](std::uint32_t a, std::uint32_t b) { return a | b; });
}
void shared_add(Step& s) {
  shared_atomic(s, [](std::uint32_t a, std::uint32_t b) { return a + b; });
}
/// Counts up to a bound, then restarts at 0.
void atomic_increment(Step& s) {
  atomic(s, [](std::uint32_t a, std::uint32_t b) { return a >= b ? 0 : a + 1; });
}
void exchange(Step& s) {
  atomic(s, [](std::uint32_t, std::uint32_t b) { return b; });
}

constexpr Result none = Result::none, value = Result::value, with_flags = Result::value_flags;
constexpr Pipe memory = Pipe::memory;
constexpr Width word = Width::word, accessed = Width::accessed;

constexpr Operation operations[] = {
    {"LDG",
     {"E", "U8", "U16", "64", "128", "STRONG", "GPU", "SYS", "CONSTANT"},
     load,
     value,
     memory,
     35,
     accessed},
    {"LD", {"E", "U8", "U16", "64", "128"}, load, value, memory, 35, accessed},
    {"STG",
     {"E", "U8", "U16", "64", "128", "STRONG", "GPU", "SYS"},
     store,
     none,
     memory,
     1,
     word,
     accessed},
    {"ST", {"E", "U8", "U16", "64", "128"}, store, none, memory, 1, word, accessed},
    {"LDS", {"U8", "U16", "64", "128"}, load_shared, value, memory, 30, accessed},
    {"STS", {"U8", "U16", "64", "128"}, store_shared, none, memory, 1, word, accessed},
    {"ATOMG.E.ADD", {"STRONG", "GPU"}, atomic_add, with_flags, memory, 300},
    {"ATOMG.E.INC", {"STRONG", "GPU"}, atomic_increment, with_flags, memory, 300},
    {"ATOMG.E.OR", {"STRONG", "GPU"}, atomic_or, with_flags, memory, 300},
    {"ATOMG.E.AND", {"STRONG", "GPU"}, atomic_and, with_flags, memory, 300},
    {"ATOMG.E.MIN", {"STRONG", "GPU"}, atomic_min, with_flags, memory, 300},
    {"ATOMG.E.MAX", {"STRONG", "GPU"}, atomic_max, with_flags, memory, 300},
    {"ATOMG.E.EXCH", {"STRONG", "GPU"}, exchange, with_flags, memory, 300},
    {"ATOMS.OR", {}, shared_or, with_flags, memory, 35},
    {"ATOMS.ADD", {}, shared_add, with_flags, memory, 35},
    {"REDG.E.ADD", {"STRONG", "GPU"}, atomic_add, none, memory, 1},
    {"REDG.E.OR", {"STRONG", "GPU"}, atomic_or, none, memory, 1},
    {"REDG.E.AND", {"STRONG", "GPU"}, atomic_and, none, memory, 1},
    {"REDG.E.MIN", {"STRONG", "GPU"}, atomic_min, none, memory, 1},
    {"REDG.E.MAX", {"STRONG", "GPU"}, atomic_max, none, memory, 1},
};

}  // namespace

std::span<const Operation> memory_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
