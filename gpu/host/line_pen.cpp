// SPDX-License-Identifier: Apache-2.0
#include "gpu/host/line_pen.h"

#include <algorithm>
#include <cmath>

#include "gpu/kernels/emit_lines.h"
#include "graph/plan/line_heads.h"

namespace overlace {
namespace {

float distance(Vec2 a, Vec2 b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Where a curve is `length` px away from its start, in a straight line; 1 where it ends before.
float walk(const Curve& curve, float length) {
  constexpr int halvings = 24;
  if (!(distance(curve.p0, curve.p1) > length)) return 1;
  float near = 0, far = 1;
  for (int i = 0; i < halvings; ++i) {
    const float t = (near + far) * 0.5F;
    (distance(curve.p0, point_at(curve, t)) < length ? near : far) = t;
  }
  return far;
}

/// Cuts the start of a curve off for a head, but for a rest that a line cannot do without.
LineEnd cut_for(LineHead head, float size, const Color& color, float width, Curve& curve) {
  constexpr float rest = 1e-3F;
  const float t = walk(curve, size);
  const LineEnd end{.tip = curve.p0, .base = point_at(curve, t), .color = color, .width = width};
  if (covers_end(head) && t > 0) cut_curve(curve, std::min(t, 1 - rest), 1);
  return end;
}

/// Gives the line that begins at a primitive of the list its heads, which hold on to what is drawn
/// of it.
void append_heads(const DrawLinesOp& op, const TrackView& tracks, std::size_t begin,
                  DisplayList& out) {
  const Primitive first = out.primitives[begin];
  const Curve& curve = first.curve;
  const Presence there = both_of(presence_of(op.presence, tracks, curve.row_a),
                                 presence_of(op.presence, tracks, curve.row_b));
  const Element a = link_element(curve.row_a, curve.length, curve.age, curve.strength);
  const float size = op.head_size.at(tracks, a) * there.size;
  if (!(size > 0)) return;
  LineEnd start, end;
  if (op.tail != LineHead::none)
    start = cut_for(op.tail, size, first.stroke, first.width, out.primitives[begin].curve);
  Primitive& last = out.primitives.back();
  const bool is_whole = !(first.trim_end < 1);
  if (op.head != LineHead::none && is_whole) {
    Curve back = reversed(last.curve);
    end = cut_for(op.head, size, last.stroke_end, last.width_end, back);
    last.curve = reversed(back);
  }
  append_head(op.tail, start, first.glow, out);
  if (is_whole) append_head(op.head, end, first.glow, out);
}

}  // namespace

void append_line(const DrawLinesOp& op, const TrackView& tracks, std::span<const Curve> line,
                 DisplayList& out) {
  Primitive piece;
  const std::size_t before = out.primitives.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const LinePiece place{static_cast<float>(i), static_cast<float>(line.size())};
    if (!emit_line(op, tracks, line[i], piece, place)) continue;
    piece.joined = out.primitives.size() > before;
    out.primitives.push_back(piece);
  }
  if (op.has_heads() && out.primitives.size() > before) append_heads(op, tracks, before, out);
}

}  // namespace overlace
