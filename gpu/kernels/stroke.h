// SPDX-License-Identifier: Apache-2.0
// Strokes: the distance from a pixel to a curve's segments, and what a pixel at that distance
// shows.
#pragma once

#include "gpu/kernels/blend.h"
#include "gpu/kernels/coverage.h"
#include "gpu/kernels/scene.h"

namespace overlace {

/// The nearest point of a stroke's centre line as seen from a pixel.
template <class F>
struct Nearest {
  F distance2;  ///< px^2
  F nx, ny;     ///< direction to the pixel, unit, either sign
  F along;      ///< arc length of the nearest point, px
  F cut;        ///< coverage left by a butt end, 0..1
};

/// Whether a segment can be within `reach` px of a pixel whose area lies in `area`. Conservative:
/// false only where an axis separates the area from the box around the segment and reach.
OVL_FN bool may_reach(const Segment& segment, const Rect& area, float reach) {
  const float half_x = (area.right - area.left) * 0.5F, half_y = (area.bottom - area.top) * 0.5F;
  const SegmentAxis axis = axis_of(segment);
  const float rx = area.left + half_x - axis.x, ry = area.top + half_y - axis.y;
  const float ux = segment.direction.x, uy = segment.direction.y, half = segment.length * 0.5F;
  const float around = reach_around(axis, reach);
  const float along = fma(rx, ux, ry * uy) - half, across = fma(ry, ux, -(rx * uy));
  const float wide = fma(half_x, abs(ux), half_y * abs(uy));
  const float high = fma(half_x, abs(uy), half_y * abs(ux));
  return abs(rx - half * ux) <= fma(half, abs(ux), half_x + around) &&
         abs(ry - half * uy) <= fma(half, abs(uy), half_y + around) &&
         abs(along) <= half + wide + around && abs(across) <= high + around;
}

/// The ends of a segment that may matter in an area of pixels: some lie beyond them or are cut.
struct EndsInSight {
  bool start = false, end = false;
};
OVL_FN EndsInSight ends_in_sight(const Segment& segment, const Rect& area) {
  const float half_x = (area.right - area.left) * 0.5F, half_y = (area.bottom - area.top) * 0.5F;
  const float rx = area.left + half_x - segment.start.x, ry = area.top + half_y - segment.start.y;
  const float ux = segment.direction.x, uy = segment.direction.y;
  const float along = fma(rx, ux, ry * uy);
  const float wide = fma(half_x, abs(ux), half_y * abs(uy)) + coverage_reach;
  return {along - wide<0, along + wide> segment.length};
}

/// Pixels beyond the ends of a segment that are of this kind. Precondition: it has such an end.
template <class Mask>
OVL_FN Mask at_ends(const Segment& segment, SegmentEnd kind, Mask before, Mask after) {
  if (segment.start_end != kind) return after;
  if (segment.end_end != kind) return before;
  return before | after;
}

/// A pixel seen from the chord of a segment.
template <class F>
struct ChordPlace {
  F t;       ///< along the chord, px
  F on;      ///< the same, limited to the chord
  F over;    ///< how far beyond its ends: t - on
  F across;  ///< distance from the parabola there, signed
};
/// Square of a pixel's distance from the nearest point of a segment, px^2.
template <class F>
OVL_FN F distance2(const ChordPlace<F>& at) {
  return fma(at.over, at.over, at.across * at.across);
}
/// A segment's chord, prepared for evaluation at pixels.
template <class F>
struct ChordView {
  F x, y, ux, uy, length, bend;
  F rise;                       ///< slope of the parabola at the start
  F cosine0, cosine1, cosine2;  ///< polynomial for the cosine of its slope, about 1 - slope^2 / 2
  OVL_FN explicit ChordView(const Segment& segment)
      : x(segment.start.x),
        y(segment.start.y),
        ux(segment.direction.x),
        uy(segment.direction.y),
        length(segment.length),
        bend(segment.bend),
        rise(segment.bend * segment.length),
        cosine0(1.0F - 0.5F * (segment.bend * segment.length) * (segment.bend * segment.length)),
        cosine1(2.0F * (segment.bend * segment.length) * segment.bend),
        cosine2(-2.0F * segment.bend * segment.bend) {}

  [[nodiscard]] OVL_FN ChordPlace<F> place(F px, F py) const {
    const F rx = px - x, ry = py - y;
    const F t = along(rx, ry);
    const F on = min(max(t, F(0.0F)), length);
    return {t, on, t - on, across(rx, ry, on)};
  }
  /// Position along the chord of (rx, ry) from its start, px.
  [[nodiscard]] OVL_FN F along(F rx, F ry) const { return fma(rx, ux, ry * uy); }
  /// Distance of (rx, ry) from the parabola at `on` along the chord, px, signed.
  [[nodiscard]] OVL_FN F across(F rx, F ry, F on) const {
    // Distance from the parabola is measured along the chord's normal: the cosine corrects that.
    const F above = fnma(on, fnma(bend, on, rise), fms(ry, ux, rx * uy));
    return above * fma(on, fma(on, cosine2, cosine1), cosine0);
  }
};

/// The nearest point of one segment. Beyond a butt end nothing is near.
template <class F>
OVL_FN Nearest<F> nearest_on_segment(const Segment& segment, F x, F y) {
  constexpr float far2 = 1e30F;
  const F ux(segment.direction.x), uy(segment.direction.y);
  const ChordPlace<F> place = ChordView<F>(segment).place(x, y);
  const auto [t, on, over, across] = place;
  Nearest<F> result{distance2(place), uy, ux, F(segment.along) + on, F(1.0F)};
  const unsigned ends = segment.start_end | segment.end_end;
  if (ends == smooth_end) return result;

  const auto before = over < F(0.0F);
  const auto after = over > F(0.0F);
  if ((ends & round_end) != 0) {
    const auto cap = at_ends(segment, round_end, before, after);
    const F inverse = F(1.0F) / max(sqrt(result.distance2), F(1e-6F));
    const F cap_x = fms(over, ux, across * uy), cap_y = fma(over, uy, across * ux);
    result.nx = select(cap, cap_x * inverse, result.nx);
    result.ny = select(cap, cap_y * inverse, result.ny);
    // Around a cap the mean squared distance of a pixel is 1/12 more than its centre's.
    const F rounder = result.distance2 + min(F(1.0F / 12.0F), result.distance2 * F(0.15F));
    result.distance2 = select(cap, rounder, result.distance2);
  }
  if ((ends & butt_end) != 0) {
    const auto pixel = pixel_profile(ux, uy);
    if (segment.start_end == butt_end) result.cut = half_plane(t, pixel);
    if (segment.end_end == butt_end) {
      result.cut = result.cut * half_plane(F(segment.length) - t, pixel);
    }
    const auto beyond = at_ends(segment, butt_end, before, after);
    const F cut_off = select(result.cut > F(0.0F), across * across, F(far2));
    result.distance2 = select(beyond, cut_off, result.distance2);
  }
  return result;
}

/// Keeps the nearer of two points; the first one when they are equally near.
template <class F>
OVL_FN void keep_nearer(Nearest<F>& best, const Nearest<F>& other) {
  const auto nearer = other.distance2 < best.distance2;
  best.distance2 = select(nearer, other.distance2, best.distance2);
  best.nx = select(nearer, other.nx, best.nx);
  best.ny = select(nearer, other.ny, best.ny);
  best.along = select(nearer, other.along, best.along);
  best.cut = select(nearer, other.cut, best.cut);
}

/// Signed distance along the line to the nearest dash: negative on it. An open line has no dashes
/// beyond its ends, and is not cut where a dash extends past them.
template <class F>
OVL_FN F dash_distance(const Item& item, F along) {
  const StrokeDash& dash = item.dash;
  const F moved = along - F(dash.phase);
  F since = fma(floor(moved * F(1.0F / dash.period)), F(-dash.period), moved);
  F left = F(dash.on) - since;
  F past = -left, ahead = F(dash.period) - since;
  const auto on = left > F(0.0F);
  if (!item.closed) {
    const F none(1e15F), slack(1e-3F);
    past = select(past > along, none, past);
    ahead = select(along + ahead > F(item.length), none, ahead);
    since = select(along - since < slack, none, since);
    left = select(along + left > F(item.length) - slack, none, left);
  }
  return select(on, -min(since, left), min(past, ahead));
}

/// The strength of a dash `inside` px from its nearer end, 0..1.
template <class F>
OVL_FN F dash_strength(const StrokeDash& dash, F inside) {
  if (!(dash.fade > 0)) return F(1.0F);
  return saturate(inside * F(2.0F / (dash.fade * dash.on)));
}

/// Light at `distance` px outside an edge: gain x (1 - distance / radius)^2.
template <class F>
OVL_FN F glow_light(const Item& item, F distance) {
  const F rest = saturate(F(1.0F) - max(distance, F(0.0F)) * F(item.glow_inverse));
  return F(item.glow_gain) * rest * rest;
}

/// Coverage of a stroke with its glow `distance` px outside its edge; both end at the same `cut`.
template <class F>
OVL_FN F with_glow(const Item& item, F coverage, F distance, F cut) {
  if (!(item.glow_radius > 0)) return coverage;
  return fma(glow_light(item, distance) * cut, F(1.0F) - coverage, coverage);
}

/// A position on a line that has a middle stop: before the stop, or from it on.
template <class F>
struct PartOfLine {
  MaskOf<F> is_first;
  F t;  ///< position within that part, 0..1
};
template <class F>
OVL_FN PartOfLine<F> part_of_line(const Item& item, F along) {
  const float at = item.middle.at;
  const F t = saturate(along * F(item.inverse_length));
  const auto is_first = t < F(at);
  return {is_first, select(is_first, t * F(1.0F / at), (t - F(at)) * F(1.0F / (1.0F - at)))};
}

/// Half the width of a stroke `along` px from its start.
template <StrokeDetail detail, class F>
OVL_FN F half_width_at(const Item& item, F along) {
  const F half(item.half_width);
  if (detail == StrokeDetail::none || !item.taper) return half;
  if (detail == StrokeDetail::stops && item.middle.at > 0) {
    const PartOfLine<F> part = part_of_line(item, along);
    const F middle(item.middle.half_width);
    const F first = fma(part.t, middle - half, half);
    const F second = fma(part.t, F(item.half_width_end) - middle, middle);
    return select(part.is_first, first, second);
  }
  return fma(along * F(item.inverse_length), F(item.half_width_end - item.half_width), half);
}

/// Alpha of a stroke, without the paint's own, `distance` px from its line: its coverage, and its
/// glow where it does not cover.
template <class F>
OVL_FN F slab_with_glow(const Item& item, F half, F distance, const PixelProfile<F>& pixel, F cut) {
  return with_glow(item, slab_coverage(half, distance, pixel, item.thin != 0) * cut,
                   distance - half, cut);
}

/// The same from a pixel's nearest point. `detail` is at least the item's.
template <StrokeDetail detail = StrokeDetail::stops, class F>
OVL_FN F stroke_coverage(const Item& item, Nearest<F> at) {
  constexpr float far = 1e15F;  // also replaces NaN
  F distance = min(sqrt(at.distance2), F(far));
  const F half = half_width_at<detail>(item, at.along);
  F cut = at.cut;
  if (may_be_cut(detail) && item.dash.period > 0) {
    const F gap = dash_distance(item, at.along);
    cut = cut * dash_strength(item.dash, -gap);
    if (item.butt) {
      cut = cut * half_plane(-gap, pixel_profile(at.ny, at.nx));
    } else {
      const F over = max(gap, F(0.0F));
      const F bent = sqrt(fma(over, over, at.distance2));
      const F inverse = F(1.0F) / max(bent, F(1e-6F));
      const auto cap = over > F(0.0F);
      const F nx = fma(at.nx, distance, at.ny * over) * inverse;
      const F ny = fma(at.ny, distance, -(at.nx * over)) * inverse;
      at.nx = select(cap, nx, at.nx);
      at.ny = select(cap, ny, at.ny);
      distance = min(bent, F(far));
    }
  }
  return slab_with_glow(item, half, distance, pixel_profile(at.nx, at.ny), cut);
}

/// The paint between two colours, at 0 the first and at 1 the second.
template <class F>
OVL_FN Pixel<F> between(const WorkColor& from, const WorkColor& to, F t) {
  Pixel<F> paint;
  for (int i = 0; i < 3; ++i) paint.c[i] = fma(t, F(to.c[i] - from.c[i]), F(from.c[i]));
  paint.a = fma(t, F(to.a - from.a), F(from.a));
  return paint;
}

/// Colour (straight) and alpha of a stroke `along` px from its start.
template <StrokeDetail detail = StrokeDetail::stops, class F>
OVL_FN Pixel<F> gradient_at(const Item& item, F along) {
  if (detail == StrokeDetail::stops && item.middle.at > 0) {
    const PartOfLine<F> part = part_of_line(item, along);
    Pixel<F> paint = between(item.middle.color(), item.stroke_end, part.t);
    const Pixel<F> first = between(item.stroke, item.middle.color(), part.t);
    for (int i = 0; i < 3; ++i) paint.c[i] = select(part.is_first, first.c[i], paint.c[i]);
    paint.a = select(part.is_first, first.a, paint.a);
    return paint;
  }
  return between(item.stroke, item.stroke_end, saturate(along * F(item.inverse_length)));
}

}  // namespace overlace
