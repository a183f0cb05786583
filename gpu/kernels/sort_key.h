// SPDX-License-Identifier: Apache-2.0
// Floats as whole numbers in the same order, for sorts and atomic maxima.
#pragma once

#include <bit>
#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// A key above 0 that orders like the number. NaN has no order.
OVL_FN std::uint32_t sort_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits >> 31U) != 0 ? ~bits : bits | 0x80000000U;
}
/// The number whose key this is.
OVL_FN float from_sort_key(std::uint32_t key) {
  return std::bit_cast<float>((key >> 31U) != 0 ? key & 0x7FFFFFFFU : ~key);
}

}  // namespace overlace
