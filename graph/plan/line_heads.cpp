// SPDX-License-Identifier: Apache-2.0
#include "graph/plan/line_heads.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/data/figures.h"

namespace overlace {
namespace {

constexpr float head_share = 0.9F;  ///< width of a head relative to its length

}  // namespace

bool covers_end(LineHead head) {
  return head == LineHead::triangle || head == LineHead::diamond;
}

void append_head(LineHead head, const LineEnd& end, const Glow& glow, DisplayList& out) {
  const Vec2 way = end.tip - end.base;
  const Vec2 side = Vec2{-way.y, way.x} * (head_share / 2);
  const float size = std::hypot(way.x, way.y);
  const LinePaint line{.color = end.color, .width = end.width, .dash = {}, .glow = glow};
  switch (head) {
    case LineHead::none:
      return;
    case LineHead::triangle:
      return append_triangle(end.base, end.tip, size * head_share, line, out);
    case LineHead::open:
      return append_polyline(std::array{end.base + side, end.tip, end.base - side}, line, out);
    case LineHead::dot:
      return append_dot(end.tip, size / 2, end.color, out);
    case LineHead::bar:
      if (!(end.width > 0) || !(end.color.a > 0)) return;
      append_polyline(std::array{end.tip + side, end.tip - side}, line, out);
      out.primitives.back().cap = CapStyle::butt;
      return;
    case LineHead::diamond: {
      const Vec2 middle = (end.tip + end.base) * 0.5F;
      AreaRings diamond(out);
      diamond.add(std::array{end.tip, middle + side * 0.5F, end.base, middle - side * 0.5F});
      return diamond.paint(end.color);
    }
  }
}

void append_arrow(Vec2 from, Vec2 tip, const ArrowEnds& ends, const LinePaint& paint,
                  DisplayList& out) {
  const Vec2 way = tip - from;
  const float length = std::sqrt(way.x * way.x + way.y * way.y);
  if (!(length > 0) || !(paint.width > 0) || !(paint.color.a > 0)) return;
  const Vec2 head = way * (std::min(std::max(ends.size, 0.0F), length) / length);
  const auto end = [&](Vec2 at, Vec2 base) {
    return LineEnd{.tip = at, .base = base, .color = paint.color, .width = paint.width};
  };
  const Vec2 first = covers_end(ends.tail) ? from + head : from;
  const Vec2 last = covers_end(ends.head) ? tip - head : tip;
  const Vec2 left = last - first;
  if (left.x * way.x + left.y * way.y > 0) append_polyline(std::array{first, last}, paint, out);
  if (!(ends.size > 0)) return;
  append_head(ends.tail, end(from, from + head), paint.glow, out);
  append_head(ends.head, end(tip, tip - head), paint.glow, out);
}

}  // namespace overlace
