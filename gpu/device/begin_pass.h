// SPDX-License-Identifier: Apache-2.0
// The first kernel of a pass: fetches a frame's records, and resets bins and counters.
#pragma once

#include "gpu/device/bins.h"
#include "gpu/device/records.h"
#include "gpu/device/words.h"

namespace overlace {

/// A frame's records, copied as they are from host to device memory, where kernels read them; only
/// the few that read a single record once read it in host memory.
struct SentRecords {
  struct alignas(16) Bytes {
    std::byte byte[16];
  };
  const Bytes* from = nullptr;
  Bytes* to = nullptr;
  std::uint32_t count = 0;
};

/// Fetches the frame's records, empties the bins that the last pass filled, and resets the
/// counters. No other kernel that uses the scene's tables may run at the same time.
struct BeginPass {
  static constexpr int group_size = warp_size;
  const PassRecord* pass;  ///< one thread reads it: it may be host memory
  SceneTables scene;
  /// The counters of the frame's previous pass, null for the first. If that pass overflowed, what
  /// this one draws on is missing.
  const SceneCounters* before = nullptr;
  SentRecords sent = {};  ///< only for the first pass

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      const std::uint32_t first = threads.thread(lane), step = threads.count() * warp_size;
      for (std::uint32_t i = first; i < sent.count; i += step) copy_word(sent.from, sent.to, i);
      if (first == 0) start_counters();
    });
    empty_bins(threads, scene);
  }

 private:
  OVL_FN void start_counters() const {
    const bool too_many =
        pass->host_segment_count > scene.segment_capacity || pass->item_count > scene.item_capacity;
    const bool lost = before != nullptr && before->overflow != 0;
    *scene.counters = {.segments = pass->host_segment_count,
                       .overflow = too_many || lost ? 1U : 0U};
  }
};

}  // namespace overlace
