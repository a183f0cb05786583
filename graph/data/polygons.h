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

/// Fills polygons by the even-odd rule, pixel row by pixel row, with boxes: their ends are as fine
/// as a box's, their upper and lower edges follow whole pixels. Keeps its memory.
class PolygonFill {
 public:
  /// Adds a closed ring to the polygon.
  void add(std::span<const Vec2> ring);
  /// Paints what was added and forgets it. Rows outside `picture` are left out.
  void paint(const Color& color, Size picture, DisplayList& out);

 private:
  struct Edge {
    Vec2 top, bottom;
  };
  void cross(float y);

  std::vector<Edge> edges_;
  std::vector<std::size_t> active_;  ///< edges that the row may cross
  std::vector<float> crossings_;     ///< of the row, from the left
};

}  // namespace overlace
