// SPDX-License-Identifier: Apache-2.0
// A stable sort of 32-bit keys in linear time.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace overlace {

struct SortItem {
  std::uint32_t key = 0, value = 0;
};

/// Sorts by key, keeping the order of equal keys. `scratch` keeps its memory from call to call.
void radix_sort(std::vector<SortItem>& items, std::vector<SortItem>& scratch);

/// A key that orders as the number does. NaN has no order.
[[nodiscard]] inline std::uint32_t sort_key(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(value);
  return (bits >> 31U) != 0 ? ~bits : bits | 0x80000000U;
}

}  // namespace overlace
