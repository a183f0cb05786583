// SPDX-License-Identifier: Apache-2.0
// Flattening, segment by segment and in double precision: n chords at uniform t, each with the
// parabola through the curve's own middle. Back-ends differ in how they join segments into chains.
#pragma once

#include "gpu/kernels/scene.h"
#include "graph/core/double.h"
#include "graph/data/curves.h"

namespace overlace {

/// The most segments that a curve is flattened into.
inline constexpr std::uint32_t max_segments_per_curve = 1024;

/// The area where segments are visible: those wholly outside are dropped, distant ends are cut off.
struct ViewBounds {
  double left, top, right, bottom;
};

/// How an open end looks, and how far the line is extended before it.
struct ChainEnd {
  SegmentEnd kind = round_end;
  double extension = 0;  ///< px
};

/// How to flatten a chain of curves, each of which begins where the previous one ends.
struct ChainStyle {
  bool closed = false;
  ChainEnd start, end;     ///< of an open chain
  std::uint32_t item = 0;  ///< that its segments belong to
  double along = 0;        ///< arc length before it, px
  float half_width = 0;    ///< of the stroke where it is widest, px
};

/// Largest coordinate of a curve's points, px: up to here doubles resolve a thousandth of a pixel,
/// and no sum of a chain's terms leaves the range of floats.
inline constexpr float farthest_point = 1e12F;

/// False for curves that cannot be drawn: with points that are not finite or too far away, or with
/// a weight close to -1 or below, which sends a curve through infinity.
OVL_FN bool is_drawable(const Curve& c) {
  const auto near = [](Vec2 point) {
    return abs(point.x) <= farthest_point && abs(point.y) <= farthest_point;
  };
  return near(c.p0) && near(c.hc) && near(c.p1) && abs(c.w) <= farthest_point && c.w > -0.999F;
}

/// Segments longer than this, px, are cut to the view, and lose their bend.
inline constexpr double keep_whole = 4096;

/// Whether a rational curve is a circular arc, whose tangent turns evenly: its control point is
/// (chord / 2) / w from both ends.
OVL_FN bool is_circular(const Curve& c) {
  const DoubleVec2 from{c.hc.x - double{c.w} * c.p0.x, c.hc.y - double{c.w} * c.p0.y};
  const DoubleVec2 to{c.hc.x - double{c.w} * c.p1.x, c.hc.y - double{c.w} * c.p1.y};
  const DoubleVec2 chord{double{c.p1.x} - c.p0.x, double{c.p1.y} - c.p0.y};
  const double square = 0.25 * dot(chord, chord);
  return abs(dot(from, from) - square) <= 1e-3 * square &&
         abs(dot(to, to) - square) <= 1e-3 * square;
}

/// Number of segments of a curve before any are dropped, 1..max_segments_per_curve: no more than
/// its polyline has, and for parabolas and circular arcs only as many as keep each segment's chord
/// within `largest_turn` / 2 of its tangents. With the derivatives B' and B'' at t, a parabola's
/// tangent turns by |B' x B''| / |B'|^2 per unit of t, where only |B'| varies. The segments' own
/// parabolas deviate from it by 0.012 |B''|^2 / (|B'| n^3), the cubic term of the curve over a
/// segment's chord, and from a circle by r turn^4 / (512 n^4). Segments are short enough to stay
/// whole, so that they keep their bend. Far from the line, at the edge of a wide stroke, a segment
/// is off by turn^2 / 8 of the distance.
OVL_FN std::uint32_t segment_count(const Curve& c, float half_width) {
  constexpr double largest_error = 0.02, largest_edge_error = 0.1;  // px
  const double largest_turn = min(0.2, sqrt(8 * largest_edge_error / max(half_width, 1.0F)));
  const std::uint32_t most =
      c.segments < max_segments_per_curve ? c.segments : max_segments_per_curve;
  if (most <= 1) return 1;
  double turn = 0, error = 0, longest = 0;  // of one segment for the whole curve
  if (c.w == 1) {
    const DoubleVec2 from{2.0 * (double{c.hc.x} - c.p0.x), 2.0 * (double{c.hc.y} - c.p0.y)};
    const DoubleVec2 to{2.0 * (double{c.p1.x} - c.hc.x), 2.0 * (double{c.p1.y} - c.hc.y)};
    const DoubleVec2 second{to.x - from.x, to.y - from.y};
    const double square = dot(second, second);
    const double slowest = square > 0 ? clamp(-dot(from, second) / square, 0.0, 1.0) : 0.0;
    const DoubleVec2 speed{from.x + second.x * slowest, from.y + second.y * slowest};
    turn = abs(from.x * to.y - from.y * to.x) / dot(speed, speed);
    error = 0.012 * square / length(speed);
    longest = sqrt(max(dot(from, from), dot(to, to)));
  } else if (is_circular(c)) {
    turn = 4 * sqrt(max(1.0 - c.w, 0.0) / (1.0 + c.w));
    const double chord = length({double{c.p1.x} - c.p0.x, double{c.p1.y} - c.p0.y});
    const double radius = 0.5 * chord / sqrt(max(1.0 - double{c.w} * c.w, 1e-12));
    error = radius * (turn * turn) * (turn * turn) / 512;
    longest = radius * turn;
  } else {
    return most;
  }
  std::uint32_t count = 1;
  while (count < most &&
         !(turn <= largest_turn * count && error <= largest_error * count * count * count &&
           longest <= keep_whole * count)) {
    ++count;
  }
  return count;
}

OVL_FN DoubleVec2 curve_point(const Curve& c, double t) {
  const double s = 1 - t;
  const double a = s * s, b = 2 * t * s, d = t * t;
  const DoubleVec2 point{a * c.p0.x + b * c.hc.x + d * c.p1.x,
                         a * c.p0.y + b * c.hc.y + d * c.p1.y};
  if (c.w == 1) return point;
  const double inverse = 1 / (a + b * c.w + d);
  return {point.x * inverse, point.y * inverse};
}

/// `end` moved outwards by `by` px along a parabola's tangent there; `other` is the far end. A
/// parabola whose control point is at `end` is extended along its chord; coincident points stay.
OVL_FN DoubleVec2 extend(DoubleVec2 end, DoubleVec2 middle, DoubleVec2 other, double by) {
  constexpr double least = 1e-6;  // px; less may be rounding
  DoubleVec2 tangent{3 * end.x - 4 * middle.x + other.x, 3 * end.y - 4 * middle.y + other.y};
  if (!(length(tangent) > least)) tangent = {end.x - other.x, end.y - other.y};
  const double norm = length(tangent);
  if (!(by > 0) || !(norm > least)) return end;
  return {end.x + tangent.x / norm * by, end.y + tangent.y / norm * by};
}

/// Three points of a curve that a segment passes through.
struct SegmentPoints {
  DoubleVec2 from, middle, to;
};

/// Where segment `index` of a curve's `count` segments starts.
OVL_FN DoubleVec2 segment_start(const Curve& c, std::uint32_t index, std::uint32_t count) {
  return index == 0 ? DoubleVec2{c.p0.x, c.p0.y} : curve_point(c, index * (1.0 / count));
}
/// The points of that segment; `from` is its start.
OVL_FN SegmentPoints segment_points(const Curve& c, std::uint32_t index, std::uint32_t count,
                                    DoubleVec2 from) {
  const double step = 1.0 / count;
  return {from, curve_point(c, (index + 0.5) * step),
          index + 1 == count ? DoubleVec2{c.p1.x, c.p1.y} : curve_point(c, (index + 1) * step)};
}

/// Extends the first and the last segment of a chain by its ends' extensions.
OVL_FN SegmentPoints extend_ends(const SegmentPoints& p, const ChainStyle& style, bool starts,
                                 bool ends) {
  return {starts ? extend(p.from, p.middle, p.to, style.start.extension) : p.from, p.middle,
          ends ? extend(p.to, p.middle, p.from, style.end.extension) : p.to};
}

/// A segment before it is cut to the view.
struct Chord {
  DoubleVec2 start, direction;
  double length = 0, bend = 0, along = 0;
};

/// The bend of the parabola height(t) = bend t (length - t) through the curve's middle. Steep ones
/// are made straight; flat ones have accurate normals.
OVL_FN double bend_through(DoubleVec2 middle, const Chord& chord) {
  constexpr double steepest_bulge = 0.1;  // of the chord
  const double rx = middle.x - chord.start.x, ry = middle.y - chord.start.y;
  const double t = rx * chord.direction.x + ry * chord.direction.y;
  if (t < 0.2 * chord.length || t > 0.8 * chord.length) return 0;
  const double height = ry * chord.direction.x - rx * chord.direction.y;
  const double bend = height / (t * (chord.length - t));
  return abs(bend) * chord.length * 0.25 <= steepest_bulge ? bend : 0;
}

/// Sets all but `along`; false for chords too short to have a direction, which chains skip.
OVL_FN bool make_chord(const SegmentPoints& points, Chord& chord) {
  constexpr double shortest = 1e-4;  // px
  const double dx = points.to.x - points.from.x, dy = points.to.y - points.from.y;
  chord.start = points.from;
  chord.length = length({dx, dy});
  if (chord.length < shortest) return false;
  const double inverse = 1 / chord.length;
  chord.direction = {dx * inverse, dy * inverse};
  chord.bend = bend_through(points.middle, chord);
  return true;
}

/// How a segment ends where the next one takes another direction; both are unit vectors.
OVL_FN SegmentEnd joint(DoubleVec2 before, DoubleVec2 after) {
  constexpr double smooth_turn = 0.9;  // cosine of the turn up to which a joint needs no cap
  return dot(before, after) >= smooth_turn ? smooth_end : round_end;
}

/// Narrows [from, to] to where start + t x slope is within [lo, hi]; false when nowhere.
OVL_FN bool cut(double start, double slope, double lo, double hi, double& from, double& to) {
  if (slope == 0) return start >= lo && start <= hi;
  const double a = (lo - start) / slope, b = (hi - start) / slope;
  from = max(from, min(a, b));
  to = min(to, max(a, b));
  return from <= to;
}

/// Whether a point lies in a view.
OVL_FN bool holds(const ViewBounds& view, DoubleVec2 point) {
  return point.x >= view.left && point.x <= view.right && point.y >= view.top &&
         point.y <= view.bottom;
}

/// The visible segment of a chord, with a smooth end; false when it is wholly outside the view.
OVL_FN bool make_segment(Chord chord, SegmentEnd start_end, const ViewBounds& view,
                         std::uint32_t item, Segment& segment) {
  const double bulge = abs(chord.bend) * chord.length * chord.length * 0.25;
  const ViewBounds seen{view.left - bulge, view.top - bulge, view.right + bulge,
                        view.bottom + bulge};
  const bool whole = chord.length <= keep_whole;
  double from = 0, to = chord.length;
  if (!(whole && holds(seen, chord.start)) &&
      (!cut(chord.start.x, chord.direction.x, seen.left, seen.right, from, to) ||
       !cut(chord.start.y, chord.direction.y, seen.top, seen.bottom, from, to))) {
    return false;
  }
  // Segments that stay whole keep every bit.
  if (!whole) {
    chord.start.x += chord.direction.x * from;
    chord.start.y += chord.direction.y * from;
    chord.along += from;
    chord.length = to - from;
    chord.bend = 0;
    if (from > 0) start_end = smooth_end;
  }
  segment = {item,
             start_end,
             smooth_end,
             {static_cast<float>(chord.start.x), static_cast<float>(chord.start.y)},
             {static_cast<float>(chord.direction.x), static_cast<float>(chord.direction.y)},
             static_cast<float>(chord.length),
             static_cast<float>(chord.bend),
             static_cast<float>(chord.along)};
  return true;
}

/// A chain without length becomes a dot if its ends are round.
OVL_FN Chord dot_chord(Vec2 start, double along) {
  return {{start.x, start.y}, {1, 0}, 0, 0, along};
}

}  // namespace overlace
