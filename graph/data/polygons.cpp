// SPDX-License-Identifier: Apache-2.0
// Polylines as joined curves, and areas from their rings.
#include "graph/data/polygons.h"

namespace overlace {
namespace {

/// Straight segments, each starting where the one before it ended.
class Line {
 public:
  Line(const LinePaint& paint, Vec2 start, DisplayList& out)
      : paint_(paint), reached_(start), out_(out) {}

  void to(Vec2 point) {
    if (point == reached_) return;
    Primitive segment;
    segment.kind = PrimitiveKind::curve;
    segment.joined = begun_;
    segment.curve = Curve{};
    segment.curve.p0 = reached_;
    segment.curve.hc = (reached_ + point) * 0.5F;
    segment.curve.p1 = point;
    segment.curve.length = distance(point, reached_);
    segment.stroke = segment.stroke_end = paint_.color;
    segment.width = segment.width_end = paint_.width;
    segment.trim_end = paint_.trim_end;
    segment.dash = paint_.dash;
    segment.glow = paint_.glow;
    out_.primitives.push_back(segment);
    reached_ = point;
    begun_ = true;
  }

 private:
  const LinePaint& paint_;
  Vec2 reached_;
  DisplayList& out_;
  bool begun_ = false;
};

bool is_visible(const LinePaint& paint) {
  return paint.width > 0 && paint.color.a > 0;
}

}  // namespace

void append_polyline(std::span<const Vec2> points, const LinePaint& paint, DisplayList& out) {
  if (points.size() < 2 || !is_visible(paint)) return;
  Line line(paint, points.front(), out);
  for (const Vec2 point : points.subspan(1)) line.to(point);
}

void append_ring(std::span<const Vec2> corners, const LinePaint& paint, DisplayList& out) {
  if (corners.size() < 2 || !is_visible(paint)) return;
  const Vec2 start = (corners.back() + corners.front()) * 0.5F;
  Line line(paint, start, out);
  for (const Vec2 corner : corners) line.to(corner);
  line.to(start);
}

void AreaRings::add(std::span<const Vec2> ring) {
  for (const Vec2 corner : ring) out_.outlines.push_back({corner, rings_});
  ++rings_;
}

void AreaRings::paint(const Color& fill) {
  const std::size_t count = out_.outlines.size() - first_;
  if (count == 0 || !(fill.a > 0)) return;
  Primitive area;
  area.kind = PrimitiveKind::area;
  area.area = {static_cast<std::uint32_t>(first_), static_cast<std::uint32_t>(count)};
  area.fill = fill;
  out_.primitives.push_back(area);
}

}  // namespace overlace
