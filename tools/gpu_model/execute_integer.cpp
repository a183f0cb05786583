// SPDX-License-Identifier: Apache-2.0
// Integer arithmetic and comparisons, per lane and per warp.
#include <algorithm>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

std::int32_t as_signed(std::uint32_t v) {
  return static_cast<std::int32_t>(v);
}

/// The predicate at index `i` of the sources, as 1 or 0 in a lane; 0 if there is none.
std::uint32_t carry_in(const Step& s, std::size_t i, int lane) {
  return i < s.in.from.size() ? s.predicate(s.from(i)) >> lane & 1U : 0U;
}

/// A sum of three words. Negated registers are inverted and the ones for their two's complements
/// added, so that carries are those of a chain of adders.
struct ThreeWaySum {
  std::array<Lanes, 3> words;
  std::uint32_t complements = 0;

  explicit ThreeWaySum(const Step& s) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const Operand& operand = s.from(i);
      const bool complement =
          operand.negated && !s.has(Modifier::x) && !operand.is(OperandKind::integer);
      words[i] = complement ? s.raw(operand) : s.word(i);
      if (!complement) continue;
      for (std::uint32_t& v : words[i]) v = ~v;
      ++complements;
    }
  }
  [[nodiscard]] std::uint64_t at(int lane) const {
    return std::uint64_t{words[0][lane]} + words[1][lane] + words[2][lane] + complements;
  }
};

void add3(Step& s) {
  const ThreeWaySum terms(s);
  WideLanes sum;
  for (int i = 0; i < warp_lanes; ++i) sum[i] = terms.at(i);
  if (s.has(Modifier::x))
    for (int i = 0; i < warp_lanes; ++i) sum[i] += carry_in(s, 3, i) + carry_in(s, 4, i);
  s.set(lanes_of([&](int i) { return static_cast<std::uint32_t>(sum[i]); }));
  s.set_flag(0, lanes_where([&](int i) { return (sum[i] >> 32U & 1U) != 0; }));
  s.set_flag(1, lanes_where([&](int i) { return (sum[i] >> 33U & 1U) != 0; }));
}

void viadd(Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  s.set(lanes_of([&](int i) { return a[i] + b[i]; }));
}

void iabs(Step& s) {
  const Lanes a = s.word(0);
  s.set(lanes_of([&](int i) { return as_signed(a[i]) < 0 ? 0U - a[i] : a[i]; }));
}

/// The full 64-bit products of the first two sources.
WideLanes products(const Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  if (s.has(Modifier::u32)) return lanes_of([&](int i) { return std::uint64_t{a[i]} * b[i]; });
  return lanes_of([&](int i) {
    return static_cast<std::uint64_t>(std::int64_t{as_signed(a[i])} * as_signed(b[i]));
  });
}

/// The third source as a pair; immediates are already sign-extended.
WideLanes wide_addend(const Step& s) {
  const Operand& operand = s.from(2);
  if (!operand.is(OperandKind::integer)) return s.pair(2);
  return lanes_of([&](int) { return operand.bits; });
}

void imad(Step& s) {
  const Lanes a = s.word(0), b = s.word(1), c = s.word(2);
  s.set(lanes_of(
      [&](int i) { return a[i] * b[i] + c[i] + (s.has(Modifier::x) ? carry_in(s, 3, i) : 0U); }));
}

void imad_wide(Step& s) {
  const WideLanes product = products(s), addend = wide_addend(s);
  const WideLanes sum = lanes_of([&](int i) { return product[i] + addend[i]; });
  s.set_pair(sum);
  s.set_flag(0, lanes_where([&](int i) { return sum[i] < product[i]; }));
}

void imad_high(Step& s) {
  const WideLanes product = products(s), addend = wide_addend(s);
  const WideLanes sum = lanes_of([&](int i) { return product[i] + addend[i]; });
  s.set(lanes_of([&](int i) { return static_cast<std::uint32_t>(sum[i] >> 32U); }));
  s.set_flag(0, lanes_where([&](int i) { return sum[i] < product[i]; }));
}

/// (a << shift) + b
void lea(Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  const auto shift = s.uniform(2);
  const WideLanes sum = lanes_of([&](int i) {
    return std::uint64_t{a[i] << shift} + b[i] + (s.has(Modifier::x) ? carry_in(s, 3, i) : 0U);
  });
  s.set(lanes_of([&](int i) { return static_cast<std::uint32_t>(sum[i]); }));
  s.set_flag(0, lanes_where([&](int i) { return (sum[i] >> 32U & 1U) != 0; }));
}

/// The upper word of (pair << shift), plus b. The pair's upper word is a source, or the sign.
void lea_high(Step& s) {
  const bool extends = s.has(Modifier::sx32);
  const Lanes low = s.raw(s.from(0)), b = s.word(1), high = extends ? Lanes{} : s.raw(s.from(2));
  const auto shift = s.uniform(extends ? 2 : 3);
  const std::size_t carry = extends ? 3 : 4;
  const WideLanes sum = lanes_of([&](int i) {
    std::uint64_t value = extends ? static_cast<std::uint64_t>(std::int64_t{as_signed(low[i])})
                                  : std::uint64_t{high[i]} << 32U | low[i];
    if (s.from(0).negated) value = 0U - value;
    return (value << shift >> 32U) + b[i] + (s.has(Modifier::x) ? carry_in(s, carry, i) : 0U);
  });
  s.set(lanes_of([&](int i) { return static_cast<std::uint32_t>(sum[i]); }));
  s.set_flag(0, lanes_where([&](int i) { return (sum[i] >> 32U & 1U) != 0; }));
}

/// The upper half of a 64-bit comparison: if the upper halves are equal, the lower result decides.
bool extended(Comparison comparison, bool less, bool equal, bool lower) {
  switch (comparison) {
    case Comparison::eq:
      return equal && lower;
    case Comparison::ne:
      return !equal || lower;
    case Comparison::lt:
    case Comparison::le:
      return less || (equal && lower);
    default:
      return (!less && !equal) || (equal && lower);
  }
}

void isetp(Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  const bool is_unsigned = s.has(Modifier::u32);
  LaneMask answer = 0;
  if (s.has(Modifier::ex)) {
    const LaneMask lower = s.predicate(s.from(3));
    answer = lanes_where([&](int i) {
      const bool less = is_unsigned ? a[i] < b[i] : as_signed(a[i]) < as_signed(b[i]);
      return extended(s.in.comparison, less, a[i] == b[i], (lower >> i & 1U) != 0);
    });
  } else if (is_unsigned) {
    answer = lanes_where([&](int i) { return holds(s.in.comparison, a[i], b[i]); });
  } else {
    answer = lanes_where(
        [&](int i) { return holds(s.in.comparison, as_signed(a[i]), as_signed(b[i])); });
  }
  set_comparison(s, answer, s.predicate(s.from(2)));
}

/// The lesser where the predicate holds, else the greater.
void choose(Step& s, const Lanes& a, const Lanes& b, LaneMask least) {
  s.set(lanes_of([&](int i) {
    const bool less = s.has(Modifier::u32) ? a[i] < b[i] : as_signed(a[i]) < as_signed(b[i]);
    const std::uint32_t chosen = less == ((least >> i & 1U) != 0) ? a[i] : b[i];
    return s.has(Modifier::relu) && as_signed(chosen) < 0 ? 0U : chosen;
  }));
}

void vimnmx(Step& s) {
  choose(s, s.word(0), s.word(1), s.predicate(s.from(2)));
}

void viaddmnmx(Step& s) {
  const Lanes a = s.word(0), b = s.word(1);
  choose(s, lanes_of([&](int i) { return a[i] + b[i]; }), s.word(2), s.predicate(s.from(3)));
}

constexpr Result with_flags = Result::value_flags;

constexpr Operation operations[] = {
    {"IADD3", {"X"}, add3, with_flags},
    {"UIADD3", {"X"}, add3, with_flags, Pipe::uniform, 10},
    {"VIADD", {}, viadd},
    {"IABS", {}, iabs},
    {"IMAD", {"X", "U32", "IADD", "SHL"}, imad, with_flags, Pipe::imad},
    {"IMAD.MOV", {"U32"}, imad, with_flags, Pipe::imad, 4},
    {"IMAD.WIDE", {"U32"}, imad_wide, with_flags, Pipe::imad, 5, Width::pair},
    {"IMAD.HI", {"U32"}, imad_high, with_flags, Pipe::imad},
    {"UIMAD", {}, imad, with_flags, Pipe::uniform, 10},
    {"UIMAD.WIDE", {"U32"}, imad_wide, with_flags, Pipe::uniform, 10, Width::pair},
    {"LEA", {"X"}, lea, with_flags},
    {"LEA.HI", {"X", "SX32"}, lea_high, with_flags},
    {"ULEA", {"X"}, lea, with_flags, Pipe::uniform, 10},
    {"ULEA.HI", {"X", "SX32"}, lea_high, with_flags, Pipe::uniform, 10},
    {"ISETP",
     {"LT", "EQ", "LE", "GT", "NE", "GE", "U32", "AND", "OR", "XOR", "EX"},
     isetp,
     Result::flags},
    {"UISETP",
     {"LT", "EQ", "LE", "GT", "NE", "GE", "U32", "AND", "OR", "XOR", "EX"},
     isetp,
     Result::flags,
     Pipe::uniform,
     10},
    {"VIMNMX", {"U32", "RELU"}, vimnmx},
    {"VIADDMNMX", {"U32"}, viaddmnmx},
};

}  // namespace

std::span<const Operation> integer_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
