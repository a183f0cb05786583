// SPDX-License-Identifier: Apache-2.0
// A queue that draws frames in which something is different.
#pragma once

#include <optional>
#include <type_traits>

#include "bench/gpu/frame_variants.h"
#include "bench/gpu/item_variants.h"
#include "bench/gpu/paint_variants.h"
#include "bench/gpu/queues.h"
#include "bench/gpu/rehearsal.h"
#include "gpu/device/pass_launch.h"

namespace overlace {

/// Times graphs of a variant. Painting is another one only where it is by NotedTiles.
template <class Queue>
class VariantQueue : public TimedQueue<Queue> {
 public:
  VariantQueue(int device, FrameVariant variant) : TimedQueue<Queue>(device), variant_(variant) {
    if (variant == FrameVariant::rehearsed_items) rehearsal_.emplace(*this);
  }

  template <class Kernel>
  void launch(const Kernel& kernel, std::uint32_t groups) {
    if constexpr (std::is_same_v<Kernel, BuildItems>) return build(kernel, groups);
    if constexpr (std::is_same_v<Kernel, NotedTiles>) return paint(kernel, groups);
    Queue::launch(kernel, groups);
  }
  void replay(const typename Queue::Graph& graph) {
    if (rehearsal_) rehearsal_->reset();
    TimedQueue<Queue>::replay(graph);
  }
  /// As TimedQueue does. The first time, a rehearsal learns the frame.
  [[nodiscard]] double graph_us() {
    const double us = TimedQueue<Queue>::graph_us();
    if (rehearsal_ && built_) rehearsal_->learn(*std::exchange(built_, {}));
    return us;
  }

 private:
  void build(const BuildItems& items, std::uint32_t groups) {
    switch (variant_) {
      case FrameVariant::other_items:
        return Queue::launch(RehearseItems{{items, items}, false, false}, groups);
      case FrameVariant::waited_marks:
        return Queue::launch(RehearseItems{{items, items}, false, true}, groups);
      case FrameVariant::rehearsed_items:
        built_ = items;
        return Queue::launch(RehearseItems{{rehearsal_->items(items), items}, true, false}, groups);
      default:
        Queue::launch(items, groups);
        change(items, groups);
    }
  }
  /// Between items and painting.
  void change(const BuildItems& items, std::uint32_t groups) {
    switch (variant_) {
      case FrameVariant::items_twice:
        Queue::launch(TellCounts{items.scene}, 1);
        Queue::launch(BeginPass{.pass = items.pass, .scene = items.scene}, groups);
        return Queue::launch(BuildItems{items.draws, items.pass, items.scene}, groups);
      case FrameVariant::any_order:
        return Queue::launch(LimitCosts{items.scene, least_cost(0)}, groups);
      case FrameVariant::whole_regions:
        return Queue::launch(LimitCosts{items.scene, least_cost(bin_classes - 1) - 1}, groups);
      default:
        return;
    }
  }
  void paint(const NotedTiles& tiles, std::uint32_t groups) {
    switch (variant_) {
      case FrameVariant::dealt_ahead:
        return Queue::launch(PaintWhen<PaintAhead::deal>{tiles.scene, tiles.pass}, groups);
      case FrameVariant::samples_ahead:
        return Queue::launch(PaintWhen<PaintAhead::samples>{tiles.scene, tiles.pass}, groups);
      case FrameVariant::late_samples:
        return Queue::launch(PaintWithLateSamples{tiles.scene, tiles.pass}, groups);
      default:
        return Queue::launch(tiles, groups);
    }
  }

  FrameVariant variant_;
  std::optional<Rehearsal<Queue>> rehearsal_;
  std::optional<BuildItems> built_;  ///< of the last capture, until it has been learned
};

}  // namespace overlace
