// SPDX-License-Identifier: Apache-2.0
// Makes one mark of one tracked object, at its anchor, and the fill of the whole frame.
#pragma once

#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "graph/data/anchor.h"
#include "graph/values/presence.h"

namespace overlace {

/// Open middle of a cross-hair as a fraction of its radius: keeps what it aims at in sight.
inline constexpr float cross_gap = 0.3F;

/// The mark of one row: a filled dot, a stroked ring, or a cross-hair. False when it would be
/// invisible or the box is not finite.
OVL_FN bool emit_point(const DrawPointsOp& op, const TrackView& tracks, std::uint32_t row,
                       Primitive& out) {
  const Presence there = presence_of(op.presence, tracks, row);
  const Element element{.row = row, .presence = there.opacity};
  const Vec2 center = anchor_point(tracks.box[row], op.anchor);
  const float radius = op.size.at(tracks, element) * 0.5F * there.size;
  if (!is_finite(center) || !is_finite(radius) || !(radius > 0)) return false;

  const Color color =
      fade(op.color.at(tracks, element), op.opacity.at(tracks, element) * there.opacity);
  out = Primitive{};
  out.kind = PrimitiveKind::shape;
  out.shape = {center, {radius, radius}, 0, 0, ShapeKind::ellipse};
  if (op.style == PointStyle::dot) {
    out.fill = color;
  } else {
    set_stroke(out, color, op.stroke_width.at(tracks, element));
  }
  if (op.style == PointStyle::cross) {
    out.shape.kind = ShapeKind::cross;
    out.shape.arm = radius * cross_gap;
  }
  out.trim_end = there.drawn;
  out.glow = make_glow(op.glow, tracks, element);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawPointsOp> {
  static constexpr DrawSource source = DrawSource::rows;
  static constexpr bool on_device = true, turns_with_box = false;
  static constexpr std::uint32_t items_per_slot = 2;
  OVL_FN static bool emit(const DrawPointsOp& op, const TrackView& tracks, std::uint32_t row,
                          Primitive& out) {
    return emit_point(op, tracks, row, out);
  }
};

/// One colour over the whole frame; false when transparent. There is no object to ask an attribute
/// of, so a mapped colour is the map's value for objects without the attribute.
OVL_FN bool emit_fill(const DrawFillOp& op, Primitive& out) {
  out = Primitive{};
  out.kind = PrimitiveKind::fill;
  out.fill = op.color.mapped ? op.color.map.missing : op.color.constant;
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawFillOp> {
  static constexpr DrawSource source = DrawSource::frame;
  static constexpr bool on_device = false, turns_with_box = false;
  OVL_FN static bool emit(const DrawFillOp& op, Primitive& out) { return emit_fill(op, out); }
};

}  // namespace overlace
