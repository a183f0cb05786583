// SPDX-License-Identifier: Apache-2.0
// Kernels that show what a team on the device does.
#pragma once

#include <cstdint>

#include "gpu/device/team.h"

namespace overlace {

/// Adds 1 to each of `size` numbers.
struct AddOne {
  static constexpr int team_size = warp_size;
  std::uint32_t* values = nullptr;
  std::uint32_t size = 0;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    team.each([&](int lane) {
      for (std::uint32_t i = team.thread(lane); i < size; i += team.count() * team_size)
        ++values[i];
    });
  }
};

/// Each team of N adds up its threads' numbers from 1 on, in its own shared memory, and gives the
/// sum to each of its `sums`.
template <int N>
struct SumOfTeam {
  static constexpr int team_size = N;
  std::uint32_t* sums = nullptr;
  std::uint32_t teams = 0;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    auto& sum = team.template shared<std::uint32_t>();
    team.each([&](int lane) {
      if (lane == 0) sum = 0;
    });
    team.each([&](int lane) { atomic_add(&sum, static_cast<std::uint32_t>(lane) + 1); });
    team.each([&](int lane) {
      if (lane == 0 && team.index() < teams) sums[team.index()] = sum;
    });
  }
};

}  // namespace overlace
