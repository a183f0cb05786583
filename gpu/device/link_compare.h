// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours by comparing every point with every other.
#pragma once

#include "gpu/device/link_nearest.h"
#include "gpu/kernels/lane.h"

namespace overlace {

/// The k-th smallest of the lanes' values, none of which is NaN; k in 1..32. Sorts them (Batcher's
/// bitonic network).
template <class ThreadGroup, class Values>
OVL_FN float kth_smallest(const ThreadGroup& threads, Values values, std::uint32_t k) {
  OVL_ROLLED
  for (int run = 2; run <= warp_size; run *= 2) {
    OVL_ROLLED
    for (int step = run / 2; step > 0; step /= 2) {
      const auto other = threads.shuffle(values, [step](int lane) { return lane ^ step; });
      threads.each([&](int lane) {
        const bool lower = ((lane & step) == 0) == ((lane & run) == 0 || run == warp_size);
        values[lane] = lower ? min(values[lane], other[lane]) : max(values[lane], other[lane]);
      });
    }
  }
  return threads.broadcast(values, static_cast<int>(k) - 1);
}

/// A key that comes after the k nearest of all points, or after all linkable ones if there are
/// fewer. Each lane finds the nearest of its share of a sample: the k-th nearest of these 32 is no
/// nearer than the k-th of all. A larger sample costs more than it saves later.
template <class ThreadGroup>
OVL_FN std::uint64_t limit_of_nearest(const ThreadGroup& threads, const LinkQuery& query,
                                      std::uint32_t points, std::uint32_t k) {
  constexpr std::uint32_t most = 8 * warp_size;
  const std::uint64_t none = no_neighbour(query.rule);
  if (k > warp_size) return none;
  const std::uint32_t sample = points < most ? points : most;
  auto nearest = threads.template make<float>();
  threads.each([&](int lane) {
    std::uint64_t key = none;
    for (auto i = static_cast<std::uint32_t>(lane); i < sample; i += warp_size)
      key = query.candidate(i, key);
    nearest[lane] = key_distance(key);
  });
  return neighbour_key(kth_smallest(threads, nearest, k), no_row);
}

/// Stores the k neighbours, up to 32 x Words, of the query's point. A warp compares it with 32
/// others at a time.
template <int Words, class ThreadGroup>
OVL_FN void compare_with_all(const ThreadGroup& threads, const LinkQuery& query,
                             std::uint32_t points, std::uint32_t k, std::uint64_t* list) {
  WarpNearest<ThreadGroup, Words> nearest(threads, query, k,
                                          limit_of_nearest(threads, query, points, k));
  nearest.scan(0, points);
  nearest.store(list);
}

/// Finds the neighbours of each point. One warp per point.
template <int Words>
struct CompareAll {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t rank = threads.index(), points = *tables.point_count;
    const std::uint32_t k = neighbours_wanted(*record);
    if (rank >= points || k == 0) return;
    const LinkQuery query(*record, tables.points, rank);
    compare_with_all<Words>(threads, query, points, k, tables.nearest + std::size_t{rank} * k);
  }
};

}  // namespace overlace
