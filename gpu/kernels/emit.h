// SPDX-License-Identifier: Apache-2.0
// What all primitives share: opacity into colours, dashes and glow, and what is not worth painting.
#pragma once

#include "graph/core/math.h"
#include "graph/ops.h"

namespace overlace {

/// A straight colour with its alpha scaled; opacities outside 0..1 are clamped, NaN is 0.
OVL_FN Color fade(Color color, float opacity) {
  color.a = opacity > 0 ? color.a * min(opacity, 1.0F) : 0.0F;
  return color;
}

/// A dash without length or without gap is a solid line.
OVL_FN Dash make_dash(const DashOp& op, const TrackView& tracks, const Element& element) {
  const float on = op.length.at(tracks, element);
  const float gap = op.gap.at(tracks, element);
  if (!(on > 0) || !(gap > 0)) return {};
  return {.period = on + gap, .on = on, .phase = op.offset.at(tracks, element)};
}

OVL_FN Glow make_glow(const GlowOp& op, const TrackView& tracks, const Element& element) {
  const float radius = op.radius.at(tracks, element);
  const float gain = op.gain.at(tracks, element);
  if (!(radius > 0) || !(gain > 0)) return {};
  return {.radius = radius, .gain = min(gain, 1.0F)};
}

/// Sets a stroke of one colour and width all along; one that cannot be seen becomes no stroke.
OVL_FN void set_stroke(Primitive& out, Color color, float width) {
  if (!(width > 0) || !(color.a > 0)) return;
  out.stroke = out.stroke_end = color;
  out.width = out.width_end = width;
}

/// True when painting the primitive could change a pixel.
OVL_FN bool is_visible(const Primitive& p) {
  const bool stroke = (p.width > 0 || p.width_end > 0) && (p.stroke.a > 0 || p.stroke_end.a > 0);
  return stroke || p.fill.a > 0;
}

}  // namespace overlace
