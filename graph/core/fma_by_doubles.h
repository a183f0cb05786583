// SPDX-License-Identifier: Apache-2.0
// A multiply-add of floats with a single rounding, for machines that have none.
#pragma once

#include <bit>
#include <cstdint>

namespace overlace {

/// a x b + c with a single rounding, as std::fma gives it, signs of zeros included. The product of
/// two floats is exact as a double. The sum is rounded to odd: where it is not exact, it becomes
/// the neighbour whose last bit is set, and so never what lies half-way between two floats.
/// Rounding that to a float rounds once, because a double has more than two digits more (Boldo and
/// Melquiond, "When double rounding is odd", 2004). NaN where std::fma gives NaN.
[[gnu::always_inline]] inline float fma_by_doubles(float a, float b, float c) {
  const double product = static_cast<double>(a) * static_cast<double>(b);
  const double addend = static_cast<double>(c);
  const double sum = product + addend;
  // What the sum lost (Knuth's TwoSum); NaN where the sum is not finite.
  const double from_addend = sum - product;
  const double lost = (product - (sum - from_addend)) + (addend - from_addend);
  const auto bits = std::bit_cast<std::int64_t>(sum);
  const std::int64_t step = (bits ^ std::bit_cast<std::int64_t>(lost)) < 0 ? -1 : 1;
  const bool is_odd = (bits & 1) != 0;
  const bool is_exact = !(lost < 0 || lost > 0);
  return static_cast<float>(std::bit_cast<double>(is_exact || is_odd ? bits : bits + step));
}

}  // namespace overlace
