// SPDX-License-Identifier: Apache-2.0
// Makes one curve of one link: which way and how far it bends, and how many segments it needs.
#pragma once

#include "graph/core/math.h"
#include "graph/core/random.h"
#include "graph/data/anchor.h"
#include "graph/data/curve_parts.h"
#include "graph/plan/ops.h"

namespace overlace {

inline constexpr std::uint32_t max_segments = 256;

/// What attribute maps see of one end of a link.
OVL_FN Element link_element(std::uint32_t row, float length, float age, float strength) {
  return {.row = row, .link_length = length, .link_age = age, .link_strength = strength};
}

/// True when end a comes first whichever end is called a: the lower id, or, where ids do not tell
/// the ends apart (detections that nothing has tracked yet), the leftmost, then topmost.
OVL_FN bool runs_forward(const Link& link, TrackId id_a, TrackId id_b) {
  if (id_a != id_b) return id_a < id_b;
  return link.a.x != link.b.x ? link.a.x < link.b.x : link.a.y <= link.b.y;
}

/// A fair coin for a pair of ids, the same in every frame.
OVL_FN bool bends_left(TrackId low, TrackId high) {
  const std::uint64_t first = mix_bits(static_cast<std::uint64_t>(low));
  return (mix_bits(first ^ static_cast<std::uint64_t>(high)) & 1U) == 0;
}

/// Chords at uniform t that keep a curve within `tolerance` px of its polyline, 1..max_segments.
/// Parabola: |p0 - 2 pc + p1| = 2 L |bend|, and n = sqrt(that / (4 tol)) (second-difference bound).
/// Arc of radius r: the sagitta r (w/n)^2 / 8 of the fastest segment, at t = 1/2, where the angular
/// rate is w = 4 |bend|; with r = L (1 + bend^2) / (4 |bend|) that is n = sqrt(L |bend| (1 +
/// bend^2) / (2 tol)).
OVL_FN std::uint32_t segments_for(CurveStyle style, float length, float bend, float tolerance) {
  float bulge = length * max(bend, -bend);
  if (style == CurveStyle::arc) bulge = bulge * fma(bend, bend, 1.0F);
  const float n = sqrt(bulge / (2.0F * max(tolerance, 1e-3F)));
  if (!(n > 1.0F)) return 1;
  if (n >= static_cast<float>(max_segments)) return max_segments;
  const auto whole = static_cast<std::uint32_t>(n);
  return static_cast<float>(whole) < n ? whole + 1 : whole;
}

/// Weight and homogeneous control point. The control point of the parabola is the middle of the
/// link plus its left normal (as seen on screen) x length x bend. The arc has the parabola's apex:
/// with theta half its turning angle, tan(theta / 2) = bend, so that w = cos(theta) and sin(theta)
/// are rational.
OVL_FN void bend_curve(Curve& curve, CurveStyle style, float bend) {
  const Vec2 middle = (curve.p0 + curve.p1) * 0.5F;
  const Vec2 chord = curve.p1 - curve.p0;
  float along_middle = 1, along_normal = bend;
  if (style == CurveStyle::arc) {
    const float square = bend * bend;
    along_middle = (1.0F - square) / (1.0F + square);
    along_normal = bend / (1.0F + square);  // sin(theta) / 2
  }
  curve.w = along_middle;
  curve.hc = {fma(chord.y, along_normal, middle.x * along_middle),
              fma(-chord.x, along_normal, middle.y * along_middle)};
}

/// How far a link's left normal points the way its curve is to bend, -1 to 1: the cosine of the
/// angle between them, so that a link that itself runs that way is straight.
OVL_FN float normal_toward(const CurveBezierOp& op, const Link& link, float length) {
  Vec2 way{0, op.toward == CurveToward::down ? 1.0F : -1.0F};
  if (op.toward == CurveToward::center) {
    way = op.center - (link.a + link.b) * 0.5F;
    const float far = sqrt(fma(way.x, way.x, way.y * way.y));
    if (!(far > 0)) return 0;
    way = {way.x / far, way.y / far};
  }
  const Vec2 chord = link.b - link.a;
  return fma(chord.y, way.x, -(chord.x * way.y)) / length;
}

/// The bend of a link, from the attributes of the end that comes first; positive to the left when
/// going from a to b.
OVL_FN float signed_bend(const CurveBezierOp& op, const TrackView& tracks, const Link& link,
                         float length) {
  const TrackId id_a = tracks.id[link.row_a], id_b = tracks.id[link.row_b];
  const bool forward = runs_forward(link, id_a, id_b);
  const std::uint32_t row = forward ? link.row_a : link.row_b;
  const float bend = op.bend.at(tracks, link_element(row, length, link.age, link.strength));
  if (!is_finite(bend)) return 0;
  if (op.toward != CurveToward::normal) return bend * normal_toward(op, link, length);
  const bool left = forward ? bends_left(id_a, id_b) : bends_left(id_b, id_a);
  return op.alternate && left != forward ? -bend : bend;
}

/// Trims a curve to where it leaves its two objects; false when nothing of it is left.
OVL_FN bool cut_ends(const CurveBezierOp& op, const TrackView& tracks, Curve& curve) {
  const float from = leaves_object(curve, tracks.box[curve.row_a], op.ends, op.end_gap);
  const bool has_other = curve.row_a != curve.row_b;  // else it ends at a point of the picture
  const float to = has_other ? 1.0F - leaves_object(reversed(curve), tracks.box[curve.row_b],
                                                    op.ends, op.end_gap)
                             : 1.0F;
  if (!(from < to)) return false;
  cut_curve(curve, from, to);
  return true;
}

/// The curve of one link; false for a link without length, which has none, and where objects leave
/// no room between them. With `alternate`, swapping the ends gives the same shape; without, it
/// gives the mirrored one, so that the two directions of a pair enclose a lens.
OVL_FN bool make_curve(const CurveBezierOp& op, const TrackView& tracks, const Link& link,
                       Curve& curve) {
  const Vec2 chord = link.b - link.a;
  const float length = sqrt(fma(chord.x, chord.x, chord.y * chord.y));
  if (!(length > 0) || !is_finite(length)) return false;
  curve.p0 = link.a;
  curve.p1 = link.b;
  curve.length = length;
  curve.strength = link.strength;
  curve.age = link.age;
  curve.row_a = link.row_a;
  curve.row_b = link.row_b;

  const float bend =
      op.style == CurveStyle::straight ? 0.0F : signed_bend(op, tracks, link, length);
  const CurveStyle style = bend == 0 ? CurveStyle::straight : op.style;
  bend_curve(curve, style, bend);
  // A part of a parabola or of an arc needs no more segments than the whole.
  if (op.ends != CurveEnds::anchor && !cut_ends(op, tracks, curve)) return false;
  if (style == CurveStyle::straight) {
    curve.segments = 1;
  } else if (op.samples > 0) {
    const auto samples = static_cast<std::uint32_t>(op.samples);
    curve.segments = samples < max_segments ? samples : max_segments;
  } else {
    curve.segments = segments_for(style, length, bend, op.tolerance);
  }
  return true;
}

}  // namespace overlace
