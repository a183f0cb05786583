// SPDX-License-Identifier: Apache-2.0
// One point that searches for neighbours: the lanes of search kernels on any machine.
#pragma once

#include <bit>
#include <cstdint>

#include "gpu/kernels/knn.h"

namespace overlace::key_lanes_scalar {

// Search kernels are templates over such a set of lanes. Keys of neighbours are held as doubles
// with the same bits: those sort alike, because keys are never negative and never those of a NaN,
// and every instruction set has a minimum and maximum for them.

struct Lanes {
  static constexpr std::uint32_t count = 1;
  using Mask = bool;
  using Floats = float;
  using Ints = std::int32_t;
  using Keys = double;

  OVL_FN static Floats load(const float* p) { return *p; }
  OVL_FN static Ints load(const std::int32_t* p) { return *p; }
  OVL_FN static Floats splat(float v) { return v; }
  OVL_FN static Keys splat_key(std::uint64_t key) { return std::bit_cast<double>(key); }
  OVL_FN static Floats subtract(Floats a, Floats b) { return a - b; }
  OVL_FN static Floats multiply(Floats a, Floats b) { return a * b; }
  OVL_FN static Floats fma(Floats a, Floats b, Floats c) { return overlace::fma(a, b, c); }
  OVL_FN static Floats max(Floats a, Floats b) { return overlace::max(a, b); }
  OVL_FN static Mask at_most(Floats a, Floats b) { return a <= b; }
  OVL_FN static Mask equal(Ints a, std::int32_t b) { return a == b; }
  OVL_FN static Mask both(Mask a, Mask b) { return a && b; }
  OVL_FN static Mask inverse(Mask a) { return !a; }
  OVL_FN static Mask all_but(std::uint32_t lane) { return lane != 0; }
  OVL_FN static bool any(Mask a) { return a; }

  OVL_FN static Keys keys(Floats d2, std::uint32_t rank) {
    return std::bit_cast<double>(neighbour_key(d2, rank));
  }
  OVL_FN static Floats distances(Keys keys) {
    return key_distance(std::bit_cast<std::uint64_t>(keys));
  }
  OVL_FN static Keys select(Mask mask, Keys yes, Keys no) { return mask ? yes : no; }
  OVL_FN static Keys smaller(Keys a, Keys b) { return a < b ? a : b; }
  OVL_FN static Keys larger(Keys a, Keys b) { return a > b ? a : b; }
  OVL_FN static bool any_less(Keys a, Keys b) { return a < b; }
  OVL_FN static Keys load_keys(const double* p) { return *p; }
  OVL_FN static void store_keys(double* p, Keys keys) { *p = keys; }
};

}  // namespace overlace::key_lanes_scalar
