// SPDX-License-Identifier: Apache-2.0
// From how many to where: running sums of counts.
#pragma once

#include "gpu/device/team.h"

namespace overlace {

/// begin[i] = count[0] + ... + count[i - 1] for i in 0..*size. A team makes 1,024 of them, and adds
/// up all counts before its own first: for some 100,000 counts that is quicker than to wait for
/// other teams or for another launch. Their work grows with the square of the size.
struct SumCounts {
  static constexpr int team_size = 1024;
  const std::uint32_t* size;
  const std::uint32_t* count;
  std::uint32_t* begin;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    const std::uint32_t first = team.index() * team_size;
    if (first > *size) return;
    Sums& sums = team.template shared<Sums>();
    team.each([&](int lane) { sums.of[0][lane] = read(first, lane); });
    int from = 0;
    for (int step = 1; step < team_size; step *= 2, from = 1 - from) {
      team.each([&](int lane) {
        const Sum own = sums.of[from][lane];
        const Sum other = lane >= step ? sums.of[from][lane - step] : Sum{};
        sums.of[1 - from][lane] = {own.before + other.before, own.up_to + other.up_to};
      });
    }
    team.each([&](int lane) {
      const std::uint32_t i = first + static_cast<std::uint32_t>(lane);
      if (i > *size) return;
      const std::uint32_t before_lane = lane > 0 ? sums.of[from][lane - 1].up_to : 0;
      begin[i] = sums.of[from][team_size - 1].before + before_lane;
    });
  }

 private:
  struct Sum {
    std::uint32_t before =
        0;                    ///< of counts before the team's first, as far as lanes have read them
    std::uint32_t up_to = 0;  ///< of the team's counts up to a lane's own
  };
  /// Sums over more and more lanes, from one half to the other and back.
  struct Sums {
    Sum of[2][team_size];
  };

  OVL_FN Sum read(std::uint32_t first, int lane) const {
    Sum sum;
    for (auto i = static_cast<std::uint32_t>(lane); i < first; i += team_size)
      sum.before += count[i];
    const std::uint32_t own = first + static_cast<std::uint32_t>(lane);
    if (own < *size) sum.up_to = count[own];
    return sum;
  }
};

}  // namespace overlace
