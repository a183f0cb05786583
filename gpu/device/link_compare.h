// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours by comparing every point with every other.
#pragma once

#include "gpu/device/link_nearest.h"

namespace overlace {

/// Finds the neighbours of each point, up to 32 x Words of them: a warp takes a point and compares
/// it with 32 others at a time.
template <int Words>
struct CompareAll {
  static constexpr int team_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    const std::uint32_t rank = team.index(), points = *tables.point_count;
    const std::uint32_t k = neighbours_wanted(*record);
    if (rank >= points || k == 0) return;
    const LinkQuery query(*record, tables.points, rank);
    WarpNearest<Team, Words> nearest(team, query, k);
    nearest.scan(0, points);
    nearest.store(tables.nearest + std::size_t{rank} * k);
  }
};

}  // namespace overlace
