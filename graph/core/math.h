// SPDX-License-Identifier: Apache-2.0
// Scalar operations that round the same on every back-end: the basis of bit-equal pictures.
#pragma once

#include <cmath>

#include "graph/core/vec.h"
#if defined(__wasm_relaxed_simd__)
#include "graph/core/fma_relaxed.h"
#elif defined(__wasm__)
#include "graph/core/fma_by_doubles.h"
#endif

/// Qualifies a function that kernels call: host and device, always inlined, so that no copy
/// compiled for one instruction set is ever linked into another.
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
#elif defined(__wasm_relaxed_simd__)
  return fma_relaxed(a, b, c);
#elif defined(__wasm__)
  return fma_by_doubles(a, b, c);
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

OVL_FN float min(float a, float b) {
  return a < b ? a : b;
}
OVL_FN float max(float a, float b) {
  return a > b ? a : b;
}
OVL_FN float clamp(float v, float lo, float hi) {
  return min(max(v, lo), hi);
}
/// a at t = 0, b at t = 1.
OVL_FN float lerp(float a, float b, float t) {
  return fma(t, b - a, a);
}

/// Direction of (x, y) in degrees, in [0, 360): 0 along +x, 90 along +y. Precondition: not both 0.
/// Within 1e-4 degrees. atan(a)/a on [0, 1] is a minimax polynomial in a^2 of degree 8 (fitted by
/// Lawson's iteration), evaluated with fma so that every back-end gives the same bits.
OVL_FN float direction_degrees(float x, float y) {
  const float ax = x < 0 ? -x : x;
  const float ay = y < 0 ? -y : y;
  const float a = min(ax, ay) / max(ax, ay);
  const float u = a * a;
  float p = 0.140758142F;
  p = fma(p, u, -0.82512939F);
  p = fma(p, u, 2.27928305F);
  p = fma(p, u, -4.14525604F);
  p = fma(p, u, 6.01544666F);
  p = fma(p, u, -8.11378479F);
  p = fma(p, u, 11.4510803F);
  p = fma(p, u, -19.0981712F);
  p = fma(p, u, 57.2957726F);
  float degrees = p * a;  // 0..45: the octant next to an axis
  if (ay > ax) degrees = 90.0F - degrees;
  if (x < 0) degrees = 180.0F - degrees;
  if (y < 0) degrees = 360.0F - degrees;
  return degrees < 360.0F ? degrees : 0.0F;
}

/// False for NaN and infinities.
OVL_FN bool is_finite(float v) {
  return v - v == 0;
}
OVL_FN bool is_finite(Vec2 v) {
  return is_finite(v.x) && is_finite(v.y);
}

}  // namespace overlace
