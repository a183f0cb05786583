// SPDX-License-Identifier: Apache-2.0
// The clock that kernels can read.
#pragma once

#include <chrono>
#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// Nanoseconds on the device's clock, which has its own origin.
OVL_FN std::uint64_t device_now_ns() {
#if defined(__CUDA_ARCH__)
  std::uint64_t ns;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns));
  return ns;
#else
  return static_cast<std::uint64_t>(
      std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count());
#endif
}

}  // namespace overlace
