// SPDX-License-Identifier: Apache-2.0
// What lies between key frames.
#include "io/tracks/key_frames.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

Vec2 between(Vec2 a, Vec2 b, double t) {
  return {static_cast<float>(std::lerp(a.x, b.x, t)), static_cast<float>(std::lerp(a.y, b.y, t))};
}

/// Whether there is a straight way from one shape to the other.
bool can_move(const FileThing& a, const FileThing& b) {
  const auto same_ring = [](const OutlinePoint& p, const OutlinePoint& q) {
    return p.ring == q.ring;
  };
  return a.mask.empty() && b.mask.empty() && a.key_points.size() == b.key_points.size() &&
         std::ranges::equal(a.outline, b.outline, same_ring);
}

/// The shape at `t` of the way; what is no place stays that of the first.
FileThing between(const FileThing& a, const FileThing& b, double t) {
  FileThing thing = a;
  thing.box.x = std::lerp(a.box.x, b.box.x, t);
  thing.box.y = std::lerp(a.box.y, b.box.y, t);
  thing.box.width = std::lerp(a.box.width, b.box.width, t);
  thing.box.height = std::lerp(a.box.height, b.box.height, t);
  thing.box.rotation = std::lerp(a.box.rotation, b.box.rotation, t);
  for (std::size_t i = 0; i < thing.outline.size(); ++i)
    thing.outline[i].at = between(a.outline[i].at, b.outline[i].at, t);
  for (std::size_t i = 0; i < thing.key_points.size(); ++i)
    if (a.key_points[i].state != PointState::absent && b.key_points[i].state != PointState::absent)
      thing.key_points[i].at = between(a.key_points[i].at, b.key_points[i].at, t);
  return thing;
}

}  // namespace

std::uint64_t add_key_frames(std::span<const KeyFrame> track, std::int64_t last_frame,
                             TrackBuilder& builder) {
  std::uint64_t filled = 0;
  for (std::size_t i = 0; i < track.size(); ++i) {
    const KeyFrame& key = track[i];
    if (key.shown && !add_thing(builder, key.thing, key.line)) continue;
    if (!key.goes_on) continue;
    const bool last = i + 1 == track.size();
    const KeyFrame& next = last ? key : track[i + 1];
    const std::int64_t from = key.thing.box.frame;
    const std::int64_t to =
        last ? std::min<std::int64_t>(last_frame, max_track_frames) + 1 : next.thing.box.frame;
    if (to - from > 1 && !can_move(key.thing, next.thing)) {
      builder.remark("a shape of another kind follows, and the frames between are left empty",
                     next.line);
      continue;
    }
    for (std::int64_t frame = from + 1; frame < to && frame <= from + max_track_frames; ++frame) {
      const double t =
          last ? 0 : static_cast<double>(frame - from) / static_cast<double>(to - from);
      FileThing thing = between(key.thing, next.thing, t);
      thing.box.frame = frame;
      if (!add_thing(builder, std::move(thing), key.line)) break;
      ++filled;
    }
  }
  return filled;
}

}  // namespace overlace
