// SPDX-License-Identifier: Apache-2.0
// All links of a frame with few points in one kernel: at that size, going from one kernel to the
// next is what costs.
#pragma once

#include "gpu/device/begin_pass.h"
#include "gpu/device/link_compare.h"
#include "gpu/device/link_order.h"
#include "gpu/device/link_points.h"
#include "gpu/device/link_scan.h"
#include "gpu/device/words.h"

namespace overlace {

/// Makes the links of up to max_small_points points, up to 32 x Words of each. Every block gathers
/// all points and searches for the neighbours of a few, one warp each; the last block to finish
/// puts the links in order. Warps that have no point to search for begin the frame's first pass.
template <int Words>
struct SmallLinks {
  static constexpr int group_size = max_small_points;
  /// Points that a block searches for: few, so that many multiprocessors share the work.
  static constexpr std::uint32_t searches = 8;
  const LinkRecord* record;  ///< each block reads it once, so it may be host memory
  LinkTables tables;
  BeginPass begin = {};  ///< none without a record

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    Shared& shared = threads.template shared<Shared>();
    const LinkRecord& frame = shared.frame;
    copy_records(threads, record, &shared.frame, 1);
    const std::uint32_t points = frame.tracks.rows.size(), k = neighbours_wanted(frame);
    const PointList list{shared.position, shared.search.class_index, shared.search.rank};
    threads.each([&](int lane) {
      const auto rank = static_cast<std::uint32_t>(lane);
      if (rank < points) gather_point(frame, list, rank);
    });
    const std::uint32_t first = threads.index() * searches;
    threads.each_warp([&](auto& warp) {
      const std::uint32_t number = warp.index() % warps;
      if (number >= searches) return take_part(warp, threads, number - searches);
      if (first + number >= points || k == 0) return;
      const LinkQuery query(frame, list, first + number);
      compare_with_all<Words>(warp, query, points, k,
                              tables.nearest + std::size_t{first + number} * k);
    });
    if (!threads.is_last(tables.arrived)) return;
    if (points * k <= LinkOrder::most_places)
      shared.order.put(threads, frame, tables, shared.position);
    else
      put_in_order(threads, frame, shared.sums);
  }

 private:
  static constexpr std::uint32_t warps = group_size / warp_size;
  struct Search {
    std::int32_t class_index[max_small_points];
    std::uint32_t rank[max_small_points];
  };
  struct Shared {
    alignas(16) LinkRecord frame;
    PointPosition position[max_small_points];
    union {
      Search search;
      LinkOrder order;  ///< after the search
      BlockSums sums;   ///< instead, where it has no room
    };
  };

  /// What spare warp `number` of a block does.
  template <class Warp, class ThreadGroup>
  OVL_FN void take_part(Warp& warp, const ThreadGroup& threads, std::uint32_t number) const {
    constexpr std::uint32_t spare = warps - searches;
    if (begin.pass == nullptr) return;
    begin.take_part(warp, {threads.index() * spare + number, threads.count() * spare});
  }

  /// In the tables.
  template <class ThreadGroup>
  OVL_FN void put_in_order(ThreadGroup& threads, const LinkRecord& frame, BlockSums& sums) const {
    const std::uint32_t points = frame.tracks.rows.size();
    const std::uint32_t places = points * neighbours_wanted(frame);
    for_each(threads, places, [&](std::uint32_t i) { count_link(frame, tables, i); });
    for (std::uint32_t first = 0; first <= points; first += BlockSums::size)
      add_up_counts(threads, sums, first, points, tables.row_links, tables.row_begin);
    for_each(threads, places, [&](std::uint32_t i) { fill_link(frame, tables, i); });
    const std::uint32_t count = link_count(frame, tables);
    threads.each([&](int lane) { tell_count(tables, count, lane == 0); });
    for_each(threads, count, [&](std::uint32_t i) { write_link(frame, tables, i); });
  }

  /// Calls f(i) for all i < count.
  template <class ThreadGroup, class F>
  OVL_FN static void for_each(const ThreadGroup& threads, std::uint32_t count, const F& f) {
    threads.each([&](int lane) {
      for (auto i = static_cast<std::uint32_t>(lane); i < count; i += group_size) f(i);
    });
  }
};

}  // namespace overlace
