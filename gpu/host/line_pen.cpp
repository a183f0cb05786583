// SPDX-License-Identifier: Apache-2.0
#include "gpu/host/line_pen.h"

#include <algorithm>
#include <vector>

#include "gpu/kernels/emit_lines.h"
#include "graph/plan/line_heads.h"

namespace overlace {
namespace {

Presence presence_of_line(const DrawLinesOp& op, const TrackView& tracks, const Curve& curve) {
  return both_of(presence_of(op.presence, tracks, curve.row_a),
                 presence_of(op.presence, tracks, curve.row_b));
}

/// Attributes of a line as a whole are taken at its start.
Element start_element(const Curve& curve) {
  return link_element(curve.row_a, curve.length, curve.age, curve.strength);
}

/// The curves of a line in order from its start, or from its end.
struct LineWay {
  std::span<const Primitive> pieces;
  bool from_end;

  [[nodiscard]] Curve operator[](std::size_t i) const {
    return from_end ? reversed(pieces[pieces.size() - 1 - i].curve) : pieces[i].curve;
  }
  [[nodiscard]] Vec2 tip() const { return (*this)[0].p0; }
};

/// A point on a way: after `passed` whole curves, at `t` of the next one.
struct WayPoint {
  std::size_t passed;
  float t;
};

/// Where a curve that begins in a circle and ends outside leaves it.
float leaves_circle(const Curve& curve, Vec2 center, float radius) {
  constexpr int halvings = 24;
  float near = 0, far = 1;
  for (int i = 0; i < halvings; ++i) {
    const float t = (near + far) * 0.5F;
    (distance(center, point_at(curve, t)) < radius ? near : far) = t;
  }
  return far;
}

/// The point `length` px from the tip, in a straight line; the far end of a way that stays nearer.
WayPoint walk(const LineWay& way, float length) {
  const Vec2 tip = way.tip();
  for (std::size_t i = 0; i < way.pieces.size(); ++i) {
    const Curve curve = way[i];
    if (distance(tip, curve.p1) > length) return {i, leaves_circle(curve, tip, length)};
  }
  return {way.pieces.size() - 1, 1};
}

/// An end of a line, with room for a head.
LineEnd end_of(const LineWay& way, float size) {
  const WayPoint base = walk(way, size);
  const Primitive& first = way.pieces.front();
  const Primitive& last = way.pieces.back();
  return {.tip = way.tip(),
          .base = point_at(way[base.passed], base.t),
          .color = way.from_end ? last.stroke_end : first.stroke,
          .width = way.from_end ? last.width_end : first.width};
}

/// What is left of a way's curve number `point.passed` after that point: never nothing, because a
/// line needs a curve.
Curve rest_of(const LineWay& way, WayPoint point) {
  constexpr float least = 1e-3F;
  Curve curve = way[point.passed];
  if (point.t > 0) cut_curve(curve, std::min(point.t, 1 - least), 1);
  return way.from_end ? reversed(curve) : curve;
}

/// Cuts off the start of the line that `pieces` holds from `begin` on. The rest keeps its paint.
void cut_start(std::vector<Primitive>& pieces, std::size_t begin, float size) {
  const LineWay way{std::span(pieces).subspan(begin), false};
  const WayPoint point = walk(way, size);
  Primitive first = way.pieces.front();
  first.curve = rest_of(way, point);
  const auto start = pieces.begin() + static_cast<std::ptrdiff_t>(begin);
  *pieces.erase(start, start + static_cast<std::ptrdiff_t>(point.passed)) = first;
}

/// The same for its end.
void cut_end(std::vector<Primitive>& pieces, std::size_t begin, float size) {
  const LineWay way{std::span(pieces).subspan(begin), true};
  const WayPoint point = walk(way, size);
  const Primitive end = pieces.back();
  const Curve curve = rest_of(way, point);
  pieces.resize(pieces.size() - point.passed);
  Primitive& last = pieces.back();
  last.curve = curve;
  last.stroke_end = end.stroke_end;
  last.width_end = end.width_end;
}

/// Adds the heads of the line that begins at a primitive of the list; they attach to what is drawn
/// of it.
void append_heads(const DrawLinesOp& op, const TrackView& tracks, std::size_t begin,
                  DisplayList& out) {
  const std::span line = std::span(out.primitives).subspan(begin);
  const Curve& curve = line.front().curve;
  const Presence there = presence_of_line(op, tracks, curve);
  const Element a = start_element(curve);
  const float size = op.head_size.at(tracks, a) * there.size;
  if (!(size > 0)) return;
  const Glow glow = line.front().glow;
  const LineEnd start = end_of({line, false}, size), end = end_of({line, true}, size);
  if (covers_end(op.tail)) cut_start(out.primitives, begin, size);
  if (covers_end(op.head)) cut_end(out.primitives, begin, size);
  append_head(op.tail, start, glow, out);
  append_head(op.head, end, glow, out);
}

/// The same paint for a line that is cut where its drawn part ends, so that a head can stand there.
DrawLinesOp cut_as_drawn(const DrawLinesOp& op, const TrackView& tracks, const Curve& curve) {
  const Presence there = presence_of_line(op, tracks, curve);
  const Element a = start_element(curve);
  const float start = op.trim_start.at(tracks, a), end = op.trim_end.at(tracks, a);
  DrawLinesOp cut = op;
  cut.trim_end = {lerp(start, end, there.drawn), false, {}};
  cut.presence.motion = PresenceMotion::fade;
  return cut;
}

void append_pieces(const DrawLinesOp& op, const TrackView& tracks, std::span<const Curve> line,
                   DisplayList& out) {
  Primitive piece;
  const std::size_t before = out.primitives.size();
  for (std::size_t i = 0; i < line.size(); ++i) {
    const LinePiece place{static_cast<float>(i), static_cast<float>(line.size())};
    if (!emit_line(op, tracks, line[i], piece, place)) continue;
    piece.joined = out.primitives.size() > before;
    out.primitives.push_back(piece);
  }
}

}  // namespace

void append_line(const DrawLinesOp& op, const TrackView& tracks, std::span<const Curve> line,
                 DisplayList& out) {
  if (!op.has_heads()) return append_pieces(op, tracks, line, out);
  const std::size_t before = out.primitives.size();
  if (presence_of_line(op, tracks, line.front()).drawn < 1)
    append_pieces(cut_as_drawn(op, tracks, line.front()), tracks, line, out);
  else
    append_pieces(op, tracks, line, out);
  if (out.primitives.size() > before) append_heads(op, tracks, before, out);
}

}  // namespace overlace
