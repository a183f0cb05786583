// SPDX-License-Identifier: Apache-2.0
// Kernels that only a benchmark runs.
#pragma once

#include <chrono>
#include <cstdint>

#include "gpu/device/team.h"

namespace overlace {

/// What a launch alone takes.
struct DoNothing {
  static constexpr int team_size = warp_size;
  template <class Team>
  OVL_FN void operator()(Team&) const {}
};

/// The least step between two readings of the clock that differ, ns; on a GPU that is %globaltimer.
/// One team.
struct MeasureTimer {
  static constexpr int team_size = warp_size;
  std::uint64_t* step;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    team.each([&](int lane) {
      if (team.thread(lane) == 0) *step = least_step();
    });
  }

 private:
  OVL_FN static std::uint64_t now() {
#if defined(__CUDA_ARCH__)
    std::uint64_t ns;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
    return ns;
#else
    return static_cast<std::uint64_t>(
        std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
#endif
  }
  OVL_FN static std::uint64_t least_step() {
    constexpr int changes = 64;
    std::uint64_t least = ~std::uint64_t{0}, last = now();
    for (int i = 0; i < changes;) {
      const std::uint64_t next = now();
      if (next == last) continue;
      if (next - last < least) least = next - last;
      last = next;
      ++i;
    }
    return least;
  }
};

}  // namespace overlace
