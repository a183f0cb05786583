// SPDX-License-Identifier: Apache-2.0
// Polylines as joined curves, and areas as rows of boxes.
#include "graph/data/polygons.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// Straight pieces, each going on where the one before it ended.
class Line {
 public:
  Line(const LinePaint& paint, Vec2 start, DisplayList& out)
      : paint_(paint), reached_(start), out_(out) {}

  void to(Vec2 point) {
    if (point == reached_) return;
    Primitive piece;
    piece.kind = PrimitiveKind::curve;
    piece.joined = begun_;
    piece.curve = Curve{};
    piece.curve.p0 = reached_;
    piece.curve.hc = (reached_ + point) * 0.5F;
    piece.curve.p1 = point;
    piece.curve.length = std::hypot(point.x - reached_.x, point.y - reached_.y);
    piece.stroke = piece.stroke_end = paint_.color;
    piece.width = piece.width_end = paint_.width;
    piece.dash = paint_.dash;
    piece.glow = paint_.glow;
    out_.primitives.push_back(piece);
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

void PolygonFill::add(std::span<const Vec2> ring) {
  for (std::size_t i = 0; i < ring.size(); ++i) {
    Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    if (a.y > b.y) std::swap(a, b);
    if (a.y < b.y) edges_.push_back({a, b});
  }
}

/// Finds where a horizontal line crosses the edges. Rows come from the top, so that edges above are
/// done with.
void PolygonFill::cross(float y) {
  crossings_.clear();
  std::erase_if(active_, [&](std::size_t edge) { return edges_[edge].bottom.y <= y; });
  for (const std::size_t i : active_) {
    const Edge& edge = edges_[i];
    const float t = (y - edge.top.y) / (edge.bottom.y - edge.top.y);
    crossings_.push_back(std::lerp(edge.top.x, edge.bottom.x, t));
  }
  std::ranges::sort(crossings_);
}

void PolygonFill::paint(const Color& color, Size picture, DisplayList& out) {
  std::ranges::sort(edges_, {}, [](const Edge& edge) { return edge.top.y; });
  active_.clear();
  float bottom = 0;
  for (const Edge& edge : edges_) bottom = std::max(bottom, edge.bottom.y);
  const float top = edges_.empty() ? bottom : std::max(edges_.front().top.y, 0.0F);
  const float last = std::min(bottom, static_cast<float>(picture.height));
  std::size_t next = 0;
  for (float row = std::floor(top); row < last && color.a > 0; ++row) {
    const float y = row + 0.5F;
    for (; next < edges_.size() && edges_[next].top.y <= y; ++next) active_.push_back(next);
    cross(y);
    for (std::size_t i = 0; i + 1 < crossings_.size(); i += 2) {
      const float half = (crossings_[i + 1] - crossings_[i]) * 0.5F;
      if (!(half > 0)) continue;
      Primitive box;
      box.kind = PrimitiveKind::shape;
      box.shape = {{crossings_[i] + half, y}, {half, 0.5F}, 0, 0, ShapeKind::rounded_box};
      box.fill = color;
      out.primitives.push_back(box);
    }
  }
  edges_.clear();
}

}  // namespace overlace
