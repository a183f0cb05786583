// SPDX-License-Identifier: Apache-2.0
// Scalar operations with one defined rounding on every back-end: the base of bit-equal pictures.
#pragma once

#include <cmath>

/// Qualifies a function that kernels call: host and device, always inlined, so that no copy compiled for
/// one instruction set is ever linked into another.
#if defined(__CUDACC__)
#define OVL_FN __host__ __device__ __forceinline__
#else
#define OVL_FN [[gnu::always_inline]] inline
#endif

namespace overlace {

/// a x b + c with a single rounding (IEEE 754 fusedMultiplyAdd).
OVL_FN float fma(float a, float b, float c) {
#if defined(__CUDA_ARCH__)
  return __fmaf_rn(a, b, c);
#else
  return __builtin_fmaf(a, b, c);
#endif
}

/// Correctly rounded square root.
OVL_FN float sqrt(float v) {
#if defined(__CUDA_ARCH__)
  return __fsqrt_rn(v);
#else
  return __builtin_sqrtf(v);
#endif
}

OVL_FN float min(float a, float b) { return a < b ? a : b; }
OVL_FN float max(float a, float b) { return a > b ? a : b; }
OVL_FN float clamp(float v, float lo, float hi) { return min(max(v, lo), hi); }
/// a at t = 0, b at t = 1.
OVL_FN float lerp(float a, float b, float t) { return fma(t, b - a, a); }

} // namespace overlace
