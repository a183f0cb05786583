// SPDX-License-Identifier: Apache-2.0
// Signs of areas in integers, and the rules that a crossing must meet.
#include "tracking/line_crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr double steps_per_px = 16;
/// Points beyond this are moved here: products of differences stay within 2^60.
constexpr double farthest = 1 << 28;

}  // namespace

CountingLine::CountingLine(std::span<const Vec2> points) {
  for (const Vec2 point : points)
    if (const Point next = rounded(point); points_.empty() || points_.back() != next)
      points_.push_back(next);
  if (points_.size() < 2)
    throw Error(ErrorCode::usage, "a line has at least two different points", "add points");
}

CountingLine::Point CountingLine::rounded(Vec2 point) {
  const auto steps = [](float value) {
    return std::llround(std::clamp(value * steps_per_px, -farthest, farthest));
  };
  return {steps(point.x), steps(point.y)};
}

/// 1 if `of` is to the right of the direction from `a` to `b` (y grows downwards), -1 if to its
/// left, 0 if on the line.
int CountingLine::side(Point a, Point b, Point of) {
  const std::int64_t area = (b.x - a.x) * (of.y - a.y) - (b.y - a.y) * (of.x - a.x);
  return (area > 0) - (area < 0);
}

/// The same for a segment of the line, moved by (-e, -e^2): a point exactly on it is to its right
/// or below.
bool CountingLine::is_right(Point a, Point b, Point of) {
  const int exact = side(a, b, of);
  if (exact != 0) return exact > 0;
  return b.y != a.y ? b.y < a.y : b.x > a.x;
}

/// The same for a point of the line, moved by (-e, -e^2), relative to the path.
bool CountingLine::sees_right(Point from, Point to, Point of) {
  const int exact = side(from, to, of);
  if (exact != 0) return exact > 0;
  return to.y != from.y ? to.y > from.y : to.x < from.x;
}

/// `sees_right` of point `i`; an end point is extended away from its neighbour.
bool CountingLine::end_is_right(Point from, Point to, std::size_t i, std::size_t other) const {
  const bool is_end = i == 0 || i + 1 == points_.size();
  if (is_end && side(from, to, points_[i]) == 0)
    if (const int neighbour = side(from, to, points_[other]); neighbour != 0) return neighbour < 0;
  return sees_right(from, to, points_[i]);
}

int CountingLine::crossed(Vec2 from_px, Vec2 to_px) const {
  const Point from = rounded(from_px), to = rounded(to_px);
  if (from == to) return 0;
  int net = 0;
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    const bool before = is_right(points_[i], points_[i + 1], from);
    const bool after = is_right(points_[i], points_[i + 1], to);
    if (before == after) continue;
    if (end_is_right(from, to, i, i + 1) == end_is_right(from, to, i + 1, i)) continue;
    net += after ? 1 : -1;
  }
  return net;
}

double CountingLine::distance(Vec2 point) const {
  const Point at = rounded(point);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
    const Point a = points_[i], b = points_[i + 1];
    const auto dx = static_cast<double>(b.x - a.x), dy = static_cast<double>(b.y - a.y);
    const auto px = static_cast<double>(at.x - a.x), py = static_cast<double>(at.y - a.y);
    const double along = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
    least = std::min(least, std::hypot(px - along * dx, py - along * dy));
  }
  return least / steps_per_px;
}

namespace {

constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();

/// What happens between the previous point and this one, and next.
struct Move {
  std::int32_t frame = 0;
  bool lost = false;              ///< the object was missing for too long
  int inwards = 0;                ///< inward crossings minus outward ones
  std::int64_t next_in = never;   ///< frame of the next inward crossing, unless lost before
  std::int64_t next_out = never;  ///< the same, outwards
};

std::vector<Move> moves_of(const CountingLine& line, std::span<const PathPoint> path,
                           std::int32_t max_gap) {
  std::vector<Move> moves;
  for (std::size_t i = 0; i < path.size(); ++i) {
    Move& move = moves.emplace_back(Move{path[i].frame});
    if (i == 0) continue;
    move.lost = path[i].frame - path[i - 1].frame > max_gap + 1;
    if (!move.lost) move.inwards = line.crossed(path[i - 1].at, path[i].at);
  }
  for (std::size_t i = moves.size(); i-- > 1;) {
    const Move& next = moves[i];
    if (next.lost) continue;
    moves[i - 1].next_in = next.inwards > 0 ? next.frame : next.next_in;
    moves[i - 1].next_out = next.inwards < 0 ? next.frame : next.next_out;
  }
  return moves;
}

/// Whether an object that crosses in this move comes back within `again` frames.
bool comes_back(int inwards, const Move& move, std::int32_t again) {
  return (inwards > 0 ? move.next_out : move.next_in) <= std::int64_t{move.frame} + again;
}

}  // namespace

std::vector<Crossing> count_crossings(const CountingLine& line, std::span<const PathPoint> path,
                                      const CrossingRules& rules) {
  const std::vector<Move> moves = moves_of(line, path, rules.max_gap);
  std::vector<Crossing> counted;
  int pending = 0;         // crossings that do not meet the rules yet
  std::int32_t since = 0;  // frame of the latest of them
  for (std::size_t i = 1; i < moves.size(); ++i) {
    const Move& move = moves[i];
    const std::int32_t now = move.frame;
    if (move.lost) pending = 0;
    if (move.inwards != 0) since = now;
    pending += move.inwards;
    const bool rested = counted.empty() || now - counted.back().frame >= rules.again;
    if (pending == 0 || !rested || now - since + 1 < rules.hold ||
        line.distance(path[i].at) < rules.margin || comes_back(pending, move, rules.again))
      continue;
    counted.push_back({now, pending});
    pending = 0;
  }
  return counted;
}

}  // namespace overlace
