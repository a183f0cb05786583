// SPDX-License-Identifier: Apache-2.0
// The path that an object has travelled: points of its boxes, and their distance along the path.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "graph/data/anchor.h"
#include "graph/data/tracks.h"

namespace overlace {

/// A place on a path.
struct TrailStop {
  Vec2 point;
  float age = 0;     ///< 0 now, 1 at the end of the trail, in the past or in the future
  double along = 0;  ///< px of the path up to here, from the track's birth
  std::uint32_t row = no_row;
  bool jumps = false;  ///< the path is broken between here and the previous, newer stop
};

/// How paths are made from rows. Between the newest and the oldest row, only every `step`-th frame
/// number is used, so that a path stays in place while it grows.
struct TrailRule {
  Anchor anchor = Anchor::bottom;
  std::int32_t step = 1;
  std::int32_t frames = 1;  ///< length of a trail
  std::int32_t ahead = 0;   ///< frames of the future path
  float max_jump = 0;       ///< px; longer legs break the path; 0: no limit
  /// How the camera moves, for paths that stay with the scene; null for paths in the picture.
  std::shared_ptr<const CameraPath> camera{};
};

/// The paths of a table's tracks. If the rule has a camera they lie on the plane of the scene, and
/// `show` maps them into a frame.
class TrailPaths {
 public:
  TrailPaths(const TrackTable& table, const TrailRule& rule, std::int32_t first_frame)
      : rule_(rule), first_frame_(first_frame), along_(table.row_count(), 0) {
    frames_.reserve(table.row_count());
    for (std::int32_t i = 0; i < table.frame_count(); ++i) {
      const std::int32_t frame = table.first_frame + i;
      frames_.insert(frames_.end(), table.rows(frame).size(), frame);
    }
    for (std::uint32_t row = 0; row < table.row_count(); ++row) {
      if (table.previous[row] == no_row && table.next[row] != no_row) measure(table, row);
      if (table.previous[row] != no_row && table.next[row] == no_row) ends_.push_back(row);
    }
  }

  [[nodiscard]] const TrailRule& rule() const { return rule_; }
  [[nodiscard]] std::int32_t frame_of(std::uint32_t row) const { return frames_[row]; }
  /// The last rows of all tracks with more than one row, in frame order.
  [[nodiscard]] std::span<const std::uint32_t> ends() const { return ends_; }

  /// The trail from a row back to the oldest one that is not too old at `now`, newest first.
  void trail(const TrackTable& table, std::uint32_t head, std::int32_t now,
             std::vector<TrailStop>& out) const {
    out.clear();
    add_past(table, head, now, out);
    for (std::uint32_t row = table.previous[head]; row != no_row; row = table.previous[row]) {
      const std::int32_t frame = frame_of(row);
      if (now - frame > rule_.frames) break;
      const std::uint32_t older = table.previous[row];
      const bool last = older == no_row || now - frame_of(older) > rule_.frames;
      if (last || counts(frame)) add_past(table, row, now, out);
    }
  }

  /// The future path, as far as the rule looks ahead of `now`, the frame of `head`; its far end
  /// comes first.
  void path_ahead(const TrackTable& table, std::uint32_t head, std::int32_t now,
                  std::vector<TrailStop>& out) const {
    out.clear();
    const auto is_too_far = [&](std::uint32_t row) {
      return row == no_row || frame_of(row) - now > rule_.ahead;
    };
    for (std::uint32_t row = head; !is_too_far(row); row = table.next[row])
      if (row == head || is_too_far(table.next[row]) || counts(frame_of(row)))
        add(table, row, share_of(frame_of(row) - now, rule_.ahead), out);
    std::ranges::reverse(out);
    mark_jumps(out);
  }

  /// A trail of only those stops that no longer move, and one more at the old end: anything placed
  /// between two of them stays there.
  void settled_trail(const TrackTable& table, std::uint32_t head, std::int32_t now,
                     std::vector<TrailStop>& out) const {
    out.clear();
    for (std::uint32_t row = head; row != no_row; row = table.previous[row]) {
      if (!is_stop(table, row)) continue;
      add_past(table, row, now, out);
      if (out.back().age > 1) break;
    }
  }

  /// Moves stops to where a frame shows them. Those behind the camera are removed, which breaks the
  /// path. `along` stays a length in the scene.
  void show(std::int32_t frame, std::vector<TrailStop>& stops) const {
    if (rule_.camera == nullptr) return;
    const std::optional<Homography> to_frame = inverse(rule_.camera->at(frame));
    std::size_t kept = 0;
    bool broken = false;
    for (TrailStop stop : stops) {
      const auto at = to_frame ? (*to_frame)({stop.point.x, stop.point.y}) : std::nullopt;
      stop.jumps = stop.jumps || broken;
      broken = !at;
      if (!at) continue;
      stop.point = {static_cast<float>(at->x), static_cast<float>(at->y)};
      stops[kept++] = stop;
    }
    stops.resize(kept);
  }

 private:
  /// Where a row's object is, in its picture or in the scene.
  [[nodiscard]] Vec2 place(const TrackTable& table, std::uint32_t row) const {
    const Vec2 point = anchor_point(table.box[row], rule_.anchor);
    if (rule_.camera == nullptr) return point;
    const auto at = rule_.camera->at(frame_of(row))({point.x, point.y});
    return at ? Vec2{static_cast<float>(at->x), static_cast<float>(at->y)} : point;
  }
  [[nodiscard]] bool counts(std::int32_t frame) const {
    return (frame - first_frame_) % rule_.step == 0;
  }
  [[nodiscard]] bool is_stop(const TrackTable& table, std::uint32_t row) const {
    return table.previous[row] == no_row || table.next[row] == no_row || counts(frame_of(row));
  }
  [[nodiscard]] bool is_jump(Vec2 way) const {
    return rule_.max_jump > 0 && !(std::hypot(way.x, way.y) <= rule_.max_jump);
  }

  /// Measures a track from its birth on.
  void measure(const TrackTable& table, std::uint32_t birth) {
    Vec2 reached = place(table, birth);
    double along = 0;
    for (std::uint32_t row = table.next[birth]; row != no_row; row = table.next[row]) {
      const Vec2 point = place(table, row), way = point - reached;
      along_[row] = along + (is_jump(way) ? 0.0 : std::hypot(double{way.x}, double{way.y}));
      if (!is_stop(table, row)) continue;
      along = along_[row];
      reached = point;
    }
  }

  [[nodiscard]] static float share_of(std::int32_t frames, std::int32_t all) {
    return static_cast<float>(frames) / static_cast<float>(all);
  }
  void add(const TrackTable& table, std::uint32_t row, float age,
           std::vector<TrailStop>& out) const {
    const Vec2 point = place(table, row);
    out.push_back({.point = point,
                   .age = age,
                   .along = along_[row],
                   .row = row,
                   .jumps = !out.empty() && is_jump(point - out.back().point)});
  }
  void add_past(const TrackTable& table, std::uint32_t row, std::int32_t now,
                std::vector<TrailStop>& out) const {
    add(table, row, share_of(now - frame_of(row), rule_.frames), out);
  }
  void mark_jumps(std::span<TrailStop> stops) const {
    for (std::size_t i = 0; i < stops.size(); ++i)
      stops[i].jumps = i > 0 && is_jump(stops[i].point - stops[i - 1].point);
  }

  TrailRule rule_;
  std::int32_t first_frame_;
  std::vector<double> along_;         ///< by row
  std::vector<std::int32_t> frames_;  ///< by row, to look them up only once
  std::vector<std::uint32_t> ends_;
};

/// The place `along` px from a track's birth, between two stops of its path. Its row is that of the
/// older one.
[[nodiscard]] inline TrailStop between(const TrailStop& newer, const TrailStop& older,
                                       double along) {
  const double way = newer.along - older.along;
  const auto t = way > 0 ? static_cast<float>((along - older.along) / way) : 0.0F;
  return {.point = older.point + (newer.point - older.point) * t,
          .age = older.age + (newer.age - older.age) * t,
          .along = along,
          .row = older.row};
}

/// Calls `use(mark, number, newer, older)` for each place of a settled trail at a multiple of
/// `spacing` px from the track's birth, newest first, except those that are too old.
template <class F>
void for_each_mark(std::span<const TrailStop> stops, double spacing, F use) {
  for (std::size_t i = 0; i + 1 < stops.size(); ++i) {
    const TrailStop &newer = stops[i], &older = stops[i + 1];
    if (older.jumps) continue;
    for (double number = std::floor(newer.along / spacing); number * spacing > older.along;
         --number) {
      const TrailStop mark = between(newer, older, number * spacing);
      if (mark.age <= 1) use(mark, static_cast<std::int64_t>(number), newer, older);
    }
  }
}

}  // namespace overlace
