// SPDX-License-Identifier: Apache-2.0
// Crossings of a line by the path of an object, decided by exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// A line of straight segments with a direction. A path crosses it inwards from its left to its
/// right side, as seen when going along it: a line from left to right is crossed inwards when going
/// down.
///
/// Points are rounded to 1/16 px. All signs are exact, and degenerate cases are decided as if the
/// line lay an infinitesimal step to the left and above ("Simulation of Simplicity", Edelsbrunner
/// and Mücke, 1990), its two ends extended by more than that: a path that touches an end crosses,
/// and a path that passes a joint or stops on the line crosses once.
class CountingLine {
 public:
  /// Repeated points count once. Throws Error(usage) for fewer than two different points.
  explicit CountingLine(std::span<const Vec2> points);

  /// Crossings inwards less crossings outwards on the straight way between two points.
  [[nodiscard]] int crossed(Vec2 from, Vec2 to) const;
  /// Distance of a point from the line in px.
  [[nodiscard]] double distance(Vec2 point) const;

 private:
  struct Point {
    std::int64_t x, y;  ///< 1/16 px
    friend bool operator==(Point, Point) = default;
  };
  static Point rounded(Vec2 point);
  static int side(Point a, Point b, Point of);
  static bool is_right(Point a, Point b, Point of);
  static bool sees_right(Point from, Point to, Point of);
  [[nodiscard]] bool end_is_right(Point from, Point to, std::size_t i, std::size_t other) const;

  std::vector<Point> points_;
};

/// What makes a crossing count.
struct CrossingRules {
  double margin = 0;         ///< px that the object must be away from the line
  std::int32_t hold = 1;     ///< frames beyond the line, the first one included
  std::int32_t again = 0;    ///< least frames between two counts, and until one who comes back
  std::int32_t max_gap = 0;  ///< frames without the object that a straight way may bridge
};

/// Where an object is in a frame.
struct PathPoint {
  std::int32_t frame = 0;
  Vec2 at;
};

/// A crossing in the frame in which it counts.
struct Crossing {
  std::int32_t frame = 0;
  int inwards = 0;  ///< 1 inwards, -1 outwards; more where a bent line is crossed several times
  friend bool operator==(const Crossing&, const Crossing&) = default;
};

/// The crossings of one object, whose points are in order of frames. A crossing counts in the first
/// frame in which all rules are met; one that is taken back before, or within `again` frames after
/// it, does not count. So who wavers on the line counts once, when he has left it for good.
[[nodiscard]] std::vector<Crossing> count_crossings(const CountingLine& line,
                                                    std::span<const PathPoint> path,
                                                    const CrossingRules& rules);

}  // namespace overlace
