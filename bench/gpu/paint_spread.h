// SPDX-License-Identifier: Apache-2.0
// How evenly the painting kernel's warps were spread over the multiprocessors.
#pragma once

#include <span>
#include <vector>

#include "bench/gpu/noted_paint.h"

namespace overlace {

/// What the warps of one multiprocessor did. Times are microseconds from the kernel's first warp.
struct MultiprocessorWork {
  std::uint32_t number = 0;
  std::uint32_t warps = 0;
  double begin_us = 0, end_us = 0;  ///< of its first warp, and of its last
};
/// Ordered by number.
[[nodiscard]] std::vector<MultiprocessorWork> sum_multiprocessors(std::span<const PaintNote> notes);

/// How evenly work is spread over the multiprocessors.
struct Spread {
  double mean_end_us = 0, last_end_us = 0, last_begin_us = 0;
  std::uint32_t least_warps = 0, most_warps = 0;
};
/// All zero if there are none.
[[nodiscard]] Spread spread_of(std::span<const MultiprocessorWork> work);

}  // namespace overlace
