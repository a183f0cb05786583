// SPDX-License-Identifier: Apache-2.0
// Assigns seats, which objects keep until their tracks end.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "graph/data/tracks.h"
#include "graph/types/live_memory.h"

namespace overlace {

inline constexpr std::int32_t no_seat = -1;

/// A seat for each row of a table. An object takes the lowest free seat when it appears or as soon
/// as one becomes free, the oldest objects first, and keeps it until its track ends. An object
/// without an id keeps its seat for one frame.
struct SeatPlan {
  std::vector<std::int32_t> seat;  ///< by row; no_seat: none
  std::vector<float> age;          ///< by row: frames since its object took the seat
};

/// Who has a seat after a frame, and since which frame.
struct TakenSeat {
  TrackId id = no_id;  ///< no_id: nobody, or an object that keeps it for this frame only
  std::int32_t since = 0;
};

/// Seats the objects of a table, frame by frame.
class Seating {
 public:
  /// Precondition: the derived columns are set.
  Seating(const TrackTable& table, int seats)
      : table_(table),
        plan_{.seat = std::vector<std::int32_t>(table.row_count(), no_seat),
              .age = std::vector<float>(table.row_count(), 0)},
        sitting_(static_cast<std::size_t>(seats), no_row),
        since_(static_cast<std::size_t>(seats), 0) {}

  /// Begins with the seats as they were taken after a frame; objects that the table lacks until
  /// then have left.
  void resume(const std::vector<TakenSeat>& taken, std::int32_t frame) {
    const std::uint32_t end = table_.rows(FrameInterval{table_.first_frame, frame + 1}).end;
    for (std::size_t seat = 0; seat < std::min(taken.size(), sitting_.size()); ++seat) {
      if (taken[seat].id == no_id) continue;
      for (std::uint32_t row = end; row-- > 0 && sitting_[seat] == no_row;)
        if (table_.id[row] == taken[seat].id) sitting_[seat] = row;
      if (sitting_[seat] == no_row) continue;
      plan_.seat[sitting_[seat]] = static_cast<std::int32_t>(seat);
      since_[seat] = taken[seat].since;
    }
  }

  /// Seats the objects of the next frame.
  void step(std::int32_t frame) {
    const RowRange rows = table_.rows(frame);
    waiting_.clear();
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      const std::uint32_t previous = table_.previous[row];
      const auto seat = previous == no_row ? no_seat : plan_.seat[previous];
      plan_.seat[row] = seat;
      if (seat == no_seat)
        waiting_.push_back(row);
      else
        sitting_[static_cast<std::size_t>(seat)] = row;
    }
    std::ranges::stable_sort(waiting_, std::greater(),
                             [&](std::uint32_t row) { return table_.age[row]; });
    fill_free_seats(frame, rows);
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      if (const std::int32_t seat = plan_.seat[row]; seat != no_seat)
        plan_.age[row] = static_cast<float>(frame - since_[static_cast<std::size_t>(seat)]);
  }

  /// Who has the seats after the last frame.
  [[nodiscard]] std::vector<TakenSeat> taken() const {
    std::vector<TakenSeat> taken(sitting_.size());
    for (std::size_t seat = 0; seat < taken.size(); ++seat)
      if (sitting_[seat] != no_row) taken[seat] = {table_.id[sitting_[seat]], since_[seat]};
    return taken;
  }
  [[nodiscard]] SeatPlan plan() && { return std::move(plan_); }

 private:
  void fill_free_seats(std::int32_t frame, RowRange rows) {
    auto next = waiting_.begin();
    for (std::size_t seat = 0; seat < sitting_.size(); ++seat) {
      std::uint32_t& row = sitting_[seat];
      const bool is_free =
          row == no_row || (table_.next[row] == no_row && (row < rows.begin || row >= rows.end));
      if (!is_free) continue;
      row = no_row;
      if (next == waiting_.end()) continue;
      row = *next++;
      since_[seat] = frame;
      plan_.seat[row] = static_cast<std::int32_t>(seat);
    }
  }

  const TrackTable& table_;
  SeatPlan plan_;
  std::vector<std::uint32_t> sitting_;  ///< their last rows
  std::vector<std::int32_t> since_;
  std::vector<std::uint32_t> waiting_;
};

/// Seats the objects of a whole clip, frame by frame, so that a frame's seats do not depend on
/// where drawing begins. In a live clip, those of `live`'s frame alone, who keep the seats that
/// they had in the frame drawn before. Precondition: the derived columns are set.
[[nodiscard]] inline SeatPlan seat_objects(const TrackTable& table, int seats,
                                           NodeMemory* live = nullptr) {
  using Taken = std::vector<TakenSeat>;
  Seating seating(table, seats);
  std::int32_t frame = table.first_frame, end = table.first_frame + table.frame_count();
  if (live != nullptr) {
    end = std::min(end, live->frame()) + 1;
    if (const auto* taken = live->before<Taken>()) {
      seating.resume(*taken, live->frame_before());
      frame = std::max(frame, live->frame_before() + 1);
    }
  }
  for (; frame < end; ++frame) seating.step(frame);
  if (live != nullptr) live->leave(seating.taken());
  return std::move(seating).plan();
}

}  // namespace overlace
