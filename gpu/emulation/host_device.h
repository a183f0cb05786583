// SPDX-License-Identifier: Apache-2.0
// Runs device kernels on the host, one group after another, in an order that a test can shuffle.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include "gpu/device/thread_group.h"

namespace overlace {

/// Runs every group of a launch. A nonzero seed shuffles their order: no kernel may depend on it.
template <template <int> class ThreadGroup = HostThreadGroup, class Kernel>
void run_on_host(const Kernel& kernel, std::uint32_t groups, std::uint32_t seed = 0) {
  constexpr std::size_t shared_bytes = 64U << 10U;
  const auto shared =
      std::make_unique_for_overwrite<std::max_align_t[]>(shared_bytes / sizeof(std::max_align_t));
  std::vector<std::uint32_t> order(groups);
  std::iota(order.begin(), order.end(), 0U);
  if (seed != 0) std::shuffle(order.begin(), order.end(), std::mt19937(seed));
  for (const std::uint32_t index : order) {
    ThreadGroup<Kernel::group_size> threads({index, groups}, shared.get());
    kernel(threads);
  }
}

}  // namespace overlace
