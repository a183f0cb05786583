// SPDX-License-Identifier: Apache-2.0
// Assigns seats, which objects keep until their tracks end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

inline constexpr std::int32_t no_seat = -1;

/// A seat for each row of a table. An object takes the lowest free seat when it appears or as soon
/// as one becomes free, the oldest objects first, and keeps it until its track ends. An object
/// without an id keeps its seat for one frame.
struct SeatPlan {
  std::vector<std::int32_t> seat;  ///< by row; no_seat: none
  std::vector<float> age;          ///< by row: frames since its object took the seat
};

/// Seats the objects of a whole clip, frame by frame, so that a frame's seats do not depend on
/// where drawing begins. Precondition: the derived columns are set.
[[nodiscard]] inline SeatPlan seat_objects(const TrackTable& table, int seats) {
  SeatPlan plan{.seat = std::vector<std::int32_t>(table.row_count(), no_seat),
                .age = std::vector<float>(table.row_count(), 0)};
  std::vector<std::uint32_t> sitting(static_cast<std::size_t>(seats), no_row);  // their last rows
  std::vector<std::int32_t> since(static_cast<std::size_t>(seats), 0);
  std::vector<std::uint32_t> waiting;
  const std::int32_t end = table.first_frame + table.frame_count();
  for (std::int32_t frame = table.first_frame; frame < end; ++frame) {
    const RowRange rows = table.rows(frame);
    waiting.clear();
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const auto seat = table.previous[row] == no_row ? no_seat : plan.seat[table.previous[row]];
      plan.seat[row] = seat;
      if (seat == no_seat)
        waiting.push_back(row);
      else
        sitting[static_cast<std::size_t>(seat)] = row;
    }
    std::ranges::stable_sort(waiting, std::greater(),
                             [&](std::uint32_t row) { return table.age[row]; });
    auto next = waiting.begin();
    for (std::size_t seat = 0; seat < sitting.size(); ++seat) {
      std::uint32_t& row = sitting[seat];
      const bool is_free =
          row == no_row || (table.next[row] == no_row && (row < rows.begin || row >= rows.end));
      if (!is_free) continue;
      row = no_row;
      if (next == waiting.end()) continue;
      row = *next++;
      since[seat] = frame;
      plan.seat[row] = static_cast<std::int32_t>(seat);
    }
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (plan.seat[row] != no_seat)
        plan.age[row] = static_cast<float>(frame - since[static_cast<std::size_t>(plan.seat[row])]);
  }
  return plan;
}

}  // namespace overlace
