// SPDX-License-Identifier: Apache-2.0
// The operations that kernels require of a lane type, for the plainest lane: a float, as on a GPU.
#pragma once

#include "graph/core/math.h"

/// Qualifies a long kernel function: like OVL_FN on a GPU, but on a CPU the compiler decides what
/// to inline. Only for templates over a lane type, which no two instruction sets share.
#if defined(__CUDACC__)
#define OVL_LONG_FN OVL_FN
#else
#define OVL_LONG_FN inline
#endif

// What a GPU compiler should do with the next loop: values in registers cannot be indexed, and code
// that rarely runs should be short. CPU compilers decide for themselves.
#if defined(__CUDA_ARCH__)
#define OVL_UNROLLED _Pragma("unroll")
#define OVL_ROLLED _Pragma("unroll 1")
#else
#define OVL_UNROLLED
#define OVL_ROLLED
#endif

namespace overlace {

// Kernels are templates over a lane type F: `float`, or a block of sixteen pixels on a CPU
// (gpu/cpu/lanes_*.h). Every operation rounds alike in all of them, so that all give the same bits.

OVL_FN float abs(float v) {
  return __builtin_fabsf(v);
}
OVL_FN float floor(float v) {
  return __builtin_floorf(v);
}
/// c - a x b and a x b - c with a single rounding.
OVL_FN float fnma(float a, float b, float c) {
  return fma(-a, b, c);
}
OVL_FN float fms(float a, float b, float c) {
  return fma(a, b, -c);
}
/// A magnitude, which is not negative, with the sign of `sign`.
OVL_FN float signed_as(float magnitude, float sign) {
  return __builtin_copysignf(magnitude, sign);
}
OVL_FN float select(bool mask, float yes, float no) {
  return mask ? yes : no;
}
OVL_FN bool any(bool mask) {
  return mask;
}
/// The entry of a table at a whole number, which is below 2^24.
OVL_FN float look_up(const float* table, float index) {
  return table[static_cast<int>(index)];
}

/// The type of a comparison of two values.
template <class F>
using MaskOf = decltype(F(0.0F) > F(0.0F));

/// v limited to 0..1.
template <class F>
OVL_FN F saturate(F v) {
  return min(max(v, F(0.0F)), F(1.0F));
}

/// Nearest integer, ties to even, for |v| < 2^22: adding 1.5 x 2^23 leaves no room for a fraction.
template <class F>
OVL_FN F round_even(F v) {
  const F magic(12582912.0F);
  return (v + magic) - magic;
}

}  // namespace overlace
