// SPDX-License-Identifier: Apache-2.0
// Sixteen voices side by side: vectors whose operations round the same on every instruction set.
#pragma once

#include <cstdint>
#include <cstring>

#include "graph/core/math.h"

namespace overlace {

/// Number of voices that are computed at once.
inline constexpr int lane_count = 16;
/// One number for each of sixteen voices. GCC and Clang support arithmetic on such vectors, with as
/// many registers as the machine needs.
using FloatLanes = float __attribute__((vector_size(64)));
using IntLanes = std::int32_t __attribute__((vector_size(64)));
/// Phases: 2^32 is a full turn, so they wrap by themselves and never drift.
using PhaseLanes = std::uint32_t __attribute__((vector_size(64)));

template <class Lanes, class Number>
OVL_FN Lanes load_lanes(const Number* from) {
  Lanes lanes;
  static_assert(sizeof(Number) * lane_count == sizeof(Lanes));
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}
template <class Lanes, class Number>
OVL_FN void store_lanes(const Lanes& lanes, Number* to) {
  static_assert(sizeof(Number) * lane_count == sizeof(Lanes));
  std::memcpy(to, &lanes, sizeof lanes);
}

OVL_FN FloatLanes splat(float value) {
  return FloatLanes{} + value;
}

/// a x b + c with a single rounding, lane by lane. Compilers vectorise the loop.
OVL_FN FloatLanes fma(FloatLanes a, FloatLanes b, FloatLanes c) {
  FloatLanes out;
  for (int i = 0; i < lane_count; ++i) out[i] = fma(a[i], b[i], c[i]);
  return out;
}

OVL_FN FloatLanes to_float(IntLanes v) {
  return __builtin_convertvector(v, FloatLanes);
}
/// Rounds towards zero. Precondition: every lane fits.
OVL_FN IntLanes to_int(FloatLanes v) {
  return __builtin_convertvector(v, IntLanes);
}

/// `a` where the mask is set (all bits of a lane), else `b`.
OVL_FN IntLanes choose(IntLanes mask, IntLanes a, IntLanes b) {
  return (a & mask) | (b & ~mask);
}
OVL_FN FloatLanes choose(IntLanes mask, FloatLanes a, FloatLanes b) {
  IntLanes x, y;
  std::memcpy(&x, &a, sizeof x);
  std::memcpy(&y, &b, sizeof y);
  x = choose(mask, x, y);
  std::memcpy(&a, &x, sizeof a);
  return a;
}

/// Interleaves the first halves of two vectors, or the second ones.
OVL_FN FloatLanes interleave_lower(FloatLanes a, FloatLanes b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
OVL_FN FloatLanes interleave_upper(FloatLanes a, FloatLanes b) {
  return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15,
                                 31);
}

/// Turns sixteen rows into sixteen columns. Interleaving rows that are eight apart moves the
/// highest bit of the row number to the lowest bit of the column number; after four rounds, rows
/// and columns are exchanged.
OVL_FN void transpose(FloatLanes (&rows)[lane_count]) {
  for (int bit = 0; bit < 4; ++bit) {
    FloatLanes next[lane_count];
    FloatLanes* to = next;
    for (int i = 0; i < lane_count / 2; ++i) {
      *to++ = interleave_lower(rows[i], rows[i + lane_count / 2]);
      *to++ = interleave_upper(rows[i], rows[i + lane_count / 2]);
    }
    for (int i = 0; i < lane_count; ++i) rows[i] = next[i];
  }
}

/// The sum of the lanes of each of sixteen vectors, as a tree: lanes 8 apart, then 4, 2 and 1. Each
/// round merges pairs of vectors, which leaves half as many.
OVL_FN FloatLanes sums_of(const float (*rows)[lane_count]) {
  FloatLanes sums[lane_count];
  for (int i = 0; i < lane_count; ++i) sums[i] = load_lanes<FloatLanes>(rows[i]);
  for (int left = lane_count / 2; left > 0; left /= 2)
    for (int i = 0; i < left; ++i)
      sums[i] =
          interleave_lower(sums[i], sums[i + left]) + interleave_upper(sums[i], sums[i + left]);
  return sums[0];
}

}  // namespace overlace
