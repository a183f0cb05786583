// SPDX-License-Identifier: Apache-2.0
// Spreads work that is uneven from thread to thread evenly over a warp.
#pragma once

#include "gpu/device/thread_group.h"

namespace overlace {

/// What one thread does in one round: segment `index` of thread `owner`'s work.
struct WorkItem {
  int owner = 0;
  std::uint32_t index = 0;
  bool exists = false;
};

/// For every thread, the sum of its value and those of the threads before it.
template <class ThreadGroup>
OVL_FN typename ThreadGroup::template PerThread<std::uint32_t> running_sum(
    ThreadGroup& threads, const typename ThreadGroup::template PerThread<std::uint32_t>& values) {
  auto sum = values;
  for (int reach = 1; reach < warp_size; reach *= 2) {
    const auto before =
        threads.shuffle(sum, [&](int lane) { return lane < reach ? lane : lane - reach; });
    threads.each([&](int lane) { sum[lane] += lane < reach ? 0 : before[lane]; });
  }
  return sum;
}

/// Whose work each thread does, when all work is lined up and read from `base` on: a binary search
/// for the last thread whose work begins at or before its place.
template <class ThreadGroup>
OVL_FN typename ThreadGroup::template PerThread<WorkItem> find_work(
    ThreadGroup& threads, const typename ThreadGroup::template PerThread<std::uint32_t>& count,
    const typename ThreadGroup::template PerThread<std::uint32_t>& end, std::uint32_t base) {
  auto share = threads.template make<WorkItem>();
  for (int step = warp_size / 2; step > 0; step /= 2) {
    const auto probe = threads.shuffle(end, [&](int lane) { return share[lane].owner + step - 1; });
    threads.each([&](int lane) {
      if (base + static_cast<std::uint32_t>(lane) >= probe[lane]) share[lane].owner += step;
    });
  }
  const auto owner = [&](int lane) { return share[lane].owner; };
  const auto owner_count = threads.shuffle(count, owner);
  const auto owner_end = threads.shuffle(end, owner);
  threads.each([&](int lane) {
    const std::uint32_t place = base + static_cast<std::uint32_t>(lane);
    share[lane].index = place - (owner_end[lane] - owner_count[lane]);
    share[lane].exists = place < owner_end[lane];
  });
  return share;
}

/// Calls f(shares) in rounds until every thread's `count` segments of work have each been given to
/// one thread. The whole warp takes part, so that f may fetch the owners' values.
template <class ThreadGroup, class F>
OVL_FN void distribute_work(ThreadGroup& threads,
                            const typename ThreadGroup::template PerThread<std::uint32_t>& count,
                            const F& f) {
  const auto end = running_sum(threads, count);
  const std::uint32_t total = threads.broadcast(end, warp_size - 1);
  for (std::uint32_t base = 0; base < total; base += warp_size)
    f(find_work(threads, count, end, base));
}

}  // namespace overlace
