// SPDX-License-Identifier: Apache-2.0
// The outlines of shapes as chains of curves, for what is stroked along a path: dashes, rings,
// crosses, diamonds. Curves are lines, or quarter ellipses as rational quadratics, made on demand.
#pragma once

#include "gpu/kernels/lane.h"
#include "graph/data/display_list.h"

namespace overlace {

/// How many curves an outline has. All its chains have equally many; curves are numbered along
/// them, clockwise on the screen from the middle of the top where the shape is closed.
struct OutlineSize {
  std::uint32_t chains = 1;
  std::uint32_t curves_per_chain = 1;
  bool closed = false;  ///< the end of the (only) chain meets its start
  [[nodiscard]] OVL_FN std::uint32_t curves() const { return chains * curves_per_chain; }
};

/// Bars that a cross has along its row and its column: one through the middle without a gap, or one
/// on each side of it, if there is room.
struct CrossBars {
  std::uint32_t row = 0, column = 0;
};
OVL_FN CrossBars cross_bars(const ShapeGeometry& s) {
  if (!(s.arm > 0)) return {1, 1};
  return {s.arm < s.half_size.x ? 2U : 0U, s.arm < s.half_size.y ? 2U : 0U};
}

OVL_FN OutlineSize outline_size(const ShapeGeometry& s) {
  const std::uint32_t arcs = s.corner_radius > 0 ? 1 : 0;
  switch (s.kind) {
    case ShapeKind::rounded_box:
      return {1, 5 + 4 * arcs, true};
    case ShapeKind::corner_brackets:
      return {4, 2 + arcs, false};
    case ShapeKind::cross:
      return {cross_bars(s).row + cross_bars(s).column, 1, false};
    case ShapeKind::ellipse:
    case ShapeKind::diamond:
      break;
  }
  return {1, 4, true};
}

OVL_FN Curve line_between(Vec2 from, Vec2 to) {
  Curve c;
  c.p0 = from;
  c.p1 = to;
  c.hc = (from + to) * 0.5F;
  return c;
}

/// A quarter of an ellipse that leaves `from` towards `corner` and reaches `to` coming from there,
/// in enough segments for an error of an eighth of a pixel.
OVL_FN Curve quarter_between(Vec2 from, Vec2 corner, Vec2 to) {
  const float radius = max(abs(to.x - from.x), abs(to.y - from.y));
  if (!(radius > 0)) return line_between(from, to);
  constexpr float weight = 0.70710678F;  // cosine of half the turning angle
  Curve c;
  c.p0 = from;
  c.p1 = to;
  c.hc = corner * weight;
  c.w = weight;
  const auto segments = static_cast<std::uint32_t>(min(sqrt(2.0F * radius), 251.0F)) + 5U;
  c.segments = segments < 6 ? 6 : segments;
  return c;
}

/// A corner of a box, and where its arc begins and ends clockwise; without a radius, both are the
/// corner itself. Corners go clockwise from the top right.
struct BoxCorner {
  Vec2 begin, corner, end;
};
OVL_FN BoxCorner box_corner(const ShapeGeometry& s, std::uint32_t index, float begin_to_corner,
                            float corner_to_end) {
  const float sx = index < 2 ? 1.0F : -1.0F;
  const float sy = index == 1 || index == 2 ? 1.0F : -1.0F;
  const Vec2 corner{s.center.x + sx * s.half_size.x, s.center.y + sy * s.half_size.y};
  const bool row_first = index % 2 == 0;
  if (row_first) {
    return {{corner.x - sx * begin_to_corner, corner.y},
            corner,
            {corner.x, corner.y - sy * corner_to_end}};
  }
  return {{corner.x, corner.y - sy * begin_to_corner},
          corner,
          {corner.x - sx * corner_to_end, corner.y}};
}
OVL_FN BoxCorner box_corner(const ShapeGeometry& s, std::uint32_t index) {
  return box_corner(s, index, s.corner_radius, s.corner_radius);
}

/// A line to each corner and the arc around it, and a line to the middle of the top.
OVL_FN Curve box_curve(const ShapeGeometry& s, std::uint32_t index) {
  const std::uint32_t parts = s.corner_radius > 0 ? 2 : 1;
  const std::uint32_t corner = index / parts;
  const Vec2 top{s.center.x, s.center.y - s.half_size.y};
  if (corner == 4) return line_between(box_corner(s, 3).end, top);
  const BoxCorner here = box_corner(s, corner);
  if (index % parts == 1) return quarter_between(here.begin, here.corner, here.end);
  return line_between(corner == 0 ? top : box_corner(s, corner - 1).end, here.begin);
}

/// The middles of a box's sides, clockwise from the top.
OVL_FN Vec2 side_middle(const ShapeGeometry& s, std::uint32_t index) {
  switch (index % 4) {
    case 1:
      return {s.center.x + s.half_size.x, s.center.y};
    case 2:
      return {s.center.x, s.center.y + s.half_size.y};
    case 3:
      return {s.center.x - s.half_size.x, s.center.y};
    default:
      return {s.center.x, s.center.y - s.half_size.y};
  }
}

/// One chain around each corner: an arm, the corner's arc, an arm.
OVL_FN Curve bracket_curve(const ShapeGeometry& s, std::uint32_t index) {
  const float r = s.corner_radius;
  const std::uint32_t parts = r > 0 ? 3 : 2;
  const std::uint32_t corner = index / parts, part = index % parts;
  const float arm_x = clamp(s.arm, r, max(s.half_size.x, r));
  const float arm_y = clamp(s.arm, r, max(s.half_size.y, r));
  const bool row_first = corner % 2 == 0;
  const BoxCorner arms =
      box_corner(s, corner, row_first ? arm_x : arm_y, row_first ? arm_y : arm_x);
  const BoxCorner arc = box_corner(s, corner);
  if (part == 0) return line_between(arms.begin, arc.begin);
  if (part + 1 == parts) return line_between(arc.end, arms.end);
  return quarter_between(arc.begin, arc.corner, arc.end);
}

/// Bars along the row from left to right, then along the column downwards.
OVL_FN Curve cross_curve(const ShapeGeometry& s, std::uint32_t index) {
  const CrossBars bars = cross_bars(s);
  const bool on_row = index < bars.row;
  const std::uint32_t bar = on_row ? index : index - bars.row;
  const float half = on_row ? s.half_size.x : s.half_size.y;
  float from = -half, to = half;
  if (s.arm > 0) {
    from = bar == 0 ? -half : s.arm;
    to = bar == 0 ? -s.arm : half;
  }
  const Vec2 axis = on_row ? Vec2{1, 0} : Vec2{0, 1};
  return line_between(s.center + axis * from, s.center + axis * to);
}

/// Curve `index` of a shape's outline. Precondition: index < outline_size(s).curves().
OVL_FN Curve outline_curve(const ShapeGeometry& s, std::uint32_t index) {
  switch (s.kind) {
    case ShapeKind::rounded_box:
      return box_curve(s, index);
    case ShapeKind::corner_brackets:
      return bracket_curve(s, index);
    case ShapeKind::cross:
      return cross_curve(s, index);
    case ShapeKind::diamond:
      return line_between(side_middle(s, index), side_middle(s, index + 1));
    case ShapeKind::ellipse:
      break;
  }
  return quarter_between(side_middle(s, index), box_corner(s, index).corner,
                         side_middle(s, index + 1));
}

}  // namespace overlace
