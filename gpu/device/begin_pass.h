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

/// Empties a bin. The whole warp takes part.
template <class Warp>
OVL_FN void empty_bin(const Warp& warp, const SceneTables& scene, std::uint32_t bin) {
  const std::uint32_t words = scene.grid.words;
  warp.each([&](int lane) {
    for (auto w = static_cast<std::uint32_t>(lane); w < words; w += warp_size)
      scene.mask[std::size_t{bin} * words + w] = 0;
    if (lane == 0) scene.bin_cost[bin] = 0;
  });
}

/// Empties the bins that the last pass filled; some are listed more than once. The warp at `place`
/// among those that divide them takes 32 of a list at a time, so that it waits for them once.
template <class Warp>
OVL_FN void empty_bins(const Warp& warp, const ThreadGroupIndex& place, const SceneTables& scene) {
  for (std::uint32_t c = 0; c < bin_classes; ++c) {
    const std::uint32_t used = scene.last_listed[c];
    const std::uint32_t* const list = scene.listed + std::size_t{c} * scene.grid.bins();
    for (std::uint32_t first = place.index * warp_size; first < used;
         first += place.count * warp_size) {
      auto bins = warp.template make<std::uint32_t>();
      std::uint32_t some = warp.ballot([&](int lane) {
        const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
        if (i < used) bins[lane] = list[i];
        return i < used;
      });
      for (; some != 0; some &= some - 1)
        empty_bin(warp, scene, warp.broadcast(bins, lowest_bit(some)));
    }
  }
}

/// Fetches the frame's records, empties the bins that the last pass filled, and resets the
/// counters. No other kernel that uses the scene's tables may run at the same time. A kernel of its
/// own, or the work of warps that another one can spare.
struct BeginPass {
  static constexpr int group_size = warp_size;
  const PassRecord* pass = nullptr;  ///< one thread reads it: it may be host memory
  SceneTables scene;
  /// The counters of the frame's previous pass, null for the first. If that pass overflowed, what
  /// this one draws on is missing.
  const SceneCounters* before = nullptr;
  SentRecords sent = {};  ///< only for the first pass

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    take_part(threads, {threads.index(), threads.count()});
  }

  /// What the warp at `place` among those that divide the work does.
  template <class Warp>
  OVL_FN void take_part(Warp& warp, const ThreadGroupIndex& place) const {
    warp.each([&](int lane) {
      const std::uint32_t first = place.index * warp_size + static_cast<std::uint32_t>(lane);
      const std::uint32_t step = place.count * warp_size;
      for (std::uint32_t i = first; i < sent.count; i += step) copy_word(sent.from, sent.to, i);
      if (first == 0) start_counters();
    });
    empty_bins(warp, place, scene);
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
