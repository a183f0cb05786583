// SPDX-License-Identifier: Apache-2.0
// Kernels that only a benchmark runs.
#pragma once

#include <cstdint>

#include "gpu/device/kernel_clock.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// For the cost of a launch alone.
struct DoNothing {
  static constexpr int group_size = warp_size;
  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup&) const {}
};

/// Holds back the work queued behind it until the host raises a flag, for at most `most_ns`. One
/// group of threads.
struct WaitForFlag {
  static constexpr int group_size = warp_size;
  const volatile std::uint32_t* flag;  ///< in host memory that the device can read
  std::uint64_t most_ns;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      if (threads.thread(lane) != 0) return;
      const std::uint64_t begin = device_now_ns();
      while (*flag == 0 && device_now_ns() - begin < most_ns) {
      }
    });
  }
};

/// The smallest step between two readings of the device's clock, ns. One group of threads.
struct MeasureTimer {
  static constexpr int group_size = warp_size;
  std::uint64_t* step;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      if (threads.thread(lane) == 0) *step = least_step();
    });
  }

 private:
  OVL_FN static std::uint64_t least_step() {
    constexpr int changes = 64;
    std::uint64_t least = ~std::uint64_t{0}, last = device_now_ns();
    for (int i = 0; i < changes;) {
      const std::uint64_t next = device_now_ns();
      if (next == last) continue;
      if (next - last < least) least = next - last;
      last = next;
      ++i;
    }
    return least;
  }
};

using BenchKernels = KernelList<DoNothing, WaitForFlag, MeasureTimer>;

}  // namespace overlace
