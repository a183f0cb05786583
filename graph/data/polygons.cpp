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
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    if (a.y < b.y) edges_.push_back({a, b, 1});
    if (a.y > b.y) edges_.push_back({b, a, -1});
  }
}

// The part of an edge in one pixel covers what is to the right of it: of that pixel by its mean
// place, and all of those behind.
void PolygonFill::cover_pixel(int x, double height, double mean) {
  const auto at = static_cast<std::size_t>(x);
  steps_[at] += height * (1 - mean);
  steps_[at + 1] += height * mean;
  first_ = std::min(first_, x);
  last_ = std::max(last_, x + 1);
}

/// A piece of an edge from x to x, which is `height` px high, inside one row.
void PolygonFill::cover(double from, double to, double height) {
  const double left = std::min(from, to), right = std::max(from, to);
  const double width = static_cast<double>(steps_.size()) - 2;
  const double share = right > left ? height / (right - left) : 0;
  if (right <= 0) return cover_pixel(0, height, 0);
  if (left < 0) cover_pixel(0, share * -left, 0);
  if (right > width) last_ = static_cast<int>(width);  // the row is painted up to its end
  if (left >= width) return;
  if (right == left) return cover_pixel(static_cast<int>(left), height, left - std::floor(left));
  const int end = static_cast<int>(std::ceil(std::min(right, width)));
  for (int x = static_cast<int>(std::max(left, 0.0)); x < end; ++x) {
    const double begin = std::max(left, static_cast<double>(x)), stop = std::min(right, x + 1.0);
    cover_pixel(x, share * (stop - begin), (begin + stop) * 0.5 - x);
  }
}

void PolygonFill::cover_row(const Edge& edge, int row) {
  const double top = std::max<double>(edge.top.y, row);
  const double bottom = std::min<double>(edge.bottom.y, row + 1.0);
  if (!(bottom > top)) return;
  const double slope = (double{edge.bottom.x} - edge.top.x) / (double{edge.bottom.y} - edge.top.y);
  const auto at = [&](double y) { return edge.top.x + (y - edge.top.y) * slope; };
  cover(at(top), at(bottom), (bottom - top) * edge.direction);
}

/// Runs of pixels that are covered alike become a box each; whole ones take what is covered of
/// their neighbours along, as their ends are as fine as a box's.
void PolygonFill::paint_row(int row, const Color& color, DisplayList& out) {
  constexpr double nothing = 1e-5;
  const auto put = [&](double left, double right, double part) {
    Primitive box;
    box.kind = PrimitiveKind::shape;
    const auto half = static_cast<float>((right - left) * 0.5);
    box.shape = {{static_cast<float>((left + right) * 0.5), static_cast<float>(row) + 0.5F},
                 {half, 0.5F},
                 0,
                 0,
                 ShapeKind::rounded_box};
    box.fill = color;
    box.fill.a *= static_cast<float>(part);
    out.primitives.push_back(box);
  };
  double winding = 0;
  struct Run {
    double left, right, part;
  } run{};
  const auto end_run = [&] {
    if (run.part > nothing) put(run.left, run.right, run.part);
  };
  const int width = static_cast<int>(steps_.size()) - 2;
  for (int x = first_; x <= std::min(last_, width - 1); ++x) {
    winding += steps_[static_cast<std::size_t>(x)];
    const double folded = std::abs(winding - 2 * std::round(winding * 0.5));
    const double part = folded > 1 - nothing ? 1 : folded;
    const bool same = run.right == x && std::abs(part - run.part) < nothing;
    const bool lone = run.right == x && run.right - run.left == 1 && run.part < 1;
    if (same) {
      run.right = x + 1;
    } else if (part == 1 && lone) {
      run = {x - run.part, x + 1.0, 1};
    } else if (run.part == 1 && run.right == x) {
      run.right = x + part;
      end_run();
      run = {};
    } else {
      end_run();
      run = {static_cast<double>(x), x + 1.0, part};
    }
  }
  end_run();
}

void PolygonFill::paint(const Color& color, Size picture, DisplayList& out) {
  std::ranges::sort(edges_, {}, [](const Edge& edge) { return edge.top.y; });
  active_.clear();
  float bottom = 0;
  for (const Edge& edge : edges_) bottom = std::max(bottom, edge.bottom.y);
  const float top = edges_.empty() ? bottom : std::max(edges_.front().top.y, 0.0F);
  const float last = std::min(bottom, static_cast<float>(picture.height));
  steps_.assign(static_cast<std::size_t>(picture.width) + 2, 0);
  std::size_t next = 0;
  for (int row = static_cast<int>(top); static_cast<float>(row) < last && color.a > 0; ++row) {
    const auto y = static_cast<float>(row);
    for (; next < edges_.size() && edges_[next].top.y < y + 1; ++next) active_.push_back(next);
    std::erase_if(active_, [&](std::size_t edge) { return edges_[edge].bottom.y <= y; });
    first_ = picture.width;
    last_ = -1;
    for (const std::size_t edge : active_) cover_row(edges_[edge], row);
    paint_row(row, color, out);
    if (last_ >= first_) std::fill(steps_.begin() + first_, steps_.begin() + last_ + 1, 0.0);
  }
  edges_.clear();
}

}  // namespace overlace
