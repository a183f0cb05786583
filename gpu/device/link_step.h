// SPDX-License-Identifier: Apache-2.0
// The kernels of a link step, in order.
#pragma once

#include "gpu/device/kernel_list.h"
#include "gpu/device/link_compare.h"
#include "gpu/device/link_layout.h"
#include "gpu/device/link_pairs.h"
#include "gpu/device/link_points.h"
#include "gpu/device/link_rings.h"
#include "gpu/device/link_scan.h"
#include "gpu/device/link_small.h"

namespace overlace {

/// The most neighbours that one thread keeps.
inline constexpr int thread_neighbours = 8;

using LinkKernels =
    KernelList<GatherPoints, MeasurePoints, CountCells, FillCells, SumCounts,
               SearchByThread<thread_neighbours>, SearchByWarp<1>, SearchByWarp<2>, CompareAll<1>,
               CompareAll<2>, SmallLinks<1>, SmallLinks<2>, CountLinks, FillLinks, WriteLinks>;

/// Warps that give each of `objects` records a thread.
[[nodiscard]] constexpr std::uint32_t warps_for(std::uint32_t objects) {
  return (objects + warp_size - 1) / warp_size;
}

/// Turns counts into running sums. Their number is `size`, on the device, and at most `most`.
template <class Queue>
void launch_sums(Queue& queue, const std::uint32_t* size, std::uint32_t most,
                 const std::uint32_t* count, std::uint32_t* begin) {
  queue.launch(SumCounts{.size = size, .count = count, .begin = begin},
               most / SumCounts::group_size + 1);
}

/// Sorts points into cells, then searches the cells around each. A thread's registers hold few
/// neighbours; more take a warp.
template <class Queue>
void launch_cell_search(Queue& queue, const LinkRecord* record, const LinkTables& tables,
                        const LinkCapacity& capacity) {
  const std::uint32_t warps = warps_for(capacity.points);
  queue.launch(MeasurePoints{tables}, warps);
  queue.launch(CountCells{tables}, warps);
  launch_sums(queue, &tables.grid->cells, tables.cell_capacity, tables.cell_points,
              tables.cell_begin);
  queue.launch(FillCells{tables}, warps);
  if (capacity.k <= thread_neighbours) {
    queue.launch(SearchByThread<thread_neighbours>{record, tables}, warps);
  } else if (capacity.k <= warp_size) {
    queue.launch(SearchByWarp<1>{record, tables}, capacity.points);
  } else {
    queue.launch(SearchByWarp<2>{record, tables}, capacity.points);
  }
}

template <class Queue>
void launch_small_step(Queue& queue, const LinkRecord* record, const LinkTables& tables,
                       const LinkCapacity& capacity, const BeginPass& begin) {
  const auto blocks = [&](std::uint32_t searches) {
    return (capacity.points + searches - 1) / searches;
  };
  if (capacity.k <= warp_size) {
    queue.launch(SmallLinks<1>{record, tables, begin}, blocks(SmallLinks<1>::searches));
  } else {
    queue.launch(SmallLinks<2>{record, tables, begin}, blocks(SmallLinks<2>::searches));
  }
}

template <class Queue>
void launch_comparison(Queue& queue, const LinkRecord* record, const LinkTables& tables,
                       const LinkCapacity& capacity) {
  if (capacity.k <= warp_size) {
    queue.launch(CompareAll<1>{record, tables}, capacity.points);
  } else {
    queue.launch(CompareAll<2>{record, tables}, capacity.points);
  }
}

/// A kernel for each step, which all multiprocessors share.
template <class Queue>
void launch_large_step(Queue& queue, const LinkRecord* record, const LinkTables& tables,
                       const LinkCapacity& capacity) {
  queue.launch(GatherPoints{record, tables}, warps_for(capacity.points));
  if (uses_cells(capacity)) {
    launch_cell_search(queue, record, tables, capacity);
  } else {
    launch_comparison(queue, record, tables, capacity);
  }
  const std::uint32_t places = warps_for(capacity.points * capacity.k);
  queue.launch(CountLinks{record, tables}, places);
  launch_sums(queue, tables.point_count, capacity.points, tables.row_links, tables.row_begin);
  queue.launch(FillLinks{record, tables}, places);
  queue.launch(WriteLinks{record, tables}, places);
}

/// Appends the kernels that make one frame's links: the same records in the same order as
/// LinkSearch makes. `record` is device memory that holds the frame's record when the kernels run;
/// see links_run_on_device for the operations that it may ask for. All launches are sized by the
/// capacity alone, so that they can be captured once for all frames. If a capacity is 0, there are
/// no links and no kernels; the count stays 0. If takes_one_kernel(capacity), `record` may be host
/// memory, and that kernel also does what `begin` does.
template <class Queue>
void launch_links(Queue& queue, const LinkRecord* record, const LinkTables& tables,
                  const LinkCapacity& capacity, const BeginPass& begin = {}) {
  if (!capacity.has_links()) return;
  if (takes_one_kernel(capacity)) return launch_small_step(queue, record, tables, capacity, begin);
  launch_large_step(queue, record, tables, capacity);
}

}  // namespace overlace
