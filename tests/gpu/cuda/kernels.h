// SPDX-License-Identifier: Apache-2.0
// Kernels that test thread groups on the device.
#pragma once

#include <cstdint>

#include "gpu/device/thread_group.h"

namespace overlace {

/// Adds 1 to each of the `size` values.
struct AddOne {
  static constexpr int group_size = warp_size;
  std::uint32_t* values = nullptr;
  std::uint32_t size = 0;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      for (std::uint32_t i = threads.thread(lane); i < size; i += threads.count() * group_size)
        ++values[i];
    });
  }
};

/// Each group of N threads adds up the numbers 1 to N in its own shared memory and writes the sum
/// to its entry of `sums`.
template <int N>
struct SumOfThreadGroup {
  static constexpr int group_size = N;
  std::uint32_t* sums = nullptr;
  std::uint32_t groups = 0;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    auto& sum = threads.template shared<std::uint32_t>();
    threads.each([&](int lane) {
      if (lane == 0) sum = 0;
    });
    threads.each([&](int lane) { atomic_add(&sum, static_cast<std::uint32_t>(lane) + 1); });
    threads.each([&](int lane) {
      if (lane == 0 && threads.index() < groups) sums[threads.index()] = sum;
    });
  }
};

}  // namespace overlace
