// SPDX-License-Identifier: Apache-2.0
// Makes one stroked primitive of one curve.
#pragma once

#include "gpu/kernels/curve.h"
#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "graph/data/curve_parts.h"
#include "graph/values/presence.h"

namespace overlace {

/// A curve's position in the line that it is a piece of; all pieces have equal shares of the line.
struct LinePiece {
  float first = 0;  ///< pieces before it
  float count = 1;  ///< pieces of the line
};

/// What a whole line is painted with.
struct LinePaintStops {
  Color start, end;
  float width, width_end;
  MiddleStop middle;
};
/// A line's paint at the fraction `t` of its length.
OVL_FN MiddleStop paint_at(const LinePaintStops& line, float t) {
  const float at = line.middle.at;
  if (!(at > 0)) return {t, lerp(line.start, line.end, t), lerp(line.width, line.width_end, t)};
  if (t < at)
    return {t, lerp(line.start, line.middle.color, t / at),
            lerp(line.width, line.middle.width, t / at)};
  const float rest = (t - at) / (1 - at);
  return {t, lerp(line.middle.color, line.end, rest),
          lerp(line.middle.width, line.width_end, rest)};
}

/// Trims one piece of a line to the part of the line that is left, in its own colours; false if
/// nothing of the piece is left.
OVL_FN bool trim_piece(float start, float end, LinePiece piece, Primitive& out) {
  const float from = clamp(start * piece.count - piece.first, 0.0F, 1.0F);
  const float to = clamp(end * piece.count - piece.first, 0.0F, 1.0F);
  if (!(from < to)) return false;
  if (from == 0 && to == 1) return true;
  cut_curve(out.curve, from, to);
  // Paint is given for a line's start and end, so that of the trimmed line must be as well.
  const LinePaintStops line{out.stroke, out.stroke_end, out.width, out.width_end, out.middle};
  start = clamp(start, 0.0F, 1.0F);
  end = clamp(end, 0.0F, 1.0F);
  const MiddleStop first = paint_at(line, start), last = paint_at(line, end);
  out.stroke = first.color;
  out.stroke_end = last.color;
  out.width = first.width;
  out.width_end = last.width;
  out.middle.at = (line.middle.at - start) / (end - start);
  if (!(out.middle.at > 0) || !(out.middle.at < 1)) out.middle.at = 0;
  return true;
}

/// The line along a curve; false when it would be invisible. Attributes of the whole line come from
/// end a, `color_end` and `width_end` from end b.
OVL_FN bool emit_line(const DrawLinesOp& op, const TrackView& tracks, const Curve& curve,
                      Primitive& out, LinePiece piece = {}) {
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
  out.joined = curve.joined;
  out.curve = curve;
  out.stroke = fade(op.color.at(tracks, a), opacity);
  out.stroke_end = fade(op.color_end.at(tracks, b), opacity);
  out.width = max(op.width.at(tracks, a), 0.0F) * there.size;
  out.width_end = max(op.width_end.at(tracks, b), 0.0F) * there.size;
  const float middle = op.middle.at(tracks, a);
  if (middle > 0 && middle < 1)
    out.middle = {
        middle, fade(op.color_middle.at(tracks, a), opacity),
        lerp(out.width, out.width_end, middle) * max(op.middle_width.at(tracks, a), 0.0F)};
  out.trim_end = there.drawn;
  out.dash = make_dash(op.dash, tracks, a);
  out.glow = make_glow(op.glow, tracks, a);
  return trim_piece(op.trim_start.at(tracks, a), op.trim_end.at(tracks, a), piece, out) &&
         is_visible(out);
}

/// Lines of several curves, and heads, are made by the host alone: see line_pen.h.
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
