// SPDX-License-Identifier: Apache-2.0
// The order in which a pass is painted: from bins that cost much to those that cost little.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/device/records.h"

namespace overlace {

/// A region, or a strip of one, for a group to paint.
struct PaintTask {
  bool exists = false;
  std::uint32_t bin = 0, list = 0;  ///< and the class in whose list it was found
  std::uint32_t cells = 0;          ///< of the region that are painted, with any halo
  int x = 0, y = 0;                 ///< top-left pixel of the region

  /// Whether it is to be painted: a bin that has risen to another class is in that list, too.
  [[nodiscard]] OVL_FN bool is_in_class(const SceneTables& scene) const {
    return bin_class(scene.bin_cost[bin]) == list;
  }
};

/// The tasks of a pass, once all items are in their bins. Bins of the highest class are painted by
/// strips, if a variant of the kernel allows it, unless they keep all groups busy even whole.
class PaintTasks {
 public:
  /// For `groups` groups.
  OVL_FN PaintTasks(const SceneTables& scene, bool allows_strips, std::uint32_t groups)
      : scene_(scene),
        log2_across_(scene.grid.log2_size - log2_region_width),
        log2_strips_(allows_strips && log2_across_ == 0 && listed(highest) <= groups ? log2_strips
                                                                                     : 0) {}

  /// The task of a number; it does not exist from the number of all tasks on.
  [[nodiscard]] OVL_FN PaintTask task(std::uint32_t number) const {
    std::uint32_t list = highest, place = number;
    OVL_UNROLLED
    for (std::uint32_t i = highest; i > 0; --i) {
      const std::uint32_t tasks = listed(i) << log2_tasks(i);
      if (list != i || place < tasks) continue;
      place -= tasks;
      list = i - 1;
    }
    const std::uint32_t part = place & ((1U << log2_tasks(list)) - 1U),
                        entry = place >> log2_tasks(list);
    if (entry >= listed(list)) return {};
    const BinGrid& grid = scene_.grid;
    const std::uint32_t bin = scene_.listed[std::size_t{list} * grid.bins() + entry];
    const bool is_strip = list == highest && log2_strips_ != 0;
    const std::uint32_t region = is_strip ? 0 : part;
    const std::uint32_t column = region & ((1U << log2_across_) - 1U), row = region >> log2_across_;
    return {.exists = true,
            .bin = bin,
            .list = list,
            .cells = is_strip ? cells_of_strip(part) : all_cells,
            .x = static_cast<int>((bin % grid.columns << grid.log2_size) + column * region_width),
            .y = static_cast<int>((bin / grid.columns << grid.log2_size) + row * region_height)};
  }

 private:
  static constexpr std::uint32_t highest = bin_classes - 1;

  [[nodiscard]] OVL_FN std::uint32_t listed(std::uint32_t list) const {
    return scene_.counters->listed[list];
  }
  /// Of the number of tasks of each bin in a list.
  [[nodiscard]] OVL_FN std::uint32_t log2_tasks(std::uint32_t list) const {
    return 2 * log2_across_ + (list == highest ? log2_strips_ : 0);
  }

  const SceneTables& scene_;
  std::uint32_t log2_across_, log2_strips_;
};

}  // namespace overlace
