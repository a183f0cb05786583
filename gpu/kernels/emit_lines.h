// SPDX-License-Identifier: Apache-2.0
// One curve to one stroked primitive.
#pragma once

#include "gpu/kernels/curve.h"
#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "graph/values/presence.h"

namespace overlace {

/// The line along a curve; false when it would be invisible. What belongs to the line as a whole is
/// asked of end a, `color_end` and `width_end` of end b.
OVL_FN bool emit_line(const DrawLinesOp& op, const TrackView& tracks, const Curve& curve,
                      Primitive& out) {
  const Presence there = both_of(presence_of(op.presence, tracks, curve.row_a),
                                 presence_of(op.presence, tracks, curve.row_b));
  Element a = link_element(curve.row_a, curve.length, curve.age, curve.strength);
  Element b = link_element(curve.row_b, curve.length, curve.age, curve.strength);
  a.presence = b.presence = there.opacity;
  const float opacity =
      clamp(op.opacity.at(tracks, a), 0.0F, 1.0F) * curve.strength * there.opacity;

  out = Primitive{};
  out.kind = PrimitiveKind::curve;
  out.cap = op.cap;
  out.curve = curve;
  out.stroke = fade(op.color.at(tracks, a), opacity);
  out.stroke_end = fade(op.color_end.at(tracks, b), opacity);
  out.width = max(op.width.at(tracks, a), 0.0F) * there.size;
  out.width_end = max(op.width_end.at(tracks, b), 0.0F) * there.size;
  out.trim_end = there.drawn;
  out.dash = make_dash(op.dash, tracks, a);
  out.glow = make_glow(op.glow, tracks, a);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawLinesOp> {
  static constexpr DrawSource source = DrawSource::curves;
  static constexpr bool on_device = true, turns_with_box = false;
  static constexpr std::uint32_t items_per_slot = 1;
  OVL_FN static bool emit(const DrawLinesOp& op, const TrackView& tracks, const Curve& curve,
                          Primitive& out) {
    return emit_line(op, tracks, curve, out);
  }
};

}  // namespace overlace
