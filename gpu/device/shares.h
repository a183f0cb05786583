// SPDX-License-Identifier: Apache-2.0
// Shares: work that is uneven from thread to thread, spread evenly over a warp.
#pragma once

#include "gpu/device/team.h"

namespace overlace {

/// Of each thread's work, what one thread does in one round: piece `index` of thread `owner`'s.
struct Share {
  int owner = 0;
  std::uint32_t index = 0;
  bool exists = false;
};

/// The sum of every thread's value and those of the threads before it.
template <class Team>
OVL_FN typename Team::template PerThread<std::uint32_t> running_sum(
    Team& team, const typename Team::template PerThread<std::uint32_t>& values) {
  auto sum = values;
  for (int reach = 1; reach < warp_size; reach *= 2) {
    const auto before =
        team.shuffle(sum, [&](int lane) { return lane < reach ? lane : lane - reach; });
    team.each([&](int lane) { sum[lane] += lane < reach ? 0 : before[lane]; });
  }
  return sum;
}

/// Which thread's work each of the threads does, when all work is lined up and cut at `base`:
/// binary search for the last thread whose work begins there or before.
template <class Team>
OVL_FN typename Team::template PerThread<Share> find_shares(
    Team& team, const typename Team::template PerThread<std::uint32_t>& count,
    const typename Team::template PerThread<std::uint32_t>& end, std::uint32_t base) {
  auto share = team.template make<Share>();
  for (int step = warp_size / 2; step > 0; step /= 2) {
    const auto probe = team.shuffle(end, [&](int lane) { return share[lane].owner + step - 1; });
    team.each([&](int lane) {
      if (base + static_cast<std::uint32_t>(lane) >= probe[lane]) share[lane].owner += step;
    });
  }
  const auto owner = [&](int lane) { return share[lane].owner; };
  const auto owner_count = team.shuffle(count, owner);
  const auto owner_end = team.shuffle(end, owner);
  team.each([&](int lane) {
    const std::uint32_t place = base + static_cast<std::uint32_t>(lane);
    share[lane].index = place - (owner_end[lane] - owner_count[lane]);
    share[lane].exists = place < owner_end[lane];
  });
  return share;
}

/// Calls f(shares) in rounds until every thread's `count` pieces of work have each been given to
/// one thread. The whole warp goes along, so that f may fetch the owners' values.
template <class Team, class F>
OVL_FN void for_each_share(Team& team,
                           const typename Team::template PerThread<std::uint32_t>& count,
                           const F& f) {
  const auto end = running_sum(team, count);
  const std::uint32_t total = team.broadcast(end, warp_size - 1);
  for (std::uint32_t base = 0; base < total; base += warp_size)
    f(find_shares(team, count, end, base));
}

}  // namespace overlace
