// SPDX-License-Identifier: Apache-2.0
// The number of threads that draw.
#pragma once

#include <tbb/info.h>

#include <algorithm>

namespace overlace {

/// Workers to use when `wanted` are asked for (0: one per core): never more than the machine has
/// cores, because more would only slow each other down.
[[nodiscard]] inline int worker_count(int wanted) {
  const int cores = std::max(tbb::info::default_concurrency(), 1);
  return wanted > 0 ? std::min(wanted, cores) : cores;
}

}  // namespace overlace
