// SPDX-License-Identifier: Apache-2.0
// Marks for points, painted by nodes themselves: polygons, crosses, arcs and reticles.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "graph/data/figures.h"

namespace overlace {

/// Shapes of marks; devices have operations for the first three.
enum class MarkStyle : std::uint8_t {
  dot,
  ring,
  cross,
  square,
  triangle,
  diamond,
  star,
  chevron,
  plus,
  x,
  pointer,
  arc,
  reticle,
  ground
};

/// How one mark is painted; lengths in px, angles in degrees.
struct Mark {
  MarkStyle style = MarkStyle::dot;
  Vec2 center;
  float radius = 0;
  float turn = 0;                    ///< of the whole mark, clockwise
  float gap = 0;                     ///< half the open centre of crosses
  float extend = 0;                  ///< how far lines extend, as a share of the way to the sides
  float arc_start = 0, arc_end = 0;  ///< of arcs and ground rings
  float tilt = 1;                    ///< height of ground rings relative to their width
  int ticks = 0;                     ///< of reticles
  LinePaint line;                    ///< of line marks; filled marks take its colour
  LinePaint outline;                 ///< around filled marks
  Vec2 picture;                      ///< its size
};

/// Paints marks into a list.
class MarkPainter {
 public:
  MarkPainter(const Mark& mark, DisplayList& out) : m_(mark), out_(out) {}

  void paint() {
    switch (m_.style) {
      case MarkStyle::dot:
        return dot();
      case MarkStyle::ring:
        return append_ellipse(m_.center, {m_.radius, m_.radius}, m_.line, out_);
      case MarkStyle::square:
        return polygon(
            std::array{at(-45, diagonal), at(45, diagonal), at(135, diagonal), at(225, diagonal)});
      case MarkStyle::triangle:
        return polygon(std::array{at(-90), at(30), at(150)});
      case MarkStyle::diamond:
        return polygon(std::array{at(-90), at(0), at(90), at(180)});
      case MarkStyle::star:
        return star();
      case MarkStyle::chevron:
        return append_polyline(std::array{at(150), at(-90), at(30)}, m_.line, out_);
      case MarkStyle::cross:
        return cross(0, m_.gap > 0 ? m_.gap : m_.radius * cross_gap);
      case MarkStyle::plus:
        return cross(0, m_.gap);
      case MarkStyle::x:
        return cross(45, m_.gap);
      case MarkStyle::pointer:
        return polygon(
            std::array{at(0, 0), at(-90 - wing, wing_length), at(-90 + wing, wing_length)});
      case MarkStyle::arc:
        return arc({m_.radius, m_.radius}, m_.turn);
      case MarkStyle::reticle:
        return reticle();
      case MarkStyle::ground:
        return arc({m_.radius, m_.radius * m_.tilt}, 0);
    }
  }

 private:
  static constexpr float diagonal = 1.41421356F;  ///< of a square, relative to its side
  static constexpr float cross_gap = 0.3F;        ///< of a cross, relative to its radius
  /// A pointer stands on its tip and is as wide as it is high: its wings are atan(1/2) off the
  /// vertical, in degrees, and sqrt(5) radii long.
  static constexpr float wing = 26.5650512F, wing_length = 2.23606798F;
  static constexpr float star_waist = 0.38196601F;  ///< of a pentagram: 1 / golden ratio squared

  /// A point `part` radii from the mark's centre, in a direction before the mark is turned.
  [[nodiscard]] Vec2 at(float degrees, float part = 1) const {
    return m_.center + direction_of(degrees + m_.turn) * (m_.radius * part);
  }

  void dot() {
    const std::size_t before = out_.primitives.size();
    append_dot(m_.center, m_.radius, m_.line.color, out_);
    if (out_.primitives.size() > before) out_.primitives.back().glow = m_.line.glow;
    append_ellipse(m_.center, {m_.radius, m_.radius}, m_.outline, out_);
  }

  /// Areas have no glow: it comes from the outline, or else from a hairline.
  void polygon(std::span<const Vec2> corners) {
    if (!(m_.line.color.a > 0)) return append_ring(corners, m_.outline, out_);
    LinePaint hairline = m_.line;
    hairline.width = 1;
    if (m_.line.glow.radius > 0 && !(m_.outline.width > 0)) append_ring(corners, hairline, out_);
    AreaRings area(out_);
    area.add(corners);
    area.paint(m_.line.color);
    append_ring(corners, m_.outline, out_);
  }

  void star() {
    std::array<Vec2, 10> corners;
    for (std::size_t i = 0; i < corners.size(); ++i)
      corners[i] = at(-90 + 36 * static_cast<float>(i), i % 2 == 0 ? 1 : star_waist);
    polygon(corners);
  }

  void line(Vec2 from, Vec2 to) { append_polyline(std::array{from, to}, m_.line, out_); }

  /// Four arms, or two bars if there is no open centre.
  void cross(float degrees, float gap) {
    const float inner = gap / std::max(m_.radius, 1e-6F);
    for (int i = 0; i < 4; ++i) {
      const float way = degrees + 90 * static_cast<float>(i);
      if (gap > 0 && inner < 1) line(at(way, inner), at(way));
      if (!(gap > 0) && i < 2) line(at(way + 180), at(way));
      hair(way);
    }
  }

  /// A line from the mark's edge towards the side of the picture.
  void hair(float degrees) {
    const Vec2 edge = at(degrees), way = direction_of(degrees + m_.turn);
    const float reach = m_.extend * distance_to_side(edge, way);
    if (reach > 0) line(edge, edge + way * reach);
  }
  [[nodiscard]] float distance_to_side(Vec2 from, Vec2 way) const {
    const auto along = [](float at, float step, float end) {
      return step > 0 ? (end - at) / step : step < 0 ? -at / step : 1e9F;
    };
    constexpr float upright = 1e-6F;  // rounding error of a right angle's cosine
    const Vec2 w{std::abs(way.x) < upright ? 0 : way.x, std::abs(way.y) < upright ? 0 : way.y};
    return std::min(along(from.x, w.x, m_.picture.x), along(from.y, w.y, m_.picture.y));
  }

  void arc(Vec2 radii, float turn) {
    append_arc(m_.center, radii, m_.arc_start + turn, m_.arc_end - m_.arc_start, m_.line, out_);
  }

  void reticle() {
    append_ellipse(m_.center, {m_.radius, m_.radius}, m_.line, out_);
    constexpr float tick = 0.22F;  // length relative to the radius
    for (int i = 0; i < m_.ticks; ++i) {
      const float way = 360 * static_cast<float>(i) / static_cast<float>(m_.ticks);
      line(at(way, 1 - tick), at(way, 1));
    }
    for (int i = 0; i < 4; ++i) hair(90 * static_cast<float>(i));
  }

  const Mark& m_;
  DisplayList& out_;
};

}  // namespace overlace
