// SPDX-License-Identifier: Apache-2.0
// Sums over the notes of the painting kernel's warps.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "tools/bench/gpu/paint_probe.h"

namespace overlace {

/// "nearest".
[[nodiscard]] std::string_view section_name(PaintSection section);

/// What all warps together spent in a section.
struct SectionCycles {
  PaintSection section = PaintSection::deal;
  std::uint64_t sum = 0;
  double share = 0;        ///< of the sum over all sections
  std::uint32_t most = 0;  ///< of any warp
};
[[nodiscard]] std::array<SectionCycles, paint_sections> sum_sections(
    std::span<const PaintNote> notes);

/// What the warps of one multiprocessor did. Times are microseconds from the kernel's first warp.
struct MultiprocessorWork {
  std::uint32_t number = 0;
  std::uint32_t warps = 0, regions = 0;
  double begin_us = 0, end_us = 0;  ///< of its first warp, and of its last
};
/// Ordered by number.
[[nodiscard]] std::vector<MultiprocessorWork> sum_multiprocessors(std::span<const PaintNote> notes);

/// How evenly work is spread over the multiprocessors.
struct Spread {
  double mean_end_us = 0, last_end_us = 0, last_begin_us = 0;
  double mean_regions = 0;
  std::uint32_t least_regions = 0, most_regions = 0;
  std::uint32_t least_warps = 0, most_warps = 0;
};
/// All zero if there are none.
[[nodiscard]] Spread spread_of(std::span<const MultiprocessorWork> work);

}  // namespace overlace
