// SPDX-License-Identifier: Apache-2.0
// The order that decides ties between neighbours, made once per clip.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "gpu/kernels/knn.h"
#include "graph/data/tracks.h"

namespace overlace {

/// The rows of the table, frame by frame, each frame's sorted by id, then row: see
/// LinkRecord::row_of_rank. Rows that may not be linked are included: leaving them out would not
/// change the order of the others.
[[nodiscard]] inline std::vector<std::uint32_t> rank_rows(const TrackTable& table) {
  std::vector<std::uint32_t> rows(table.row_count());
  std::iota(rows.begin(), rows.end(), 0U);
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return ranks_before(table.id.data(), a, b);
  };
  for (std::size_t frame = 0; frame + 1 < table.frame_begin.size(); ++frame)
    std::sort(rows.begin() + table.frame_begin[frame], rows.begin() + table.frame_begin[frame + 1],
              earlier);
  return rows;
}

}  // namespace overlace
