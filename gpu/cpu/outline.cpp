// SPDX-License-Identifier: Apache-2.0
// Outlines: lines, and quarter ellipses as rational quadratics.
#include "gpu/cpu/outline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

namespace overlace {
namespace {

class Path {
 public:
  explicit Path(std::vector<Curve>& curves) : curves_(curves) {}

  void move_to(Vec2 to) { at_ = to; }
  void line_to(Vec2 to) {
    Curve& c = curves_.emplace_back();
    c.p0 = at_;
    c.p1 = to;
    c.hc = (at_ + to) * 0.5F;
    at_ = to;
  }
  /// A quarter of an ellipse that leaves towards `corner` and arrives coming from it.
  void quarter_to(Vec2 corner, Vec2 to) {
    const float radius = std::max(std::abs(to.x - at_.x), std::abs(to.y - at_.y));
    if (!(radius > 0)) return line_to(to);
    constexpr float weight = 0.70710678F;  // cosine of half the turning angle
    Curve& c = curves_.emplace_back();
    c.p0 = at_;
    c.p1 = to;
    c.hc = corner * weight;
    c.w = weight;
    c.segments = std::clamp(static_cast<std::uint32_t>(std::sqrt(2 * radius)) + 5U, 6U, 256U);
    at_ = to;
  }

 private:
  std::vector<Curve>& curves_;
  Vec2 at_;
};

void append_box(const ShapeGeometry& s, Path& path) {
  const auto [cx, cy] = s.center;
  const auto [hx, hy] = s.half_size;
  const float r = s.corner_radius;
  const float left = cx - hx, right = cx + hx, top = cy - hy, bottom = cy + hy;
  path.move_to({cx, top});
  path.line_to({right - r, top});
  if (r > 0) path.quarter_to({right, top}, {right, top + r});
  path.line_to({right, bottom - r});
  if (r > 0) path.quarter_to({right, bottom}, {right - r, bottom});
  path.line_to({left + r, bottom});
  if (r > 0) path.quarter_to({left, bottom}, {left, bottom - r});
  path.line_to({left, top + r});
  if (r > 0) path.quarter_to({left, top}, {left + r, top});
  path.line_to({cx, top});
}

void append_ellipse(const ShapeGeometry& s, Path& path) {
  const auto [cx, cy] = s.center;
  const auto [hx, hy] = s.half_size;
  path.move_to({cx, cy - hy});
  path.quarter_to({cx + hx, cy - hy}, {cx + hx, cy});
  path.quarter_to({cx + hx, cy + hy}, {cx, cy + hy});
  path.quarter_to({cx - hx, cy + hy}, {cx - hx, cy});
  path.quarter_to({cx - hx, cy - hy}, {cx, cy - hy});
}

void append_diamond(const ShapeGeometry& s, Path& path) {
  const auto [cx, cy] = s.center;
  const auto [hx, hy] = s.half_size;
  path.move_to({cx, cy - hy});
  path.line_to({cx + hx, cy});
  path.line_to({cx, cy + hy});
  path.line_to({cx - hx, cy});
  path.line_to({cx, cy - hy});
}

/// One chain around each corner: an arm, the corner, an arm.
void append_brackets(const ShapeGeometry& s, Path& path, std::vector<Curve>& curves,
                     std::vector<std::size_t>& chain_ends) {
  const float arm_x = std::clamp(s.arm, s.corner_radius, std::max(s.half_size.x, s.corner_radius));
  const float arm_y = std::clamp(s.arm, s.corner_radius, std::max(s.half_size.y, s.corner_radius));
  const float r = s.corner_radius;
  constexpr std::array<Vec2, 4> corners = {{{1, -1}, {1, 1}, {-1, 1}, {-1, -1}}};
  for (const auto& [sx, sy] : corners) {
    const Vec2 corner{s.center.x + sx * s.half_size.x, s.center.y + sy * s.half_size.y};
    const Vec2 on_row{corner.x - sx * arm_x, corner.y}, on_column{corner.x, corner.y - sy * arm_y};
    const Vec2 arc_row{corner.x - sx * r, corner.y}, arc_column{corner.x, corner.y - sy * r};
    const bool row_first = sx * sy < 0;  // clockwise
    path.move_to(row_first ? on_row : on_column);
    path.line_to(row_first ? arc_row : arc_column);
    if (r > 0) path.quarter_to(corner, row_first ? arc_column : arc_row);
    path.line_to(row_first ? on_column : on_row);
    chain_ends.push_back(curves.size());
  }
}

/// Four arms from the gap outwards; two bars without a gap.
void append_cross(const ShapeGeometry& s, Path& path, std::vector<Curve>& curves,
                  std::vector<std::size_t>& chain_ends) {
  auto bar = [&](Vec2 from, Vec2 to) {
    path.move_to(s.center + from);
    path.line_to(s.center + to);
    chain_ends.push_back(curves.size());
  };
  const auto [hx, hy] = s.half_size;
  if (!(s.arm > 0)) {
    bar({-hx, 0}, {hx, 0});
    bar({0, -hy}, {0, hy});
    return;
  }
  if (s.arm < hx) {
    bar({-hx, 0}, {-s.arm, 0});
    bar({s.arm, 0}, {hx, 0});
  }
  if (s.arm < hy) {
    bar({0, -hy}, {0, -s.arm});
    bar({0, s.arm}, {0, hy});
  }
}

}  // namespace

bool append_outline(const ShapeGeometry& shape, std::vector<Curve>& curves,
                    std::vector<std::size_t>& chain_ends) {
  Path path(curves);
  switch (shape.kind) {
    case ShapeKind::rounded_box:
      append_box(shape, path);
      break;
    case ShapeKind::ellipse:
      append_ellipse(shape, path);
      break;
    case ShapeKind::diamond:
      append_diamond(shape, path);
      break;
    case ShapeKind::corner_brackets:
      append_brackets(shape, path, curves, chain_ends);
      return false;
    case ShapeKind::cross:
      append_cross(shape, path, curves, chain_ends);
      return false;
  }
  chain_ends.push_back(curves.size());
  return true;
}

}  // namespace overlace
