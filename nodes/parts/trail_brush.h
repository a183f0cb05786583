// SPDX-License-Identifier: Apache-2.0
// Paints trails: lines, dashes, footprints and stamps.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

#include "graph/data/figures.h"
#include "graph/plan/paint.h"
#include "graph/types/node.h"
#include "graph/values/presence.h"
#include "nodes/parts/convex_cover.h"
#include "nodes/parts/parabola.h"
#include "nodes/parts/trail_path.h"

namespace overlace {

/// The paint of one trail at its points.
class TrailBrush {
 public:
  /// The paint of all trails in one frame.
  struct Paints {
    FrameNumber width, width_end, opacity;
    FrameColor color, color_end;
    bool fades = true;
    bool per_point = false;  ///< points take width and colour from their own rows
  };

  TrailBrush(const TrackView& tracks, const Paints& paints) : tracks_(tracks), paints_(paints) {}

  /// Starts the trail of a row.
  void begin(std::uint32_t row, const Presence& there) {
    head_ = row;
    presence_ = there;
    of_head_ = look_of(row);
  }

  [[nodiscard]] const TrackView& tracks() const { return tracks_; }
  [[nodiscard]] std::uint32_t head() const { return head_; }
  [[nodiscard]] const Presence& presence() const { return presence_; }
  [[nodiscard]] bool per_point() const { return paints_.per_point; }

  [[nodiscard]] float width_at(const TrailStop& stop) const {
    const Look look = look_at(stop);
    return lerp(look.width, look.width_end, stop.age);
  }
  /// Width relative to that at the object, 0 to 1.
  [[nodiscard]] float taper_at(const TrailStop& stop) const {
    const Look look = look_at(stop);
    const float end = look.width > 0 ? look.width_end / look.width : 1.0F;
    return std::clamp(lerp(1.0F, end, stop.age), 0.0F, 1.0F);
  }
  [[nodiscard]] float opacity_at(const TrailStop& stop) const {
    const float strength = look_at(stop).opacity;
    return lerp(strength, paints_.fades ? 0 : strength, stop.age);
  }
  [[nodiscard]] Color color_at(const TrailStop& stop) const {
    const Look look = look_at(stop);
    Color c = lerp(look.color, look.color_end, std::clamp(stop.age, 0.0F, 1.0F));
    c.a *= opacity_at(stop);
    return c;
  }

 private:
  struct Look {
    float width = 0, width_end = 0, opacity = 0;
    Color color, color_end;
  };
  [[nodiscard]] Look look_of(std::uint32_t row) const {
    const Element element{.row = row, .presence = presence_.opacity};
    return {.width = paints_.width.at(tracks_, element) * presence_.size,
            .width_end = paints_.width_end.at(tracks_, element) * presence_.size,
            .opacity = paints_.opacity.at(tracks_, element) * presence_.opacity,
            .color = paints_.color.at(tracks_, element),
            .color_end = paints_.color_end.at(tracks_, element)};
  }
  [[nodiscard]] Look look_at(const TrailStop& stop) const {
    return paints_.per_point ? look_of(stop.row) : of_head_;
  }

  const TrackView& tracks_;
  Paints paints_;
  std::uint32_t head_ = no_row;
  Presence presence_;
  Look of_head_;
};

/// The edges of a band on both sides of a point of its path.
struct BandPoint {
  Vec2 left, right;
  Color color;
};

/// One replay's memory.
struct TrailMemory {
  std::vector<TrailStop> stops;
  std::vector<BandPoint> band;
  std::vector<Vec2> points;
  ConvexCover cover;
};

/// The part of a trail up to its next jump.
[[nodiscard]] inline std::span<const TrailStop> unbroken(std::span<const TrailStop> stops) {
  std::size_t end = std::min<std::size_t>(stops.size(), 1);
  while (end < stops.size() && !stops[end].jumps) ++end;
  return stops.first(end);
}
/// Calls `use(part)` for each part of a trail between its jumps.
template <class F>
void for_each_part(std::span<const TrailStop> stops, F use) {
  while (!stops.empty()) {
    const auto part = unbroken(stops);
    if (part.size() > 1) use(part);
    stops = stops.subspan(part.size());
  }
}

[[nodiscard]] inline TrailStop middle(const TrailStop& a, const TrailStop& b) {
  return {.point = (a.point + b.point) * 0.5F,
          .age = (a.age + b.age) * 0.5F,
          .along = (a.along + b.along) * 0.5,
          .row = b.row};
}

/// Paints a trail segment by segment. Each is a parabola from the midpoint of one leg of the path
/// to that of the next, with the path's point between them as control point. Joined, they form one
/// smooth line, which is blended once.
class TrailPen {
 public:
  TrailPen(const TrailBrush& brush, const TrailStop& start, DisplayList& out)
      : brush_(brush), reached_(start), corner_(start), out_(out) {}

  /// Continues to the next point of the path.
  void to(const TrailStop& next) {
    curve_to(middle(corner_, next));
    corner_ = next;
  }
  /// Ends the line at the last point.
  void finish() { curve_to(corner_); }

 private:
  static constexpr float flattening = 0.1F;  ///< largest distance from the curve, px

  void curve_to(const TrailStop& end) {
    if (end.point == reached_.point) return;
    const Vec2 chord = end.point - reached_.point;
    Primitive segment;
    segment.kind = PrimitiveKind::curve;
    segment.cap = begun_ ? CapStyle::butt : CapStyle::round;
    segment.joined = begun_;
    segment.curve = {
        .p0 = reached_.point,
        .hc = corner_.point,
        .p1 = end.point,
        .w = 1,
        .segments = parabola_segments(reached_.point, corner_.point, end.point, flattening),
        .length = std::hypot(chord.x, chord.y),
        .strength = 1,
        .age = 0,
        .row_a = brush_.head(),
        .row_b = brush_.head()};
    segment.stroke = brush_.color_at(reached_);
    segment.stroke_end = brush_.color_at(end);
    segment.trim_end = brush_.presence().drawn;
    segment.width = brush_.width_at(reached_);
    segment.width_end = brush_.width_at(end);
    out_.primitives.push_back(segment);
    reached_ = end;
    begun_ = true;
  }

  const TrailBrush& brush_;
  TrailStop reached_, corner_;
  bool begun_ = false;
  DisplayList& out_;
};

/// Paints one smooth line, or one for each part between jumps.
inline void paint_line(std::span<const TrailStop> stops, const TrailBrush& brush,
                       DisplayList& out) {
  for_each_part(stops, [&](std::span<const TrailStop> part) {
    TrailPen pen(brush, part.front(), out);
    for (const TrailStop& stop : part.subspan(1)) pen.to(stop);
    pen.finish();
  });
}

/// Paints the first half of every `period` px of the path, counted from the track's birth.
inline void paint_dashes(std::span<const TrailStop> stops, double period, const TrailBrush& brush,
                         TrailMemory& memory, DisplayList& out) {
  const auto paint_dash = [&](std::span<const TrailStop> part, double begin, double end) {
    std::vector<Vec2>& points = memory.points;
    points.clear();
    TrailStop last;
    for (std::size_t i = 0; i + 1 < part.size(); ++i) {
      const TrailStop &newer = part[i], &older = part[i + 1];
      if (older.along >= end || newer.along < begin || newer.along <= older.along) continue;
      if (points.empty()) points.push_back(between(newer, older, std::min(end, newer.along)).point);
      last = between(newer, older, std::max(begin, older.along));
      points.push_back(last.point);
    }
    if (last.age > 1) return;
    append_polyline(
        points,
        {.color = brush.color_at(last), .width = brush.width_at(last), .dash = {}, .glow = {}},
        out);
  };
  for_each_part(stops, [&](std::span<const TrailStop> part) {
    const double oldest = part.back().along, newest = part.front().along;
    for (double number = std::floor(newest / period - 0.5); number >= 0; --number) {
      const double begin = number * period;
      if (begin < oldest) break;
      paint_dash(part, begin, begin + period * 0.5);
    }
  });
}

/// A footprint or a stamp on the ground.
struct Print {
  Vec2 center;
  float size = 0;  ///< length, px
  float tilt = 1;  ///< apparent height of the ground relative to its width
  Vec2 way;        ///< the object's direction in the picture

  /// Unit vectors forward and to the right on the ground, as seen in the picture.
  [[nodiscard]] std::array<Vec2, 2> axes() const {
    const Vec2 ground{way.x, way.y / tilt};
    const float length = std::hypot(ground.x, ground.y);
    const Vec2 forward = length > 0 ? ground * (1 / length) : Vec2{0, -1};
    return {{{forward.x, forward.y * tilt}, {-forward.y, forward.x * tilt}}};
  }
};

/// Paints a left or a right foot: a sole and a heel.
inline void paint_step(const Print& print, bool left, const Color& color, DisplayList& out) {
  const auto [forward, right] = print.axes();
  const float side = left ? -1.0F : 1.0F;
  struct Oval {
    float ahead, aside, length, width;  ///< centre and half axes, relative to the print's size
  };
  constexpr std::array<Oval, 2> foot{{{0.16F, 0.27F, 0.34F, 0.17F}, {-0.36F, 0.25F, 0.15F, 0.13F}}};
  constexpr std::size_t corners = 16;
  AreaRings area(out);
  for (const Oval& oval : foot) {
    std::array<Vec2, corners> ring;
    for (std::size_t i = 0; i < corners; ++i) {
      const Vec2 to = direction_of(360.0F * static_cast<float>(i) / corners);
      ring[i] = print.center + forward * ((oval.ahead + oval.length * to.x) * print.size) +
                right * ((side * oval.aside + oval.width * to.y) * print.size);
    }
    area.add(ring);
  }
  area.paint(color);
}

/// Paints a picture on the ground, its top pointing forward.
inline void paint_stamp(const Print& print, const PlanTexture& stamp, float opacity,
                        DisplayList& out) {
  if (!(print.size > 0) || !(opacity > 0)) return;
  const auto [forward, right] = print.axes();
  const float width =
      print.size * static_cast<float>(stamp.size.width) / static_cast<float>(stamp.size.height);
  const Vec2 across = right * width, down = forward * -print.size;
  Primitive image;
  image.kind = PrimitiveKind::image;
  image.image = {texture_matrix(stamp.size, print.center - (across + down) * 0.5F, across, down),
                 stamp.index};
  image.fill = {0, 0, 0, opacity};
  out.primitives.push_back(image);
}

}  // namespace overlace
