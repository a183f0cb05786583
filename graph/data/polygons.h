// SPDX-License-Identifier: Apache-2.0
// Polygons and polylines, put together from the primitives that there are.
#pragma once

#include <span>
#include <vector>

#include "graph/data/display_list.h"

namespace overlace {

/// How a line of straight pieces is painted.
struct LinePaint {
  Color color;
  float width = 1;  ///< px
  Dash dash;
  Glow glow;
};

/// Paints a line through the points, which is blended once; nothing for fewer than two.
void append_polyline(std::span<const Vec2> points, const LinePaint& paint, DisplayList& out);
/// Paints the closed line around the corners; it begins in the middle of a side, so that every
/// corner is a joint.
void append_ring(std::span<const Vec2> corners, const LinePaint& paint, DisplayList& out);

/// Fills polygons by the even-odd rule, pixel row by pixel row, with boxes that cover of each pixel
/// as much as the polygon does. Where several edges cross one pixel that is the area by the winding
/// rule, folded to even-odd: exact unless edges cross each other there. Keeps its memory.
class PolygonFill {
 public:
  /// Adds a closed ring to the polygon.
  void add(std::span<const Vec2> ring);
  /// Paints what was added and forgets it. What lies outside `picture` is left out.
  void paint(const Color& color, Size picture, DisplayList& out);

 private:
  struct Edge {
    Vec2 top, bottom;
    double direction;  ///< 1 where the ring goes down, -1 where it goes up
  };
  void cover_row(const Edge& edge, int row);
  void cover(double from, double to, double height);
  void cover_pixel(int x, double height, double mean);
  void paint_row(int row, const Color& color, DisplayList& out);

  std::vector<Edge> edges_;
  std::vector<std::size_t> active_;  ///< edges that the row may cross
  std::vector<double> steps_;        ///< of the row: winding from a pixel to the next
  int first_ = 0, last_ = -1;        ///< pixels with steps
};

}  // namespace overlace
