// SPDX-License-Identifier: Apache-2.0
// The painting kernel with one thing done at another time.
#pragma once

#include "bench/gpu/noted_paint.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

/// Traits of the variant that is changed.
using VariantTraits = PaintTraits<PaintTo::video8, Halo::left, false>;

/// Each sample is loaded when it is to be changed.
struct LateSampleTraits : VariantTraits {
  static constexpr bool loads_first = false;
};
using PaintWithLateSamples = PaintTiles<LateSampleTraits>;

/// Loads a byte for which no thread waits, so that what is beside it is near.
OVL_FN void fetch_byte([[maybe_unused]] const std::byte* at) {
#if defined(__CUDA_ARCH__)
  [[maybe_unused]] unsigned value;
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(value) : "l"(at));
#endif
}

/// Brings a row of a task's samples near, luma or chroma, for each of the first 24 lanes.
template <class ThreadGroup>
OVL_FN void fetch_samples(const ThreadGroup& threads, const Target& target, const PaintTask& task) {
  threads.each([&](int lane) {
    const bool of_luma = lane < region_height;
    const TargetPlane& plane = target.component[of_luma ? 0 : 1];
    const int y = of_luma ? task.y + lane : task.y / 2 + lane - region_height;
    const int x = of_luma ? task.x : task.x / 2;
    if (lane >= region_height + region_height / 2 || !has_sample(plane, x, y)) return;
    fetch_byte(sample_at(plane, x, y));
  });
}

/// When PaintWhen does what PaintTiles does later.
enum class PaintAhead : std::uint8_t {
  deal,    ///< the next task is asked for before a task is painted, so that it waits for that
  samples  ///< samples are fetched before a task is painted
};

template <PaintAhead ahead>
struct PaintWhen {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  static constexpr int blocks_at_once = NotedTiles::blocks_at_once;
  SceneTables scene;
  const PassRecord* pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    tell_counts(threads, scene);
    if (scene.counters->overflow != 0) return;
    const PaintTasks tasks(scene, VariantTraits::allows_strips, threads.count());
    for (std::uint32_t number = threads.index();;) {
      const PaintTask task = tasks.task(number);
      if (!task.exists) return;
      auto dealt = threads.template make<std::uint32_t>();
      if constexpr (ahead == PaintAhead::deal) dealt = deal_task(threads, scene);
      if constexpr (ahead == PaintAhead::samples) fetch_samples(threads, pass->target, task);
      paint_task<VariantTraits>(threads, scene, *pass, task, [&] {
        if constexpr (ahead != PaintAhead::deal) dealt = deal_task(threads, scene);
      });
      number = threads.count() + threads.broadcast(dealt, 0);
    }
  }
};

using PaintVariantKernels =
    KernelList<PaintWithLateSamples, PaintWhen<PaintAhead::deal>, PaintWhen<PaintAhead::samples>>;

}  // namespace overlace
