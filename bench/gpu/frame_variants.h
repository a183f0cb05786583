// SPDX-License-Identifier: Apache-2.0
// Changes of a frame's graph that leave its picture alone, to see what each part of it is worth.
#pragma once

#include <cstdint>

#include "gpu/device/bins.h"
#include "gpu/device/kernel_list.h"

namespace overlace {

enum class FrameVariant : std::uint8_t {
  usual,
  items_twice,      ///< items are built, bins emptied, items built again
  any_order,        ///< bins are painted whatever they cost
  whole_regions,    ///< costly bins come first, but are not painted by strips
  other_items,      ///< items are built by RehearseItems, as BuildItems does
  waited_marks,     ///< … and each mark waits for the one that it adds to
  rehearsed_items,  ///< … after a rehearsal, while the kernels before it run
  dealt_ahead,      ///< a warp asks for the next task before it paints one
  samples_ahead,    ///< samples are fetched before a task is painted
  late_samples      ///< each sample is loaded when it is to be changed
};

/// Tells a pass's counts before it is painted.
struct TellCounts {
  static constexpr int group_size = warp_size;
  SceneTables scene;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    tell_counts(threads, scene);
  }
};

/// Limits what bins cost. Each is in the lists of all classes up to its own, because no mark costs
/// as much as a class.
struct LimitCosts {
  static constexpr int group_size = warp_size;
  SceneTables scene;
  std::uint32_t most;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    threads.each([&](int lane) {
      const std::uint32_t first = threads.thread(lane), step = threads.count() * warp_size;
      for (std::uint32_t bin = first; bin < scene.grid.bins(); bin += step)
        if (scene.bin_cost[bin] > most) scene.bin_cost[bin] = most;
      if (first != 0) return;
      for (std::uint32_t c = bin_class(most) + 1; c < bin_classes; ++c)
        scene.counters->listed[c] = 0;
    });
  }
};

using VariantKernels = KernelList<TellCounts, LimitCosts>;

}  // namespace overlace
