// SPDX-License-Identifier: Apache-2.0
// Simple figures that nodes draw with: boxes, dots, arcs and arrows; and groups.
#pragma once

#include "graph/data/display_list.h"
#include "graph/data/polygons.h"

namespace overlace {

/// The unit vector in a direction in degrees, 0 along +x, 90 along +y; the same bits everywhere.
[[nodiscard]] Vec2 direction_of(float degrees);

/// Fills a box with rounded corners, at most as round as it allows; nothing if it has no extent.
void append_box(const Box& box, float corner_radius, const Color& fill, DisplayList& out);
/// Fills a circle.
void append_dot(Vec2 center, float radius, const Color& fill, DisplayList& out);
/// Strokes a whole ellipse.
void append_ellipse(Vec2 center, Vec2 radii, const LinePaint& paint, DisplayList& out);
/// Strokes an arc of an ellipse with these half axes, as one line, from the direction `start` over
/// `sweep` degrees, clockwise if positive; at most a full turn. Directions are those on the circle
/// that is flattened to the ellipse.
void append_arc(Vec2 center, Vec2 radii, float start, float sweep, const LinePaint& paint,
                DisplayList& out);

/// Paints a filled triangle in a line's colour and glow, from the middle of a side of `width` px to
/// the opposite tip.
void append_triangle(Vec2 base, Vec2 tip, float width, const LinePaint& paint, DisplayList& out);
/// Paints an arrow: a line that ends in a head `head` px long, or as long as the arrow if that is
/// shorter.
void append_arrow(Vec2 from, Vec2 tip, float head, const LinePaint& paint, DisplayList& out);

/// Paints everything appended during its lifetime as one group.
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
