// SPDX-License-Identifier: Apache-2.0
// What kernels can ask of the machine that they run on: its clocks, and the current multiprocessor.
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

/// Cycles of the multiprocessor that this thread is on, modulo 2^32; nanoseconds on the host.
OVL_FN std::uint32_t device_cycles() {
#if defined(__CUDA_ARCH__)
  std::uint32_t cycles;
  asm volatile("mov.u32 %0, %%clock;" : "=r"(cycles));
  return cycles;
#else
  return static_cast<std::uint32_t>(device_now_ns());
#endif
}

/// The multiprocessor that this thread is on; 0 on the host.
OVL_FN std::uint32_t device_multiprocessor() {
#if defined(__CUDA_ARCH__)
  std::uint32_t number;
  asm volatile("mov.u32 %0, %%smid;" : "=r"(number));
  return number;
#else
  return 0;
#endif
}

}  // namespace overlace
