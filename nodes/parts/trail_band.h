// SPDX-License-Identifier: Apache-2.0
// Bands: trails with their own width and colour at each point.
#pragma once

#include <cmath>
#include <span>

#include "nodes/parts/trail_brush.h"

namespace overlace {

/// How a band lies in the picture: across its path, as wide as a line; or upright, as high as its
/// object's box, so that it does not flip where the path turns back.
enum class BandLie : std::uint8_t { across, upright };

/// A band's position, width and colour at a stop of its path, or between stops.
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

/// A piece of a band between the midpoints of two legs of its path. Not only the path but also
/// width and colour are parabolas with the stop between them as control point, so they are as
/// smooth as the path and stay within the range of the stops.
struct BandParabola {
  BandControl from, stop, to;

  [[nodiscard]] BandControl at(float t) const {
    return lerp(lerp(from, stop, t), lerp(stop, to, t), t);
  }
  /// Along the path: half the derivative.
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
  return {at.point - reach, at.point + reach, at.color};
}

/// Appends the points of a smooth band, which begins and ends straight at the first and last stop.
inline void add_band(std::span<const TrailStop> part, BandLie lie, const TrailBrush& brush,
                     std::vector<BandPoint>& band) {
  constexpr int steps = 4;  // per parabola
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

/// Paints a trail as a band, each piece with its own colour, the newest on top; only the visible
/// parts of older pieces are painted. So a band that overlaps itself is blended once. Pieces meet
/// exactly and their coverage of a pixel is added up, so there are no seams.
inline void paint_band(std::span<const TrailStop> stops, BandLie lie, const TrailBrush& brush,
                       TrailMemory& memory, DisplayList& out) {
  const PaintedGroup whole(out);
  memory.cover.clear();
  for_each_part(stops, [&](std::span<const TrailStop> part) {
    std::vector<BandPoint>& band = memory.band;
    band.clear();
    add_band(part, lie, brush, band);
    for (std::size_t i = 0; i + 1 < band.size(); ++i) {
      const Polygons& seen = memory.cover.add_under(
          {band[i].left, band[i + 1].left, band[i + 1].right, band[i].right});
      const Color color = lerp(band[i].color, band[i + 1].color, 0.5F);
      if (!(color.a > 0) || seen.count() == 0) continue;
      const PaintedGroup piece(out, {BlendMode::plus, 1});
      AreaRings area(out);
      for (std::size_t k = 0; k < seen.count(); ++k) area.add(seen[k]);
      area.paint(color);
    }
  });
}

}  // namespace overlace
