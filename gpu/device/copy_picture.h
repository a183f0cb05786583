// SPDX-License-Identifier: Apache-2.0
// Copies a picture, sample by sample, so that blend modes can read it while it is painted on.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/thread_group.h"

namespace overlace {

/// Copies a pass's target to its backdrop. One warp per row of a component.
struct CopyPicture {
  static constexpr int group_size = warp_size;
  const PassRecord* pass = nullptr;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const Target &from = pass->target, &to = pass->backdrop;
    for (int i = 0; i < 3; ++i) copy(threads, from.component[i], to.component[i]);
    copy(threads, from.alpha, to.alpha);
  }

 private:
  template <class ThreadGroup>
  OVL_FN void copy(ThreadGroup& threads, const TargetPlane& from, const TargetPlane& to) const {
    if (from.data == nullptr) return;
    const SampleType sample = pass->target.sample;
    const int bytes = sample == SampleType::u8 ? 1 : sample == SampleType::f32 ? 4 : 2;
    for (auto y = from.top + static_cast<int>(threads.index()); y < from.bottom;
         y += static_cast<int>(threads.count())) {
      threads.each([&](int lane) {
        for (int x = from.left + lane; x < from.right; x += warp_size) {
          const std::byte* source = from.data + y * from.stride + std::ptrdiff_t{x} * from.step;
          std::byte* copy = to.data + y * to.stride + std::ptrdiff_t{x} * to.step;
          for (int b = 0; b < bytes; ++b) copy[b] = source[b];
        }
      });
    }
  }
};

}  // namespace overlace
