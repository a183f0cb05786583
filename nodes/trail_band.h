// SPDX-License-Identifier: Apache-2.0
// Trails with a width and a colour of their own at each point: bands.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "nodes/trail_brush.h"

namespace overlace {

[[nodiscard]] constexpr float dot(Vec2 a, Vec2 b) {
  return a.x * b.x + a.y * b.y;
}
/// Positive where b is clockwise of a, as one sees it.
[[nodiscard]] constexpr float cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}

/// How a band lies in the picture: across its path, as wide as a line; or upright, as high as the
/// box of its object, so that it does not turn over where the path does.
enum class BandLie : std::uint8_t { across, upright };

/// What a band is like at a stop of its path, or between stops.
struct BandControl {
  Vec2 point;
  float half = 0;  ///< px from the path to either edge
  Color color;
};
[[nodiscard]] inline BandControl control_of(const TrailStop& stop, BandLie lie,
                                            const TrailBrush& brush) {
  const float width = lie == BandLie::across ? brush.width_at(stop)
                                             : brush.tracks().box[stop.row].height *
                                                   brush.presence().size * brush.taper_at(stop);
  return {stop.point, width * 0.5F, brush.color_at(stop)};
}
[[nodiscard]] inline BandControl lerp(const BandControl& a, const BandControl& b, float t) {
  return {a.point + (b.point - a.point) * t, lerp(a.half, b.half, t), lerp(a.color, b.color, t)};
}

/// A piece of a band between the middles of two legs of its path: everything of it, and not only
/// its path, is a parabola with the stop between them as its control point. So edges and colours
/// are as smooth as the path, and within what the stops have.
struct BandParabola {
  BandControl from, stop, to;

  [[nodiscard]] BandControl at(float t) const {
    return lerp(lerp(from, stop, t), lerp(stop, to, t), t);
  }
  /// Along the path, half as long as it is fast.
  [[nodiscard]] Vec2 slope_at(float t) const {
    return (stop.point - from.point) * (1 - t) + (to.point - stop.point) * t;
  }
};

[[nodiscard]] inline BandPoint edges_at(const BandParabola& piece, float t, BandLie lie) {
  const BandControl at = piece.at(t);
  const Vec2 slope = piece.slope_at(t);
  const Vec2 normal = lie == BandLie::upright
                          ? Vec2{0, 1}
                          : Vec2{-slope.y, slope.x} * (1 / std::hypot(slope.x, slope.y));
  const Vec2 reach = normal * at.half;
  return {at.point, at.point - reach, at.point + reach, at.color};
}

/// Appends points of a smooth band. It begins and ends straight, at the first and the last stop.
inline void add_band(std::span<const TrailStop> part, BandLie lie, const TrailBrush& brush,
                     std::vector<BandPoint>& band) {
  constexpr int steps = 4;  // of a parabola
  const auto add = [&](const BandParabola& piece) {
    for (int k = band.empty() ? 0 : 1; k <= steps; ++k) {
      const float t = static_cast<float>(k) / steps;
      const Vec2 slope = piece.slope_at(t);
      if (slope.x != 0 || slope.y != 0) band.push_back(edges_at(piece, t, lie));
    }
  };
  const auto add_straight = [&](const BandControl& from, const BandControl& to) {
    add({from, lerp(from, to, 0.5F), to});
  };
  BandControl stop = control_of(part[0], lie, brush), from = stop;
  for (std::size_t i = 1; i < part.size(); ++i) {
    const BandControl next = control_of(part[i], lie, brush), to = lerp(stop, next, 0.5F);
    i == 1 ? add_straight(from, to) : add({from, stop, to});
    from = to;
    stop = next;
  }
  add_straight(from, stop);
}

/// The piece of a band that ends at a point: where it goes, on which side of the band that is, and
/// whether both edges go there, too. In a turn that is narrower than the band the inner one runs
/// back.
struct BandStep {
  Vec2 way;
  float side;
  bool forward;
};
[[nodiscard]] inline BandStep step_to(std::span<const BandPoint> band, std::size_t i) {
  const BandPoint &from = band[i - 1], &to = band[i];
  const Vec2 way = to.middle - from.middle;
  return {way, cross(to.right - to.left, way),
          dot(to.left - from.left, way) >= 0 && dot(to.right - from.right, way) >= 0};
}
/// Whether one piece lies beside another, within a quarter turn, so that neither covers the other.
[[nodiscard]] inline bool lie_apart(const BandStep& a, const BandStep& b) {
  return a.forward && b.forward && dot(a.way, b.way) >= 0 && a.side * b.side >= 0;
}

/// The first point of the fold that ends in a band's last piece: all pieces before it that lie
/// beside each other.
[[nodiscard]] inline std::size_t fold_before(std::span<const BandPoint> band) {
  const std::size_t last = band.size() - 1;
  BandStep end = step_to(band, last);
  std::size_t first = last - 1;
  for (; first > 0; --first) {
    const BandStep step = step_to(band, first);
    if (!lie_apart(step, end)) break;
    if (end.side == 0) end.side = step.side;
  }
  return first;
}

/// Appends pieces of a band, each with its own colour. They meet exactly, and what they cover of a
/// pixel is added up, so that there is no seam between them.
inline void paint_pieces(std::span<const BandPoint> band, DisplayList& out) {
  for (std::size_t i = 0; i + 1 < band.size(); ++i) {
    const Color color = lerp(band[i].color, band[i + 1].color, 0.5F);
    if (!(color.a > 0)) continue;
    const PaintedGroup piece(out, {BlendMode::plus, 1});
    AreaRings area(out);
    area.add(std::array{band[i].left, band[i + 1].left, band[i + 1].right, band[i].right});
    area.paint(color);
  }
}

/// Takes away what was painted where a fold is to be.
inline void clear_fold(std::span<const BandPoint> fold, std::vector<Vec2>& outline,
                       DisplayList& out) {
  outline.clear();
  for (const BandPoint& point : fold) outline.push_back(point.left);
  for (std::size_t i = fold.size(); i > 0; --i) outline.push_back(fold[i - 1].right);
  const PaintedGroup hole(out, {BlendMode::erase, 1});
  AreaRings area(out);
  area.add(outline);
  area.paint({0, 0, 0, 1});
}

/// Paints a trail as a band, fold by fold, the newest last. Each takes the place of what it covers
/// of older ones: a band is blended once, whatever it overlaps of itself. Where the next fold lies
/// beside an older one, that goes on under it by a piece, so that there is no seam.
inline void paint_band(std::span<const TrailStop> stops, BandLie lie, const TrailBrush& brush,
                       TrailMemory& memory, DisplayList& out) {
  const PaintedGroup whole(out);
  bool is_empty = true;
  for_each_part(stops, [&](std::span<const TrailStop> part) {
    memory.band.clear();
    add_band(part, lie, brush, memory.band);
    const std::span<const BandPoint> band = memory.band;
    for (std::size_t last = band.empty() ? 0 : band.size() - 1; last > 0;) {
      const std::size_t first = fold_before(band.first(last + 1));
      const bool beside = first > 0 && lie_apart(step_to(band, first), step_to(band, first + 1));
      const std::size_t begin = beside ? first - 1 : first;
      const std::span<const BandPoint> fold = band.subspan(begin, last - begin + 1);
      if (!is_empty) clear_fold(fold, memory.points, out);
      paint_pieces(fold, out);
      is_empty = false;
      last = first;
    }
  });
}

}  // namespace overlace
