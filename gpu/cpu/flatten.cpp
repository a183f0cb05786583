// SPDX-License-Identifier: Apache-2.0
// Curves to pieces, in double precision: n chords at uniform t, each with the parabola through the
// curve's own middle.
#include "gpu/cpu/flatten.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

constexpr std::uint32_t max_pieces_per_curve = 1024;
constexpr double shortest_piece = 1e-4;  // px; shorter ones have no direction
constexpr double smooth_turn = 0.9;      // cosine of the turn up to which a joint needs no cap
constexpr double steepest_bulge = 0.1;   // of the chord; flatter pieces have true normals

struct Point {
  double x, y;
};

Point curve_point(const Curve& c, double t) {
  const double s = 1 - t;
  const double a = s * s, b = 2 * t * s, d = t * t;
  const double inverse = 1 / (a + b * c.w + d);
  return {(a * c.p0.x + b * c.hc.x + d * c.p1.x) * inverse,
          (a * c.p0.y + b * c.hc.y + d * c.p1.y) * inverse};
}

bool is_finite(const Curve& c) {
  // A weight of -1 or less sends the curve through infinity.
  return std::isfinite(c.p0.x) && std::isfinite(c.p0.y) && std::isfinite(c.hc.x) &&
         std::isfinite(c.hc.y) && std::isfinite(c.p1.x) && std::isfinite(c.p1.y) &&
         std::isfinite(c.w) && c.w > -0.999F;
}

/// A piece before it is cut to the view.
struct Chord {
  Point start, direction;
  double length, bend, along;
};

/// The parabola height(t) = bend t (length - t) that passes through the curve's middle.
double bend_through(const Point& middle, const Chord& chord) {
  const double rx = middle.x - chord.start.x, ry = middle.y - chord.start.y;
  const double t = rx * chord.direction.x + ry * chord.direction.y;
  if (t < 0.2 * chord.length || t > 0.8 * chord.length) return 0;
  const double height = ry * chord.direction.x - rx * chord.direction.y;
  const double bend = height / (t * (chord.length - t));
  return std::abs(bend) * chord.length * 0.25 <= steepest_bulge ? bend : 0;
}

/// Builds a chain piece by piece; joints are settled when the next piece is known.
class ChainBuilder {
 public:
  ChainBuilder(const ChainStyle& style, const ViewBounds& view, std::vector<Piece>& pieces)
      : style_(style), view_(view), along_(style.along), pieces_(pieces), first_(pieces.size()) {}

  void add(const Point& from, const Point& middle, const Point& to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    Chord chord{from, {}, std::hypot(dx, dy), 0, along_};
    if (chord.length < shortest_piece) return;
    chord.direction = {dx / chord.length, dy / chord.length};
    chord.bend = bend_through(middle, chord);
    const PieceEnd start = has_last_ ? joint(last_direction_, chord.direction) : style_.start.kind;
    if (has_last_ && last_emitted_) pieces_.back().end_end = start;
    if (!has_last_) first_direction_ = chord.direction;
    emit(chord, start);
    last_direction_ = chord.direction;
    has_last_ = true;
    along_ += chord.length;
  }

  /// A chain of no length is a dot.
  void add_dot(const Point& at) {
    if (has_last_ || style_.start.kind != round_end) return;
    emit({at, {1, 0}, 0, 0, along_}, round_end);
    if (last_emitted_) pieces_.back().end_end = round_end;
  }

  /// Settles the last end and returns the arc length.
  double finish() {
    if (!has_last_) return along_;
    const PieceEnd end = style_.closed ? joint(last_direction_, first_direction_) : style_.end.kind;
    if (last_emitted_) pieces_.back().end_end = end;
    if (style_.closed && first_emitted_) pieces_[first_].start_end = end;
    return along_;
  }

 private:
  static PieceEnd joint(const Point& a, const Point& b) {
    return a.x * b.x + a.y * b.y >= smooth_turn ? smooth_end : round_end;
  }

  /// Cuts the chord to the view and stores it, or leaves it out.
  void emit(Chord chord, PieceEnd start_end) {
    last_emitted_ = false;
    const double bulge = std::abs(chord.bend) * chord.length * chord.length * 0.25;
    double from = 0, to = chord.length;
    if (!cut(chord.start.x, chord.direction.x, view_.left - bulge, view_.right + bulge, from, to) ||
        !cut(chord.start.y, chord.direction.y, view_.top - bulge, view_.bottom + bulge, from, to)) {
      return;
    }
    // Pieces that stay whole keep every bit; only long ones lose what is far outside.
    constexpr double keep_whole = 4096;
    if (chord.length > keep_whole) {
      chord.start.x += chord.direction.x * from;
      chord.start.y += chord.direction.y * from;
      chord.along += from;
      chord.length = to - from;
      chord.bend = 0;
      if (from > 0) start_end = smooth_end;
    }
    if (!has_last_) first_emitted_ = true;
    last_emitted_ = true;
    Piece& piece = pieces_.emplace_back();
    piece.start = {static_cast<float>(chord.start.x), static_cast<float>(chord.start.y)};
    piece.direction = {static_cast<float>(chord.direction.x),
                       static_cast<float>(chord.direction.y)};
    piece.length = static_cast<float>(chord.length);
    piece.bend = static_cast<float>(chord.bend);
    piece.along = static_cast<float>(chord.along);
    piece.start_end = start_end;
    piece.item = style_.item;
  }

  /// Narrows [from, to] to where start + t x slope is within [lo, hi]; false when nowhere.
  static bool cut(double start, double slope, double lo, double hi, double& from, double& to) {
    if (slope == 0) return start >= lo && start <= hi;
    const double a = (lo - start) / slope, b = (hi - start) / slope;
    from = std::max(from, std::min(a, b));
    to = std::min(to, std::max(a, b));
    return from <= to;
  }

  const ChainStyle& style_;
  const ViewBounds& view_;
  double along_;
  std::vector<Piece>& pieces_;
  std::size_t first_;
  Point first_direction_{}, last_direction_{};
  bool has_last_ = false, first_emitted_ = false, last_emitted_ = false;
};

/// `end` moved on by `by` px along a parabola's tangent there; `other` is its far end.
Point extend(const Point& end, const Point& middle, const Point& other, double by) {
  const double dx = 3 * end.x - 4 * middle.x + other.x, dy = 3 * end.y - 4 * middle.y + other.y;
  const double length = std::hypot(dx, dy);
  if (!(by > 0) || !(length > 0)) return end;
  return {end.x + dx / length * by, end.y + dy / length * by};
}

}  // namespace

double flatten_chain(std::span<const Curve> chain, const ChainStyle& style, const ViewBounds& view,
                     std::vector<Piece>& pieces) {
  for (const Curve& curve : chain) {
    if (!is_finite(curve)) return -1;
  }
  ChainBuilder builder(style, view, pieces);
  for (const Curve& curve : chain) {
    const std::uint32_t n = std::clamp(curve.segments, 1U, max_pieces_per_curve);
    Point from{curve.p0.x, curve.p0.y};
    for (std::uint32_t i = 0; i < n; ++i) {
      const bool first = i == 0, last = i + 1 == n;
      const Point to = last ? Point{curve.p1.x, curve.p1.y} : curve_point(curve, (i + 1.0) / n);
      const Point middle = curve_point(curve, (i + 0.5) / n);
      const bool starts = first && &curve == &chain.front(), ends = last && &curve == &chain.back();
      builder.add(starts ? extend(from, middle, to, style.start.extension) : from, middle,
                  ends ? extend(to, middle, from, style.end.extension) : to);
      from = to;
    }
  }
  builder.add_dot({chain.front().p0.x, chain.front().p0.y});
  return builder.finish();
}

}  // namespace overlace
