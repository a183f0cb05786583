// SPDX-License-Identifier: Apache-2.0
// A small scene on which the kernel that builds items can rehearse.
#pragma once

#include <algorithm>
#include <memory>

#include "gpu/device/build_items.h"
#include "gpu/device/records.h"

namespace overlace {

/// The first primitive of each draw that kernels emit, in tables of their own. Empty before it has
/// learned them from a frame.
template <class Queue>
class Rehearsal {
 public:
  explicit Rehearsal(Queue& queue) : queue_(&queue), block_(queue.allocate(sizeof(Tables))) {
    queue.clear(block_.data(), sizeof(Tables));
  }

  /// Builds its items. `frame` tells the grid of bins; of large ones, only some get a mark.
  [[nodiscard]] BuildItems items(const BuildItems& frame) const {
    Tables* const tables = on_device();
    BinGrid grid = frame.scene.grid;
    grid.words = 1;
    grid.rows = std::min(grid.rows, most_bins / grid.columns);
    return {.draws = tables->scene.draws,
            .pass = &tables->scene.pass,
            .scene = {.items = tables->items,
                      .item_capacity = most_items,
                      .segments = tables->segments,
                      .segment_capacity = most_segments,
                      .grid = grid,
                      .mask = tables->marks.mask,
                      .bin_cost = tables->marks.bin_cost,
                      .listed = tables->marks.listed,
                      .counters = &tables->marks.counters}};
  }

  /// Takes its primitives from a frame whose items have been built. Waits.
  void learn(const BuildItems& frame) {
    auto scene = std::make_unique<Scene>();
    fetch(&scene->pass, frame.pass, 1);
    PassRecord& pass = scene->pass;
    const std::uint32_t draws = std::min(pass.draw_end - pass.draw_begin, most_draws);
    fetch(scene->draws, frame.draws + pass.draw_begin, draws);
    pass.draw_begin = 0;
    pass.draw_end = draws;
    for (std::uint32_t i = 0; i < draws; ++i) {
      DrawRecord& draw = scene->draws[i];
      draw.first_item = i * (most_items / most_draws);
      draw.slots = draw.op.is_none() ? 0 : std::min(draw.slots, 1U);
      if (draw.links == nullptr || draw.slots == 0) continue;
      std::uint32_t links = 0;
      fetch(&links, draw.link_count, 1);
      scene->link_count[i] = std::min(links, 1U);
      fetch(scene->links + i, draw.links, scene->link_count[i]);
      draw.links = on_device()->scene.links + i;
      draw.link_count = on_device()->scene.link_count + i;
    }
    queue_->upload(&on_device()->scene, scene.get(), sizeof(Scene));
    queue_->synchronize();
  }

  /// Forgets the marks of the last rehearsals, of which there may be a few hundred.
  void reset() { queue_->clear(&on_device()->marks, sizeof(Marks)); }

 private:
  static constexpr std::uint32_t most_draws = 16, most_items = 32, most_segments = 1U << 18U,
                                 most_bins = 1U << 17U;
  struct Scene {
    PassRecord pass;
    DrawRecord draws[most_draws];
    Link links[most_draws];
    std::uint32_t link_count[most_draws]{};
  };
  struct Marks {
    SceneCounters counters;
    std::uint32_t mask[most_bins], bin_cost[most_bins], listed[bin_classes * most_bins];
  };
  struct Tables {
    Scene scene;
    Marks marks;
    Item items[most_items];
    Segment segments[most_segments];
  };

  /// Only its addresses are for the host.
  [[nodiscard]] Tables* on_device() const { return reinterpret_cast<Tables*>(block_.data()); }
  template <class T>
  void fetch(T* to, const T* from, std::size_t count) {
    if (count == 0) return;
    queue_->download(to, from, count * sizeof(T));
    queue_->synchronize();
  }

  Queue* queue_;
  typename Queue::Block block_;
};

}  // namespace overlace
