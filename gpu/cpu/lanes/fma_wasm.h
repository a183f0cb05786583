// SPDX-License-Identifier: Apache-2.0
// The multiply-add of sixteen floats on WebAssembly.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace::lanes_scalar {

#if defined(__wasm_relaxed_simd__)

/// a x b + c, where relaxed multiply-adds round once.
template <class Floats>
OVL_FN Floats fma_of_lanes(const Floats& a, const Floats& b, const Floats& c) {
  constexpr int quarters = 4;
  WasmFloats quarter[3][quarters], sum[quarters];
  __builtin_memcpy(quarter[0], &a, sizeof a);
  __builtin_memcpy(quarter[1], &b, sizeof b);
  __builtin_memcpy(quarter[2], &c, sizeof c);
  for (int i = 0; i < quarters; ++i)
    sum[i] = fma_relaxed(quarter[0][i], quarter[1][i], quarter[2][i]);
  Floats result;
  __builtin_memcpy(&result, sum, sizeof result);
  return result;
}

#else

/// a x b + c with a single rounding: fma_by_doubles, lane by lane.
template <class Floats>
OVL_FN Floats fma_of_lanes(const Floats& a, const Floats& b, const Floats& c) {
  using Doubles [[gnu::vector_size(2 * sizeof(Floats))]] = double;
  using Longs [[gnu::vector_size(2 * sizeof(Floats))]] = std::int64_t;
  const Doubles product = __builtin_convertvector(a, Doubles) * __builtin_convertvector(b, Doubles);
  const Doubles addend = __builtin_convertvector(c, Doubles);
  const Doubles sum = product + addend;
  const Doubles from_addend = sum - product;
  const Doubles lost = (product - (sum - from_addend)) + (addend - from_addend);
  const Longs bits = Longs(sum);
  const Longs step = ((bits ^ Longs(lost)) >> 63) | 1;
  const Longs is_inexact = (lost < 0) | (lost > 0);
  const Longs is_even = (bits & 1) - 1;
  const auto odd = Doubles(bits + (step & is_inexact & is_even));
  return __builtin_convertvector(odd, Floats);
}

#endif

}  // namespace overlace::lanes_scalar
