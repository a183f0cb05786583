// SPDX-License-Identifier: Apache-2.0
// A stable sort of integers in linear time.
#pragma once

#include <cstdint>
#include <vector>

#include "gpu/kernels/sort_key.h"

namespace overlace {

/// A key and its value.
struct SortItem {
  std::uint32_t key = 0, value = 0;
};

/// Sorts by key, keeping the order of equal keys. Keys have `bits` bits, 1..32: the fewer, the
/// faster. `scratch` keeps its memory from call to call.
void radix_sort(std::vector<SortItem>& items, std::vector<SortItem>& scratch, unsigned bits = 32);

}  // namespace overlace
