// SPDX-License-Identifier: Apache-2.0
// Frames, and timestamps where frames are expected, both in order.
#include "io/read/frame_repair.h"

#include <iterator>
#include <utility>

#include "io/av/av.h"

namespace overlace {
namespace {

FramePtr reference(const AVFrame& frame) {
  FramePtr copy = make_frame();
  check_av(av_frame_ref(copy.get(), &frame), ErrorCode::internal, "keeping a frame");
  return copy;
}

}  // namespace

bool FrameRepair::expect(std::int64_t pts, std::int64_t dts) {
  if (settled_ && dts < *settled_) return false;
  settled_ = dts;
  expected_.insert(pts);
  return true;
}

void FrameRepair::shown(std::int64_t pts) {
  const auto kept = expected_.lower_bound(pts);
  if (!last_) lost_at_start_ = std::distance(expected_.begin(), kept);
  expected_.erase(expected_.begin(), kept);
  if (const auto own = expected_.find(pts); own != expected_.end()) expected_.erase(own);
  last_ = pts;
}

void FrameRepair::add(FramePtr frame) {
  const std::int64_t pts = frame->pts;
  waiting_.emplace(pts, std::move(frame));
}

// Another frame has stood in for these.
void FrameRepair::drop_late() {
  while (!waiting_.empty() && replaced_.contains(waiting_.begin()->first))
    waiting_.erase(waiting_.begin());
}

// The first timestamp after the latest turn whose frame is missing.
std::optional<std::int64_t> FrameRepair::next_lost() const {
  if (!last_) return std::nullopt;  // frames lost before the first one have no neighbour
  const auto lost = expected_.upper_bound(*last_);
  if (lost == expected_.end()) return std::nullopt;
  if (!waiting_.empty() && *lost >= waiting_.begin()->first) return std::nullopt;
  return *lost;
}

FrameRepair::Turn FrameRepair::stand_in(std::int64_t pts) {
  replaced_.insert(pts);
  Turn turn{.frame = make_frame(), .pts = pts, .stands_in = true};
  if (last_frame_) {
    turn.frame = reference(*last_frame_);
  } else {
    const auto& [later, frame] = *waiting_.begin();
    turn.frame = reference(*frame);
    turn.ahead = 1 + static_cast<int>(
                         std::distance(expected_.upper_bound(pts), expected_.lower_bound(later)));
  }
  shown(pts);
  return turn;
}

std::optional<FrameRepair::Turn> FrameRepair::next() {
  drop_late();
  if (waiting_.empty() && !(ended_ && last_frame_)) return std::nullopt;
  const bool settled =
      ended_ || waiting_.empty() || (settled_ && waiting_.begin()->first <= *settled_);
  if (!settled) return std::nullopt;
  if (const std::optional<std::int64_t> lost = next_lost()) return stand_in(*lost);
  if (waiting_.empty()) return std::nullopt;
  Turn turn{std::move(waiting_.begin()->second), waiting_.begin()->first};
  waiting_.erase(waiting_.begin());
  last_frame_ = reference(*turn.frame);
  shown(turn.pts);
  return turn;
}

std::vector<FramePtr> FrameRepair::take_waiting() {
  std::vector<FramePtr> frames;
  for (auto& [pts, frame] : waiting_) frames.push_back(std::move(frame));
  waiting_.clear();
  return frames;
}

}  // namespace overlace
