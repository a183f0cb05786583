// SPDX-License-Identifier: Apache-2.0
// The first kernel of a pass: counters at their start, and what the host made put in its place.
#pragma once

#include "gpu/device/records.h"
#include "gpu/device/team.h"

namespace overlace {

/// Copies host-made items to their slots and host-made pieces to the front of the table. A thread
/// takes a record. No other kernel of the frame may run at the same time.
struct BeginPass {
  static constexpr int team_size = warp_size;
  const PassRecord* pass;
  SceneTables scene;
  /// Of the pass before in the frame, null for the first: where that overflowed, what this one
  /// draws on is not there.
  const SceneCounters* before = nullptr;

  template <class Team>
  OVL_FN void operator()(Team& team) const {
    team.each([&](int lane) {
      const std::uint32_t first = team.thread(lane), step = team.count() * warp_size;
      const std::uint32_t pieces = min_of(pass->host_piece_count, scene.piece_capacity);
      for (std::uint32_t i = first; i < pieces; i += step) scene.pieces[i] = pass->host_pieces[i];
      for (std::uint32_t r = 0; r < pass->host_range_count; ++r)
        copy_items(pass->host_ranges[r], first, step);
      if (first == 0) start_counters();
    });
  }

 private:
  OVL_FN static std::uint32_t min_of(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

  OVL_FN void copy_items(const HostItems& range, std::uint32_t first, std::uint32_t step) const {
    for (std::uint32_t i = first; i < range.count; i += step) {
      const std::uint32_t slot = range.first_item + i;
      if (slot < scene.item_capacity) scene.items[slot] = pass->host_items[range.begin + i];
    }
  }

  OVL_FN void start_counters() const {
    const bool too_many =
        pass->host_piece_count > scene.piece_capacity || pass->item_count > scene.item_capacity;
    const bool lost = before != nullptr && before->overflow != 0;
    *scene.counters = {.pieces = pass->host_piece_count, .overflow = too_many || lost ? 1U : 0U};
  }
};

}  // namespace overlace
