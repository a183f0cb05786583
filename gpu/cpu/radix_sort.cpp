// SPDX-License-Identifier: Apache-2.0
// Least significant digit first, bytes as digits; digits that all keys share are skipped.
#include "gpu/cpu/radix_sort.h"

#include <array>
#include <utility>

namespace overlace {
namespace {

using Histogram = std::array<std::uint32_t, 256>;

std::array<Histogram, 4> count_digits(const std::vector<SortItem>& items) {
  std::array<Histogram, 4> counts{};
  for (const SortItem& item : items)
    for (unsigned digit = 0; digit < 4; ++digit) ++counts[digit][(item.key >> (8 * digit)) & 255U];
  return counts;
}

}  // namespace

void radix_sort(std::vector<SortItem>& items, std::vector<SortItem>& scratch) {
  if (items.size() < 2) return;
  scratch.resize(items.size());
  std::array<Histogram, 4> counts = count_digits(items);
  for (unsigned digit = 0; digit < 4; ++digit) {
    const unsigned shift = 8 * digit;
    Histogram& next = counts[digit];
    if (next[(items.front().key >> shift) & 255U] == items.size()) continue;
    std::uint32_t begin = 0;
    for (std::uint32_t& slot : next) begin += std::exchange(slot, begin);
    for (const SortItem& item : items) scratch[next[(item.key >> shift) & 255U]++] = item;
    items.swap(scratch);
  }
}

}  // namespace overlace
