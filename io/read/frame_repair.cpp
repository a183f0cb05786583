// SPDX-License-Identifier: Apache-2.0
// Frames and promises, both in timestamp order.
#include "io/read/frame_repair.h"

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

bool FrameRepair::promise(std::int64_t pts, std::int64_t dts) {
  if (settled_ && dts < *settled_) return false;
  settled_ = dts;
  promised_.insert(pts);
  return true;
}

void FrameRepair::shown(std::int64_t pts) {
  promised_.erase(promised_.begin(), promised_.lower_bound(pts));
  if (const auto own = promised_.find(pts); own != promised_.end()) promised_.erase(own);
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

// The first promise after the latest turn whose frame is missing.
std::optional<std::int64_t> FrameRepair::next_lost() const {
  if (!last_) return std::nullopt;  // frames lost before the first one have no neighbour
  const auto lost = promised_.upper_bound(*last_);
  if (lost == promised_.end()) return std::nullopt;
  if (!waiting_.empty() && *lost >= waiting_.begin()->first) return std::nullopt;
  return *lost;
}

FrameRepair::Turn FrameRepair::stand_in(std::int64_t pts) {
  replaced_.insert(pts);
  const AVFrame& neighbour = last_frame_ ? *last_frame_ : *waiting_.begin()->second;
  Turn turn{reference(neighbour), pts, true};
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
