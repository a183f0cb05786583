// SPDX-License-Identifier: Apache-2.0
// Crossings of a line by an object's path, decided with exact signs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// A directed line of straight segments. A path crosses it inwards from its left to its right side,
/// as seen along its direction: a line from left to right is crossed inwards when going down.
///
/// Points are rounded to 1/16 px. All signs are exact, and degenerate cases are decided as if the
/// line lay an infinitesimal step to the left and above ("Simulation of Simplicity", Edelsbrunner
/// and Mücke, 1990), with both ends extended by more than that: a path that touches an end crosses,
/// and a path that passes a joint or stops on the line crosses once.
class CountingLine {
 public:
  /// Repeated points count once. Throws Error(usage) for fewer than two different points.
  explicit CountingLine(std::span<const Vec2> points);

  /// Inward crossings minus outward ones on the straight path between two points.
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

/// The rules for counting a crossing.
struct CrossingRules {
  double margin = 0;         ///< minimum distance of the object from the line, px
  std::int32_t hold = 1;     ///< frames beyond the line, including the first one
  std::int32_t again = 0;    ///< minimum frames between two counts, and until a return
  std::int32_t max_gap = 0;  ///< frames without the object that a straight path may bridge
};

/// The position of an object in a frame.
struct PathPoint {
  std::int32_t frame = 0;
  Vec2 at;
};

/// A crossing, in the frame in which it counts.
struct Crossing {
  std::int32_t frame = 0;
  int inwards = 0;  ///< 1 inwards, -1 outwards; more if a bent line is crossed several times
  friend bool operator==(const Crossing&, const Crossing&) = default;
};

/// The crossings of one object, whose points are in frame order. A crossing counts in the first
/// frame in which all rules are met; one that is reversed before that, or within `again` frames
/// after, does not. So an object that wavers on the line counts once, when it has left it for good.
[[nodiscard]] std::vector<Crossing> count_crossings(const CountingLine& line,
                                                    std::span<const PathPoint> path,
                                                    const CrossingRules& rules);

}  // namespace overlace
