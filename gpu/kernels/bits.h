// SPDX-License-Identifier: Apache-2.0
// Finds and counts the set bits of a word.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// Index of the lowest set bit. Precondition: bits != 0.
OVL_FN int lowest_bit(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(bits)) - 1;
#else
  return __builtin_ctz(bits);
#endif
}
/// Index of the highest set bit. Precondition: bits != 0.
OVL_FN int highest_bit(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(bits));
#else
  return 31 - __builtin_clz(bits);
#endif
}
OVL_FN int count_bits(std::uint32_t bits) {
#if defined(__CUDA_ARCH__)
  return __popc(bits);
#else
  return __builtin_popcount(bits);
#endif
}

}  // namespace overlace
