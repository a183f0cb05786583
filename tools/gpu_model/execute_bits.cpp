// SPDX-License-Identifier: Apache-2.0
// Logic, shifts, bytes and single bits.
#include <algorithm>
#include <bit>

#include "tools/gpu_model/compare.h"
#include "tools/gpu_model/operations.h"
#include "tools/gpu_model/step.h"

namespace overlace::gpu_model {
namespace {

/// Bit (4a + 2b + c) of `table` for each bit of the three.
std::uint32_t looked_up(std::uint32_t table, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  std::uint32_t out = 0;
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1U) == 0) continue;
    out |= ((row & 4U) != 0 ? a : ~a) & ((row & 2U) != 0 ? b : ~b) & ((row & 1U) != 0 ? c : ~c);
  }
  return out;
}

void lop3(Step& s) {
  const Lanes a = s.word(0), b = s.word(1), c = s.word(2);
  const auto table = static_cast<std::uint32_t>(s.from(3).bits);
  Lanes out{};
  for (unsigned row = 0; row < 8; ++row) {
    if ((table >> row & 1U) == 0) continue;
    const std::uint32_t flip_a = (row & 4U) != 0 ? 0 : ~0U, flip_b = (row & 2U) != 0 ? 0 : ~0U,
                        flip_c = (row & 1U) != 0 ? 0 : ~0U;
    for (int i = 0; i < warp_lanes; ++i)
      out[i] |= (a[i] ^ flip_a) & (b[i] ^ flip_b) & (c[i] ^ flip_c);
  }
  s.set(out);
  s.set_flag(0, lanes_where([&](int i) { return out[i] != 0; }));
}

void plop3(Step& s) {
  const LaneMask a = s.predicate(s.from(0)), b = s.predicate(s.from(1)), c = s.predicate(s.from(2));
  for (std::size_t i = 0; i < 2; ++i)
    s.set_flag(i, looked_up(static_cast<std::uint32_t>(s.from(3 + i).bits), a, b, c));
}

/// Each nibble of the second source selects one of eight bytes; its upper bit, that byte's sign.
void prmt(Step& s) {
  const Lanes low = s.word(0), choice = s.word(1), high = s.word(2);
  s.set(lanes_of([&](int i) {
    const std::uint64_t bytes = std::uint64_t{high[i]} << 32U | low[i];
    std::uint32_t out = 0;
    for (unsigned place = 0; place < 4; ++place) {
      const std::uint32_t nibble = choice[i] >> (4 * place) & 15U;
      auto byte = static_cast<std::uint32_t>(bytes >> (8 * (nibble & 7U)) & 0xFFU);
      if ((nibble & 8U) != 0) byte = (byte & 0x80U) != 0 ? 0xFFU : 0;
      out |= byte << (8 * place);
    }
    return out;
  }));
}

/// Sources 0 and 2 are the lower and the upper word of the value shifted by source 1.
struct Shift {
  Lanes low, amount, high;
  explicit Shift(const Step& s) : low(s.word(0)), amount(s.word(1)), high(s.word(2)) {
    const bool wide = s.has(Modifier::u64) || s.has(Modifier::s64);
    for (std::uint32_t& v : amount)
      v = s.has(Modifier::wrap) ? v & 31U : std::min(v, wide ? 63U : 32U);
  }
  [[nodiscard]] std::uint64_t value(int i) const { return std::uint64_t{high[i]} << 32U | low[i]; }
};

void shift_left(Step& s) {
  const Shift in(s);
  const bool wide = s.has(Modifier::u64) || s.has(Modifier::s64);
  s.set(lanes_of([&](int i) {
    if (s.has(Modifier::hi)) return static_cast<std::uint32_t>(in.value(i) << in.amount[i] >> 32U);
    if (wide) return static_cast<std::uint32_t>(in.value(i) << in.amount[i]);
    return static_cast<std::uint32_t>(std::uint64_t{in.low[i]} << in.amount[i]);
  }));
}

void shift_right(Step& s) {
  const Shift in(s);
  const bool is_signed = s.has(Modifier::s32) || s.has(Modifier::s64);
  const bool wide = s.has(Modifier::u64) || s.has(Modifier::s64);
  s.set(lanes_of([&](int i) {
    const std::uint32_t n = in.amount[i];
    if (s.has(Modifier::hi) && !wide) {
      return is_signed ? static_cast<std::uint32_t>(
                             std::int64_t{static_cast<std::int32_t>(in.high[i])} >> n)
                       : static_cast<std::uint32_t>(std::uint64_t{in.high[i]} >> n);
    }
    const std::uint64_t out =
        wide && is_signed ? static_cast<std::uint64_t>(static_cast<std::int64_t>(in.value(i)) >> n)
                          : in.value(i) >> n;
    return static_cast<std::uint32_t>(s.has(Modifier::hi) ? out >> 32U : out);
  }));
}

template <class F>
void each_word(Step& s, const F& f) {
  const Lanes a = s.word(0);
  s.set(lanes_of([&](int i) { return f(a[i]); }));
}

void popc(Step& s) {
  each_word(s, [](std::uint32_t v) { return static_cast<std::uint32_t>(std::popcount(v)); });
}

/// The position of the highest bit; with SH, its distance from the top. All ones if there is none.
void find_leading_one(Step& s) {
  const bool from_top = s.has(Modifier::high_bits);
  each_word(s, [&](std::uint32_t v) {
    const auto zeros = static_cast<std::uint32_t>(std::countl_zero(v));
    return v == 0 ? ~0U : from_top ? zeros : 31U - zeros;
  });
}

void reverse_bits(Step& s) {
  each_word(s, [](std::uint32_t v) {
    std::uint32_t out = 0;
    for (unsigned i = 0; i < 32; ++i) out |= (v >> i & 1U) << (31 - i);
    return out;
  });
}

constexpr Operation operations[] = {
    {"LOP3", {"LUT"}, lop3, Result::value_flags},
    {"ULOP3", {"LUT"}, lop3, Result::value_flags, Pipe::uniform, 10},
    {"PLOP3", {"LUT"}, plop3, Result::flags},
    {"PRMT", {}, prmt},
    {"UPRMT", {}, prmt, Result::value, Pipe::uniform, 10},
    {"SHF.L", {"U32", "S32", "U64", "S64", "HI", "W"}, shift_left},
    {"SHF.R", {"U32", "S32", "U64", "S64", "HI", "W"}, shift_right},
    {"USHF.L",
     {"U32", "S32", "U64", "S64", "HI", "W"},
     shift_left,
     Result::value,
     Pipe::uniform,
     10},
    {"USHF.R",
     {"U32", "S32", "U64", "S64", "HI", "W"},
     shift_right,
     Result::value,
     Pipe::uniform,
     10},
    {"POPC", {}, popc, Result::value, Pipe::special, 18},
    {"FLO", {"U32", "SH"}, find_leading_one, Result::value, Pipe::special, 18},
    {"UFLO", {"U32", "SH"}, find_leading_one, Result::value, Pipe::special, 20},
    {"BREV", {}, reverse_bits, Result::value, Pipe::special, 18},
};

}  // namespace

std::span<const Operation> bit_operations() {
  return operations;
}

}  // namespace overlace::gpu_model
