// SPDX-License-Identifier: Apache-2.0
// Sums by multiprocessor.
#include "bench/gpu/paint_spread.h"

#include <algorithm>
#include <map>
#include <ranges>

namespace overlace {

std::vector<MultiprocessorWork> sum_multiprocessors(std::span<const PaintNote> notes) {
  if (notes.empty()) return {};
  const std::uint64_t first = std::ranges::min(notes, {}, &PaintNote::begin_ns).begin_ns;
  const auto since_first_us = [&](std::uint64_t ns) {
    constexpr double ns_per_us = 1000;
    return static_cast<double>(ns - first) / ns_per_us;
  };
  std::map<std::uint32_t, MultiprocessorWork> by_number;
  for (const PaintNote& note : notes) {
    const double begin = since_first_us(note.begin_ns), end = since_first_us(note.end_ns);
    MultiprocessorWork& work = by_number[note.multiprocessor];
    work.number = note.multiprocessor;
    work.begin_us = work.warps == 0 ? begin : std::min(work.begin_us, begin);
    work.end_us = std::max(work.end_us, end);
    ++work.warps;
  }
  const auto values = std::views::values(by_number);
  return {values.begin(), values.end()};
}

Spread spread_of(std::span<const MultiprocessorWork> work) {
  Spread spread;
  if (work.empty()) return spread;
  for (const MultiprocessorWork& one : work)
    spread.mean_end_us += one.end_us / static_cast<double>(work.size());
  const auto [fewer, most] = std::ranges::minmax(work, {}, &MultiprocessorWork::warps);
  spread.least_warps = fewer.warps;
  spread.most_warps = most.warps;
  spread.last_end_us = std::ranges::max(work, {}, &MultiprocessorWork::end_us).end_us;
  spread.last_begin_us = std::ranges::max(work, {}, &MultiprocessorWork::begin_us).begin_us;
  return spread;
}

}  // namespace overlace
