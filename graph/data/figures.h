// SPDX-License-Identifier: Apache-2.0
// Simple figures that nodes draw with: boxes, dots, arcs and arrows; and groups of them.
#pragma once

#include "graph/data/display_list.h"
#include "graph/data/polygons.h"

namespace overlace {

/// The unit vector in a direction: degrees, 0 along +x, 90 along +y, the same bits everywhere.
[[nodiscard]] Vec2 direction_of(float degrees);

/// Fills a box whose corners are rounded, as far as it allows; nothing where it has no extent.
void append_box(const Box& box, float corner_radius, const Color& fill, DisplayList& out);
/// Fills a circle.
void append_dot(Vec2 center, float radius, const Color& fill, DisplayList& out);
/// Paints the line of a whole ellipse.
void append_ellipse(Vec2 center, Vec2 radii, const LinePaint& paint, DisplayList& out);
/// Paints a part of an ellipse with these half axes as one line, from the direction `start` on over
/// `sweep` degrees, clockwise where it is positive; at most a whole turn. Directions are those of
/// the circle that the ellipse is when it is not flattened.
void append_arc(Vec2 center, Vec2 radii, float start, float sweep, const LinePaint& paint,
                DisplayList& out);

/// Paints a filled triangle in a line's colour and glow: from the middle of a side of `width` px to
/// the tip opposite to it.
void append_triangle(Vec2 base, Vec2 tip, float width, const LinePaint& paint, DisplayList& out);
/// Paints an arrow: a line, and at its end a head as long as `head` px, or as the arrow where that
/// is shorter.
void append_arrow(Vec2 from, Vec2 tip, float head, const LinePaint& paint, DisplayList& out);

/// Paints all that is appended while it lives as one group.
class PaintedGroup {
 public:
  /// `out` must outlive it.
  explicit PaintedGroup(DisplayList& out, const GroupGeometry& group = {BlendMode::normal, 1});
  ~PaintedGroup();
  PaintedGroup(const PaintedGroup&) = delete;
  PaintedGroup& operator=(const PaintedGroup&) = delete;

 private:
  DisplayList& out_;
};

}  // namespace overlace
