// SPDX-License-Identifier: Apache-2.0
// Interpolates between key frames.
#include "io/tracks/builder/key_frames.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

FilePoint between(FilePoint a, FilePoint b, double t) {
  return {std::lerp(a.x, b.x, t), std::lerp(a.y, b.y, t)};
}

/// Whether one shape can be interpolated to the other.
bool can_move(const Detection& a, const Detection& b) {
  const auto same_ring = [](const FileCorner& p, const FileCorner& q) { return p.ring == q.ring; };
  return a.mask.empty() && b.mask.empty() && a.key_points.size() == b.key_points.size() &&
         std::ranges::equal(a.outline, b.outline, same_ring);
}

/// The shape at fraction `t`; everything but positions is the first one's.
Detection between(const Detection& a, const Detection& b, double t, BoxBetween box_between) {
  Detection detection = a;
  detection.box = box_between(a.box, b.box, t);
  for (std::size_t i = 0; i < detection.outline.size(); ++i)
    detection.outline[i].at = between(a.outline[i].at, b.outline[i].at, t);
  for (std::size_t i = 0; i < detection.key_points.size(); ++i)
    if (a.key_points[i].state != PointState::absent && b.key_points[i].state != PointState::absent)
      detection.key_points[i].at = between(a.key_points[i].at, b.key_points[i].at, t);
  return detection;
}

}  // namespace

FileBox straight_between(const FileBox& a, const FileBox& b, double t) {
  FileBox box = a;
  box.x = std::lerp(a.x, b.x, t);
  box.y = std::lerp(a.y, b.y, t);
  box.width = std::lerp(a.width, b.width, t);
  box.height = std::lerp(a.height, b.height, t);
  box.rotation = a.rotation + std::remainder(b.rotation - a.rotation, 360) * t;
  return box;
}

std::uint64_t add_key_frames(std::vector<KeyFrame> track, std::int64_t last_frame,
                             BoxBetween box_between, TrackBuilder& builder,
                             AnnotatedFrames annotated) {
  std::erase_if(track, [&](const KeyFrame& key) {
    return !builder.has_frame(key.detection.box.frame) &&
           !add_detection(builder, key.detection, key.line);
  });
  std::uint64_t filled = 0;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const KeyFrame& key = track[i];
    if (key.shown && !add_detection(builder, key.detection, key.line)) continue;
    if (!key.goes_on) continue;
    const bool last = i + 1 == track.size();
    const KeyFrame& next = last ? key : track[i + 1];
    const std::int64_t from = key.detection.box.frame;
    const std::int64_t to =
        last ? std::min<std::int64_t>(last_frame, max_track_frames) + 1 : next.detection.box.frame;
    if (to - from > annotated.step && !can_move(key.detection, next.detection)) {
      builder.remark("a shape of another kind follows, and the frames between are left empty",
                     next.line);
      continue;
    }
    if (to - from > 1)
      reserve_rows(builder, static_cast<std::uint64_t>((to - from - 1) / annotated.step),
                   key.detection, key.line);
    for (std::int64_t frame = from + 1; frame < to; ++frame) {
      if (!annotated.has(frame)) continue;
      const double t =
          last ? 0 : static_cast<double>(frame - from) / static_cast<double>(to - from);
      Detection detection = between(key.detection, next.detection, t, box_between);
      detection.box.frame = frame;
      if (!add_detection(builder, std::move(detection), key.line)) break;
      ++filled;
    }
  }
  return filled;
}

}  // namespace overlace
