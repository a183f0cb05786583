// SPDX-License-Identifier: Apache-2.0
// The painting kernel, with a note of when and where each of its warps ran.
#pragma once

#include "gpu/device/kernel_clock.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

/// The note of a warp. Zero before the launch.
struct PaintNote {
  std::uint64_t begin_ns = 0, end_ns = 0;  ///< on the device's clock; 0: the warp was not launched
  std::uint32_t multiprocessor = 0;
};

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

/// The variant that is noted: for 8-bit 4:2:0 video with chroma sited left, no groups.
using NotedTiles = PaintTiles<PaintTraits<PaintTo::video8, Halo::left, false>>;

struct NotedPaint {
  static constexpr int group_size = NotedTiles::group_size;
  static constexpr bool is_persistent = true;
  static constexpr int blocks_at_once = NotedTiles::blocks_at_once;
  NotedTiles tiles;
  PaintNote* notes;  ///< one per group

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    PaintNote* const note = notes + threads.index();
    threads.each([&](int lane) {
      if (lane != 0) return;
      note->begin_ns = device_now_ns();
      note->multiprocessor = device_multiprocessor();
    });
    tiles(threads);
    threads.each([&](int lane) {
      if (lane == 0) note->end_ns = device_now_ns();
    });
  }
};
using NotedKernels = KernelList<NotedPaint>;

}  // namespace overlace
