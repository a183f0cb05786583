// SPDX-License-Identifier: Apache-2.0
// Rows in the gaps of tracks, for nodes that bridge them.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/types/node_type.h"
#include "tracking/row_blend.h"

namespace overlace {

/// Every row unchanged, and a row for each frame of each gap of at most `max_gap` frames. Throws
/// Error(limit) for more than `max_boxes`. Precondition: the derived columns are set.
[[nodiscard]] inline std::vector<RowBlend> with_gaps_filled(const TrackTable& table, int max_gap,
                                                            std::uint64_t max_boxes) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  std::vector<RowBlend> rows;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    rows.push_back({frame[row], row, row, 0});
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::uint32_t next = table.next[row];
    if (next == no_row || frame[next] - frame[row] - 1 > max_gap) continue;
    const double steps = frame[next] - frame[row];
    require_room(rows.size() + static_cast<std::uint64_t>(steps), max_boxes);
    for (std::int32_t f = frame[row] + 1; f < frame[next]; ++f)
      rows.push_back({f, row, next, (f - frame[row]) / steps});
  }
  return rows;
}

}  // namespace overlace
