// SPDX-License-Identifier: Apache-2.0
// Makes one shape of one tracked box.
#pragma once

#include "gpu/kernels/draw_descriptor.h"
#include "gpu/kernels/emit.h"
#include "graph/data/anchor.h"
#include "graph/values/presence.h"

namespace overlace {

/// The outline of a style around a padded box. A circle has the larger half side as its radius, so
/// that it neither cuts a long box nor swallows its surroundings; an ellipse touches the four
/// sides; a capsule's ends are half circles over the shorter side.
OVL_FN ShapeGeometry box_outline(const DrawBoxesOp& op, Vec2 center, Vec2 half, float radius,
                                 float arm) {
  const float shorter = min(half.x, half.y), longer = max(half.x, half.y);
  ShapeGeometry shape{center, half, 0, 0, ShapeKind::rounded_box};
  switch (op.style) {
    case BoxStyle::rounded:
      shape.corner_radius = clamp(radius, 0.0F, shorter);
      break;
    case BoxStyle::corners:
      shape.kind = ShapeKind::corner_brackets;
      shape.corner_radius = clamp(radius, 0.0F, shorter);
      shape.arm = max(arm, 0.0F);
      break;
    case BoxStyle::circle:
      shape.kind = ShapeKind::ellipse;
      shape.half_size = {longer, longer};
      break;
    case BoxStyle::ellipse:
      shape.kind = ShapeKind::ellipse;
      break;
    case BoxStyle::capsule:
      shape.corner_radius = shorter;
      break;
    case BoxStyle::diamond:
      shape.kind = ShapeKind::diamond;
      break;
  }
  return shape;
}

/// The shape around one row's box; false when it would be invisible or the box is not finite.
/// Padding grows the box on all four sides; a negative one shrinks it to its centre at most.
OVL_FN bool emit_box(const DrawBoxesOp& op, const TrackView& tracks, std::uint32_t row,
                     Primitive& out) {
  const Presence there = presence_of(op.presence, tracks, row);
  const Element element{.row = row, .presence = there.opacity};
  const Box& box = tracks.box[row];
  const float padding = op.padding.at(tracks, element);
  Vec2 half{max(fma(box.width, 0.5F, padding), 0.0F) * there.size,
            max(fma(box.height, 0.5F, padding), 0.0F) * there.size};
  if (op.square) half.x = half.y = max(half.x, half.y);
  const Vec2 center = box.center();
  if (!is_finite(center) || !is_finite(half) || !is_finite(padding)) return false;

  const float opacity = op.opacity.at(tracks, element) * there.opacity;
  out = Primitive{};
  out.kind = PrimitiveKind::shape;
  out.shape = box_outline(op, center, half, op.corner_radius.at(tracks, element) * there.size,
                          op.corner_length.at(tracks, element) * there.size);
  out.fill = fade(op.fill.at(tracks, element), opacity);
  set_stroke(out, fade(op.color.at(tracks, element), opacity), op.stroke_width.at(tracks, element));
  out.trim_end = there.drawn;
  out.dash = make_dash(op.dash, tracks, element);
  out.glow = make_glow(op.glow, tracks, element);
  return is_visible(out);
}

template <>
struct DrawDescriptor<DrawBoxesOp> {
  static constexpr DrawSource source = DrawSource::rows;
  static constexpr bool on_device = true, turns_with_box = true;
  static constexpr std::uint32_t items_per_slot = 2;
  OVL_FN static bool emit(const DrawBoxesOp& op, const TrackView& tracks, std::uint32_t row,
                          Primitive& out) {
    return emit_box(op, tracks, row, out);
  }
};

}  // namespace overlace
