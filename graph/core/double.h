// SPDX-License-Identifier: Apache-2.0
// Operations in double precision with one defined rounding on every back-end. Products and sums are
// written plainly: neither compiler may contract them (-ffp-contract=off, -fmad=false).
#pragma once

#include <cmath>

#include "graph/core/math.h"

namespace overlace {

/// Correctly rounded square root.
OVL_FN double sqrt(double v) {
#if defined(__CUDA_ARCH__)
  return __dsqrt_rn(v);
#else
  return __builtin_sqrt(v);
#endif
}
OVL_FN double abs(double v) {
  return __builtin_fabs(v);
}
OVL_FN double min(double a, double b) {
  return a < b ? a : b;
}
OVL_FN double max(double a, double b) {
  return a > b ? a : b;
}
OVL_FN double clamp(double v, double lo, double hi) {
  return min(max(v, lo), hi);
}
/// Nearest integer, halves away from zero.
OVL_FN double round(double v) {
  return ::round(v);
}
/// The exact remainder of `v` after whole multiples of `period`, with the sign of `v`.
OVL_FN double remainder_of(double v, double period) {
  return ::fmod(v, period);
}

/// A point or vector in double precision, px.
struct DoubleVec2 {
  double x = 0, y = 0;
};
/// Length of a vector of numbers that were floats: their squares neither overflow nor vanish.
OVL_FN double length(DoubleVec2 v) {
  return sqrt(v.x * v.x + v.y * v.y);
}
OVL_FN double dot(DoubleVec2 a, DoubleVec2 b) {
  return a.x * b.x + a.y * b.y;
}

}  // namespace overlace
