// SPDX-License-Identifier: Apache-2.0
// Turns operations into the paint of one object: for kernels and for nodes that draw themselves.
#pragma once

#include "graph/plan/ops.h"

namespace overlace {

/// A straight colour with its alpha scaled; opacities outside 0..1 are clamped, NaN is 0.
OVL_FN Color fade(Color color, float opacity) {
  color.a = opacity > 0 ? color.a * min(opacity, 1.0F) : 0.0F;
  return color;
}

/// A dash without length or gap is a solid line.
OVL_FN Dash make_dash(const DashOp& op, const TrackView& tracks, const Element& element) {
  const float on = op.length.at(tracks, element);
  const float gap = op.gap.at(tracks, element);
  if (!(on > 0) || !(gap > 0)) return {};
  return {.period = on + gap,
          .on = on,
          .phase = op.offset.at(tracks, element),
          .fade = clamp(op.fade.at(tracks, element), 0.0F, 1.0F),
          .count = op.count.at(tracks, element)};
}

OVL_FN Glow make_glow(const GlowOp& op, const TrackView& tracks, const Element& element) {
  const float radius = op.radius.at(tracks, element);
  const float gain = op.gain.at(tracks, element);
  if (!(radius > 0) || !(gain > 0)) return {};
  return {.radius = radius, .gain = min(gain, 1.0F)};
}

}  // namespace overlace
