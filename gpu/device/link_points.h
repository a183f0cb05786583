// SPDX-License-Identifier: Apache-2.0
// The points of a frame, by rank.
#pragma once

#include <limits>

#include "gpu/device/link_tables.h"
#include "gpu/device/thread_group.h"
#include "graph/data/anchor.h"

namespace overlace {

/// The row of the point with a rank.
OVL_FN std::uint32_t row_of(const LinkRecord& frame, std::uint32_t rank) {
  return frame.row_of_rank[frame.tracks.rows.begin + rank];
}

/// Lists the point with a rank. One that may not be linked becomes NaN, which is never nearest.
OVL_FN void gather_point(const LinkRecord& frame, const PointList& points, std::uint32_t rank) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const std::uint32_t row = row_of(frame, rank);
  const Vec2 point = anchor_point(frame.tracks.box[row], frame.op.anchor);
  points.position[rank] = {is_finite(point) ? point : Vec2{nan, nan}};
  points.class_index[rank] = frame.tracks.class_index[row];
  points.rank[rank] = rank;
}

/// Lists the points of a frame by rank. One thread per point.
struct GatherPoints {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t points = record->tracks.rows.size();
    threads.each([&](int lane) {
      const std::uint32_t rank = threads.thread(lane);
      if (rank == 0) *tables.point_count = points;
      if (rank < points) gather_point(*record, tables.points, rank);
    });
  }
};

}  // namespace overlace
