// SPDX-License-Identifier: Apache-2.0
// The painting kernel: every region of every bin that has items, from its items to its samples.
#pragma once

#include "gpu/device/bins.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/paint_group.h"
#include "gpu/device/paint_image.h"
#include "gpu/device/paint_pattern.h"
#include "gpu/device/paint_resolve.h"
#include "gpu/device/paint_shape.h"
#include "gpu/device/paint_stroke.h"
#include "gpu/device/paint_tasks.h"

namespace overlace {

template <class Region>
OVL_FN void paint_item(Region& region, const Item& item) {
  switch (item.kind) {
    case ItemKind::stroke:
      return paint_stroke(region, item);
    case ItemKind::box:
      return paint_box(region, item);
    case ItemKind::ellipse:
    case ItemKind::diamond:
      return paint_convex(region, item);
    case ItemKind::glyph:
      return paint_glyph(region, item);
    case ItemKind::area:
      return paint_area(region, item);
    case ItemKind::image:
      return paint_image(region, item);
    case ItemKind::projected_image:
      return paint_projected_image(region, item);
    case ItemKind::pattern:
      return paint_pattern(region, item);
    case ItemKind::fill:
      return paint_whole(region, region.cells, item.fill);
    case ItemKind::layer:
      return paint_layer(region, item);
  }
}

/// Asks for a group's next task. Every group begins with the task of its own index; those after
/// them are dealt out. The answer is in lane 0: the task's number, less the number of groups, which
/// is added later, so that nobody waits for it yet.
template <class ThreadGroup>
OVL_FN auto deal_task(const ThreadGroup& threads, const SceneTables& scene) {
  auto dealt = threads.template make<std::uint32_t>();
  threads.each([&](int lane) {
    if (lane == 0) dealt[lane] = atomic_add(&scene.counters->tasks_dealt, 1);
  });
  return dealt;
}

/// Paints a task. deal() is called once, before samples are written: what it asks for arrives
/// meanwhile.
template <class Traits, class ThreadGroup, class Deal>
OVL_FN void paint_task(ThreadGroup& threads, const SceneTables& scene, const PassRecord& pass,
                       const PaintTask& task, const Deal& deal) {
  BinItems<ThreadGroup> items(threads, scene, task.bin);
  const int x = task.x, y = task.y;
  const Size size = pass.target.size;
  if (!task.is_in_class(scene) || !holds_any(pass.target.held, x, y, region_width)) return deal();
  Region<Traits, ThreadGroup> region{threads,
                                     scene,
                                     pass,
                                     threads.template shared<RegionMemory<Traits::cells>>(),
                                     size,
                                     x,
                                     y,
                                     task.cells & Traits::all_cells,
                                     threads.template make<Rect>()};
  threads.each([&](int lane) {
    if (lane < Traits::cells) region.areas[lane] = area_of_cell(x, y, size, lane);
  });
  clear_paint(region);
  GroupPlace place;
  items.each([&](std::uint32_t slot) {
    const Item& item = scene.items[slot];
    if constexpr (Traits::groups) enter_group(region, place, item.group);
    paint_item(region, item);
  });
  if constexpr (Traits::groups) enter_group(region, place, no_group);
  deal();
  if (region.touched != 0) resolve(region);
}

/// Paints a pass: D' = D (1 - A) + paint. A warp takes a region, or a strip of one that costs much,
/// and the next as soon as it is done, because some cost many times what others do.
/// Does nothing if the scene overflowed. Runs after the items are binned and the occupancy of the
/// layer, if one is painted on, is cleared.
template <class Traits>
struct PaintTiles {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  static constexpr int blocks_at_once = 4;  ///< images need more registers than all others
  SceneTables scene;                        ///< bins are no smaller than regions
  const PassRecord* pass = nullptr;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    tell_counts(threads, scene);
    if (scene.counters->overflow != 0) return;
    const PaintTasks tasks(scene, Traits::allows_strips, threads.count());
    for (std::uint32_t number = threads.index();;) {
      const PaintTask task = tasks.task(number);
      if (!task.exists) return;
      auto dealt = threads.template make<std::uint32_t>();
      paint_task<Traits>(threads, scene, *pass, task, [&] { dealt = deal_task(threads, scene); });
      number = threads.count() + threads.broadcast(dealt, 0);
    }
  }
};

/// The variants for targets of one kind, with and without groups.
template <PaintTo to, Halo... halos>
using PaintKernelsFor = KernelList<PaintTiles<PaintTraits<to, halos, false>>...,
                                   PaintTiles<PaintTraits<to, halos, true>>...>;
using LayerPaintKernels = PaintKernelsFor<PaintTo::layer, Halo::none>;
using PicturePaintKernels =
    PaintKernelsFor<PaintTo::picture, Halo::none, Halo::left, Halo::left_top>;
using Video8PaintKernels = PaintKernelsFor<PaintTo::video8, Halo::none, Halo::left, Halo::left_top>;
using Video16PaintKernels =
    PaintKernelsFor<PaintTo::video16, Halo::none, Halo::left, Halo::left_top>;

/// Calls f(PaintTiles<...>{scene, pass}) with the variant for a target. `groups` tells whether any
/// item is in a group; `pass` is the pass's record on the device, whose target is like `target`.
template <class F>
void with_paint_kernel(const Target& target, bool groups, const SceneTables& scene,
                       const PassRecord* pass, const F& f) {
  const auto launch = [&]<PaintTo to, Halo halo>() {
    if (groups) return f(PaintTiles<PaintTraits<to, halo, true>>{scene, pass});
    return f(PaintTiles<PaintTraits<to, halo, false>>{scene, pass});
  };
  const auto sited = [&]<PaintTo to>() {
    switch (target.siting) {
      case ChromaSiting::center:
        return launch.template operator()<to, Halo::none>();
      case ChromaSiting::left:
        return launch.template operator()<to, Halo::left>();
      case ChromaSiting::top_left:
        return launch.template operator()<to, Halo::left_top>();
    }
  };
  if (target.is_layer()) return launch.template operator()<PaintTo::layer, Halo::none>();
  if (target.has_half_rows() && target.straight)
    return sited.template operator()<PaintTo::picture>();
  if (target.has_half_rows() && target.sample == SampleType::u8)
    return sited.template operator()<PaintTo::video8>();
  if (target.has_half_rows()) return sited.template operator()<PaintTo::video16>();
  if (target.is_subsampled() && target.siting != ChromaSiting::center)
    return launch.template operator()<PaintTo::picture, Halo::left>();
  return launch.template operator()<PaintTo::picture, Halo::none>();
}

}  // namespace overlace
