// SPDX-License-Identifier: Apache-2.0
// Polygons and polylines, built from the existing primitives.
#pragma once

#include <cstddef>
#include <span>

#include "graph/data/display_list.h"

namespace overlace {

/// How a line of straight segments is painted.
struct LinePaint {
  Color color;
  float width = 1;  ///< px
  Dash dash;
  Glow glow;
  float trim_end = 1;  ///< part of the line that is painted, from its start
};

/// Paints a line through the points, blended once; nothing for fewer than two.
void append_polyline(std::span<const Vec2> points, const LinePaint& paint, DisplayList& out);
/// Paints a closed line through the corners. It begins in the middle of a side, so that every
/// corner is a joint.
void append_ring(std::span<const Vec2> corners, const LinePaint& paint, DisplayList& out);

/// Closed rings painted as one area by the even-odd rule: exact even where they cross.
class AreaRings {
 public:
  /// `out` must outlive it; nothing else may add outlines to it meanwhile.
  explicit AreaRings(DisplayList& out) : out_(out), first_(out.outlines.size()) {}
  void add(std::span<const Vec2> ring);
  /// Appends the area of all rings so far, if it is visible.
  void paint(const Color& fill);

 private:
  DisplayList& out_;
  std::size_t first_;
  std::uint32_t rings_ = 0;
};

}  // namespace overlace
