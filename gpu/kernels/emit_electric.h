// SPDX-License-Identifier: Apache-2.0
// Makes a bolt of one arc of lightning along a curve, or of one of its branches.
#pragma once

#include "gpu/kernels/curve.h"
#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "gpu/kernels/flatten.h"
#include "gpu/kernels/lane.h"
#include "graph/data/bolt.h"
#include "graph/values/presence.h"

namespace overlace {

/// The curve as it runs from the object with the lower id, so that its arc stays the same whichever
/// end comes first.
OVL_FN Curve from_lower_id(const Curve& curve, const TrackId* id) {
  if (id[curve.row_b] >= id[curve.row_a]) return curve;
  Curve back = reversed(curve);
  back.row_a = curve.row_b;
  back.row_b = curve.row_a;
  return back;
}

/// The arc along a curve.
OVL_FN BoltGeometry main_arc(const DrawElectricOp& op, const TrackView& tracks, const Curve& curve,
                             float amplitude) {
  return {
      .p0 = curve.p0,
      .hc = curve.hc,
      .p1 = curve.p1,
      .w = curve.w,
      .amplitude = amplitude,
      .random = PairRandom::of(op.seed, op.step, tracks.id[curve.row_a], tracks.id[curve.row_b]),
      .arc = 0,
      .octaves = op.octaves};
}

/// A branch leaves the arc somewhere in its middle part, sideways and forward; `number` is from 1.
OVL_FN BoltGeometry branch_of(const BoltGeometry& arc, std::uint32_t number) {
  constexpr float earliest = 0.15F, latest = 0.75F, shortest = 0.15F, longest = 0.4F;  // of the arc
  constexpr float least_turn = 0.25F, most_turn = 1;                                   // tangents
  constexpr std::uint32_t shape_octave = 63;  // no octave has this number
  const RandomWords words = arc.random.words(number, shape_octave, 0);
  const float side = (words.word[3] & 1U) != 0 ? 1.0F : -1.0F;
  const float turn = side * lerp(least_turn, most_turn, unit_random(words.word[1]));
  const float part = lerp(shortest, longest, unit_random(words.word[2]));
  const Vec2 chord = (arc.p1 - arc.p0) * (part / sqrt(1 + turn * turn));
  BoltGeometry branch = arc;
  branch.p0 = bolt_point(arc, lerp(earliest, latest, unit_random(words.word[0])));
  branch.p1 = branch.p0 + chord + Vec2{-chord.y, chord.x} * turn;
  branch.hc = (branch.p0 + branch.p1) * 0.5F;
  branch.w = 1;
  branch.arc = number;
  branch.octaves = arc.octaves > 1 ? arc.octaves - 1 : 1;
  return branch;
}

/// Whether all pieces of an arc and of its branches are drawable: with the least weight that
/// is_drawable allows, a curve reaches 2,000 times as far as its points.
OVL_FN bool is_drawable(const BoltGeometry& arc) {
  constexpr float farthest = farthest_point * 1e-5F, most = 1e3F;
  const auto near = [](Vec2 point) { return abs(point.x) <= farthest && abs(point.y) <= farthest; };
  return near(arc.p0) && near(arc.hc) && near(arc.p1) && is_drawable(way_of(arc)) &&
         abs(arc.amplitude) <= most;
}

/// Arc `part` of a curve: the main one, or a branch, which tapers to nothing. False when it would
/// be invisible or its numbers are not finite.
OVL_FN bool emit_bolt(const DrawElectricOp& op, const TrackView& tracks, const Curve& given,
                      std::uint32_t part, Primitive& out) {
  const Curve curve = from_lower_id(given, tracks.id);
  const Presence there = both_of(presence_of(op.presence, tracks, curve.row_a),
                                 presence_of(op.presence, tracks, curve.row_b));
  Element a = link_element(curve.row_a, curve.length, curve.age, curve.strength);
  Element b = link_element(curve.row_b, curve.length, curve.age, curve.strength);
  a.presence = b.presence = there.opacity;
  const BoltGeometry arc = main_arc(op, tracks, curve, op.amplitude.at(tracks, a));
  if (!is_drawable(arc)) return false;
  const float opacity = op.opacity.at(tracks, a) * curve.strength * there.opacity;

  out = Primitive{};
  out.kind = PrimitiveKind::bolt;
  out.bolt = part == 0 ? arc : branch_of(arc, part);
  out.stroke = fade(op.color.at(tracks, a), opacity);
  out.stroke_end = fade(op.color.at(tracks, b), opacity);
  out.width = max(op.width.at(tracks, a), 0.0F) * there.size;
  out.width_end = part == 0 ? out.width : 0.0F;
  out.trim_end = there.drawn;
  out.glow = make_glow(op.glow, tracks, a);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawElectricOp> {
  static constexpr DrawSource source = DrawSource::curve_parts;
  static constexpr bool on_device = true, turns_with_box = false;
  static constexpr std::uint32_t items_per_slot = 1;
  static constexpr std::size_t segments(const DrawElectricOp& op) {
    return std::size_t{1} << op.octaves;
  }
  OVL_FN static bool emit(const DrawElectricOp& op, const TrackView& tracks, const Curve& curve,
                          std::uint32_t part, Primitive& out) {
    return emit_bolt(op, tracks, curve, part, out);
  }
};

}  // namespace overlace
