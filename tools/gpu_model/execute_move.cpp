// SPDX-License-Identifier: Apache-2.0
// Moves: registers, constants, special registers, predicates.
#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

void mov(Step& s) {
  s.set(s.word(0));
}

void sel(Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  const LaneMask first = s.predicate(s.from(2));
  s.set(lanes_of([&](int i) { return (first >> i & 1U) != 0 ? a[i] : b[i]; }));
}

void load_constant(Step& s) {
  constexpr std::uint32_t register_bytes = 4;
  if (s.in.bytes < register_bytes) {
    Lanes words = s.raw(s.from(0));
    for (std::uint32_t& word : words) word &= (1U << (8 * s.in.bytes)) - 1;
    return s.set(words);
  }
  // From the last to the first, which may be the register of the index.
  for (std::uint32_t i = s.in.bytes / register_bytes; i-- > 0;)
    s.set(s.raw(s.from(0), static_cast<int>(i)), static_cast<int>(i));
}

std::uint32_t special(const Step& s, int lane) {
  switch (s.from(0).special) {
    case SpecialRegister::zero:
      return 0;
    case SpecialRegister::thread:
      return s.warp.first_thread() + static_cast<std::uint32_t>(lane);
    case SpecialRegister::block:
      return s.warp.block().index;
    case SpecialRegister::lane:
      return static_cast<std::uint32_t>(lane);
    case SpecialRegister::lanes_below:
      return (1U << lane) - 1;
  }
  return 0;
}

void read_special(Step& s) {
  s.set(lanes_of([&](int lane) { return special(s, lane); }));
}
void read_special_pair(Step& s) {
  s.set_pair(lanes_of([&](int lane) { return std::uint64_t{special(s, lane)}; }));
}

/// The predicates of each lane as bits, where the mask is set; the other bits come from the second
/// source.
void predicates_to_register(Step& s) {
  const Lanes other = s.word(1);
  const auto mask = s.uniform(2);
  s.set(lanes_of([&](int lane) {
    std::uint32_t bits = 0;
    for (std::size_t p = 0; p < no_predicate; ++p) bits |= (s.warp.predicates[p] >> lane & 1U) << p;
    return (other[lane] & ~mask) | (bits & mask);
  }));
}

constexpr Pipe uniform = Pipe::uniform, one_at_a_time = Pipe::special;

constexpr Operation operations[] = {
    {"MOV", {}, mov},
    {"SEL", {}, sel},
    {"USEL", {}, sel, Result::value, uniform, 10},
    {"UMOV", {}, mov, Result::value, uniform, 10},
    {"R2UR", {}, mov},
    {"LDC",
     {"U8", "U16", "64", "128"},
     load_constant,
     Result::value,
     Pipe::memory,
     30,
     Width::accessed},
    {"ULDC",
     {"U8", "U16", "64", "128"},
     load_constant,
     Result::value,
     uniform,
     10,
     Width::accessed},
    {"S2R", {}, read_special, Result::value, one_at_a_time, 25},
    {"S2UR", {}, read_special, Result::value, one_at_a_time, 25},
    {"CS2R", {}, read_special_pair, Result::value, Pipe::alu, 8, Width::pair},
    {"P2R", {}, predicates_to_register},
};

}  // namespace

std::span<const Operation> move_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
