// SPDX-License-Identifier: Apache-2.0
// What all primitives share: setting a stroke, and telling whether anything would be painted.
#pragma once

#include "graph/core/math.h"
#include "graph/plan/ops.h"
#include "graph/plan/paint.h"

namespace overlace {

/// Sets a stroke of one colour and width all along, unless it would be invisible.
OVL_FN void set_stroke(Primitive& out, Color color, float width) {
  if (!(width > 0) || !(color.a > 0)) return;
  out.stroke = out.stroke_end = color;
  out.width = out.width_end = width;
}

/// True when painting the primitive could change a pixel.
OVL_FN bool is_visible(const Primitive& p) {
  const bool stroke = (p.width > 0 || p.width_end > 0) && (p.stroke.a > 0 || p.stroke_end.a > 0);
  const bool middle = p.middle.at > 0 && p.middle.width > 0 && p.middle.color.a > 0;
  return stroke || middle || p.fill.a > 0;
}

}  // namespace overlace
