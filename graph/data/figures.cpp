// SPDX-License-Identifier: Apache-2.0
// Simple figures from the existing primitives.
#include "graph/data/figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

constexpr float flattening = 0.1F;   ///< largest distance between a chord and its arc, px
constexpr float largest_sweep = 90;  ///< per conic, degrees
constexpr float most_segments = 64;  ///< per conic

float radians(float degrees) {
  return degrees * (std::numbers::pi_v<float> / 180);
}

/// Chords for an arc, such that the height of each, r a^2 / 8 for an angle a, is below the limit.
std::uint32_t segments_of(float radius, float sweep) {
  const float chords = radians(sweep) * std::sqrt(radius / (8 * flattening));
  return static_cast<std::uint32_t>(std::clamp(std::ceil(chords * 1.2F), 1.0F, most_segments));
}

/// An arc of less than half a turn as a rational parabola, whose weight is the cosine of half the
/// angle (Farin, "Curves and Surfaces for CAGD").
Curve conic_of(Vec2 center, Vec2 radii, float start, float sweep) {
  const auto way = [&](float degrees) {
    const Vec2 direction = direction_of(degrees);
    return Vec2{direction.x * radii.x, direction.y * radii.y};
  };
  Curve curve;
  curve.w = direction_of(sweep / 2).x;
  curve.p0 = center + way(start);
  curve.p1 = center + way(start + sweep);
  curve.hc = center * curve.w + way(start + sweep / 2);
  curve.segments = segments_of(std::max(radii.x, radii.y), std::abs(sweep));
  const Vec2 chord = curve.p1 - curve.p0;
  curve.length = std::sqrt(chord.x * chord.x + chord.y * chord.y);
  return curve;
}

bool is_visible(const LinePaint& paint) {
  return paint.width > 0 && paint.color.a > 0;
}

Primitive shape_of(const ShapeGeometry& shape) {
  Primitive primitive;
  primitive.kind = PrimitiveKind::shape;
  primitive.shape = shape;
  return primitive;
}

void set_line(const LinePaint& paint, Primitive& out) {
  out.stroke = out.stroke_end = paint.color;
  out.width = out.width_end = paint.width;
  out.trim_end = paint.trim_end;
  out.dash = paint.dash;
  out.glow = paint.glow;
}

}  // namespace

Vec2 direction_of(float degrees) {
  const double angle = static_cast<double>(degrees) * (std::numbers::pi / 180);
  return {static_cast<float>(elementary::cos(angle)), static_cast<float>(elementary::sin(angle))};
}

void append_box(const Box& box, float corner_radius, const Color& fill, DisplayList& out) {
  if (!(fill.a > 0) || !(box.width > 0) || !(box.height > 0)) return;
  const Vec2 half{box.width / 2, box.height / 2};
  const float radius = std::clamp(corner_radius, 0.0F, std::min(half.x, half.y));
  Primitive shape = shape_of({box.center(), half, radius, 0, ShapeKind::rounded_box});
  shape.fill = fill;
  out.primitives.push_back(shape);
}

void append_dot(Vec2 center, float radius, const Color& fill, DisplayList& out) {
  if (!(fill.a > 0) || !(radius > 0)) return;
  Primitive shape = shape_of({center, {radius, radius}, 0, 0, ShapeKind::ellipse});
  shape.fill = fill;
  out.primitives.push_back(shape);
}

void append_ellipse(Vec2 center, Vec2 radii, const LinePaint& paint, DisplayList& out) {
  if (!is_visible(paint) || !(radii.x > 0) || !(radii.y > 0)) return;
  Primitive shape = shape_of({center, radii, 0, 0, ShapeKind::ellipse});
  set_line(paint, shape);
  out.primitives.push_back(shape);
}

void append_arc(Vec2 center, Vec2 radii, float start, float sweep, const LinePaint& paint,
                DisplayList& out) {
  if (!is_visible(paint) || !(radii.x > 0) || !(radii.y > 0) || sweep == 0) return;
  const float whole = std::clamp(sweep, -360.0F, 360.0F);
  const auto pieces = static_cast<int>(std::ceil(std::abs(whole) / largest_sweep));
  const float part = whole / static_cast<float>(pieces);
  for (int i = 0; i < pieces; ++i) {
    Primitive piece;
    piece.kind = PrimitiveKind::curve;
    piece.joined = i > 0;
    piece.curve = conic_of(center, radii, start + part * static_cast<float>(i), part);
    set_line(paint, piece);
    out.primitives.push_back(piece);
  }
}

void append_triangle(Vec2 base, Vec2 tip, float width, const LinePaint& paint, DisplayList& out) {
  if (base == tip || !(width > 0) || !is_visible(paint)) return;
  LinePaint side = paint;
  side.dash = {};
  side.width = width;
  append_polyline(std::array{base, tip}, side, out);
  // A stroke that tapers to nothing.
  out.primitives.back().cap = CapStyle::butt;
  out.primitives.back().width_end = 0;
}

PaintedGroup::PaintedGroup(DisplayList& out, const GroupGeometry& group) : out_(out) {
  Primitive begin;
  begin.kind = PrimitiveKind::group_begin;
  begin.group = group;
  out_.primitives.push_back(begin);
}

PaintedGroup::~PaintedGroup() {
  Primitive end;
  end.kind = PrimitiveKind::group_end;
  out_.primitives.push_back(end);
}

}  // namespace overlace
