// SPDX-License-Identifier: Apache-2.0
// Least significant digit first; digits that all keys share are skipped.
#include "gpu/host/radix_sort.h"

#include <algorithm>
#include <array>
#include <utility>

namespace overlace {
namespace {

constexpr unsigned most_digit_bits = 11;  // counts of a digit fit the L1 cache

/// One pass: sorts by the `digit_bits` bits from `shift` on.
void sort_by_digit(std::vector<SortItem>& items, std::vector<SortItem>& scratch, unsigned shift,
                   unsigned digit_bits) {
  std::array<std::uint32_t, 1U << most_digit_bits> next;  // only the first 2^digit_bits are used
  const std::uint32_t mask = (1U << digit_bits) - 1;
  std::fill_n(next.begin(), mask + 1, 0U);
  for (const SortItem& item : items) ++next[(item.key >> shift) & mask];
  if (next[(items.front().key >> shift) & mask] == items.size()) return;
  std::uint32_t begin = 0;
  for (std::uint32_t i = 0; i <= mask; ++i) begin += std::exchange(next[i], begin);
  for (const SortItem& item : items) scratch[next[(item.key >> shift) & mask]++] = item;
  items.swap(scratch);
}

}  // namespace

void radix_sort(std::vector<SortItem>& items, std::vector<SortItem>& scratch, unsigned bits) {
  if (items.size() < 2) return;
  scratch.resize(items.size());
  const unsigned digits = (bits + most_digit_bits - 1) / most_digit_bits;
  const unsigned digit_bits = (bits + digits - 1) / digits;
  for (unsigned shift = 0; shift < bits; shift += digit_bits)
    sort_by_digit(items, scratch, shift, digit_bits);
}

}  // namespace overlace
