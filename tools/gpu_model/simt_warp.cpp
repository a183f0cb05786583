// SPDX-License-Identifier: Apache-2.0
// How lanes diverge and reconverge.
#include "tools/gpu_model/simt_warp.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"

namespace overlace::gpu_model {

Warp::Warp(int register_count, Block& block, std::uint32_t first_thread)
    : registers(static_cast<std::size_t>(register_count)),
      block_(&block),
      first_thread_(first_thread) {
  predicates[no_predicate] = all_lanes;
  uniform_predicates[no_predicate] = true;
}

bool Warp::waits_for_block() const {
  return !groups_.empty() &&
         std::ranges::all_of(groups_, [](const LaneGroup& g) { return g.wait == Wait::block; });
}

void Warp::release_from_block() {
  for (LaneGroup& group : groups_) group.wait = Wait::nothing;
  choose();
}

void Warp::part(LaneMask lanes, int target) {
  current().lanes &= ~lanes;
  groups_.push_back({target, lanes, Wait::nothing, 0});
}

void Warp::wait(Wait what, int barrier) {
  current().wait = what;
  current().barrier = barrier;
  release_met();
}

void Warp::leave_barrier(int barrier, LaneMask lanes) {
  barrier_lanes[static_cast<std::size_t>(barrier)] &= ~lanes;
  release_met();
}

void Warp::end(LaneMask lanes) {
  alive_ &= ~lanes;
  current().lanes &= ~lanes;
  if (current().lanes == 0) groups_.erase(groups_.begin() + static_cast<std::ptrdiff_t>(current_));
  if (!groups_.empty()) release_met();
}

/// Releases all groups that are complete, then chooses which group runs.
void Warp::release_met() {
  for (bool again = true; again;) {
    again = release(Wait::whole_warp, 0, alive_);
    for (int i = 0; i < barriers; ++i)
      again |= release(Wait::barrier, i, barrier_lanes[static_cast<std::size_t>(i)] & alive_);
  }
  choose();
}

/// Joins the groups that wait for the same thing, if together they have all expected lanes.
bool Warp::release(Wait wait, int barrier, LaneMask expected) {
  const auto waits = [&](const LaneGroup& g) { return g.wait == wait && g.barrier == barrier; };
  LaneGroup joined{0, 0, Wait::nothing, 0};
  for (const LaneGroup& group : groups_) {
    if (!waits(group)) continue;
    joined.lanes |= group.lanes;
    joined.next = group.next;
  }
  if (joined.lanes == 0 || (expected & ~joined.lanes) != 0) return false;
  std::erase_if(groups_, waits);
  groups_.push_back(joined);
  return true;
}

void Warp::choose() {
  const auto last =
      std::ranges::find(groups_.rbegin(), groups_.rend(), Wait::nothing, &LaneGroup::wait);
  if (last != groups_.rend()) {
    current_ = static_cast<std::size_t>(groups_.rend() - last) - 1;
  } else if (!waits_for_block()) {
    std::string where;
    for (const LaneGroup& g : groups_) where += fmt::format(" {:08x} at {}", g.lanes, g.next);
    throw Error(ErrorCode::internal, "lanes wait for each other for ever:" + where);
  }
}

}  // namespace overlace::gpu_model
