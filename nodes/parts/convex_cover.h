// SPDX-License-Identifier: Apache-2.0
// The visible parts of overlapping quadrilaterals, as convex polygons.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Positive if b is clockwise of a on the screen.
[[nodiscard]] constexpr float cross(Vec2 a, Vec2 b) {
  return a.x * b.y - a.y * b.x;
}

/// Distance within which a point counts as on a line, px: bytes resolve 1/256 of a pixel.
constexpr float on_line = 1.0F / 256;

using Corners = std::span<const Vec2>;  ///< of a polygon, in order

/// A list of polygons. Coincident neighbouring corners are merged.
class Polygons {
 public:
  [[nodiscard]] std::size_t count() const { return ends_.size(); }
  [[nodiscard]] Corners operator[](std::size_t i) const {
    const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
    return Corners(corners_).subspan(begin, ends_[i] - begin);
  }
  void clear() {
    corners_.clear();
    ends_.clear();
  }
  /// Skips polygons with fewer than three corners.
  void add(Corners polygon) {
    const std::size_t begin = corners_.size();
    for (const Vec2 corner : polygon)
      if (corners_.size() == begin || !meet(corners_.back(), corner)) corners_.push_back(corner);
    while (corners_.size() > begin + 1 && meet(corners_.back(), corners_[begin]))
      corners_.pop_back();
    if (corners_.size() < begin + 3)
      corners_.resize(begin);
    else
      ends_.push_back(static_cast<std::uint32_t>(corners_.size()));
  }

 private:
  static bool meet(Vec2 a, Vec2 b) { return distance(a, b) <= on_line; }

  std::vector<Vec2> corners_;
  std::vector<std::uint32_t> ends_;
};

/// Appends a convex polygon, clockwise.
template <std::size_t n>
void add_clockwise(std::array<Vec2, n> polygon, Polygons& out) {
  float area = 0;
  for (std::size_t i = 2; i < n; ++i)
    area += cross(polygon[i - 1] - polygon[0], polygon[i] - polygon[0]);
  if (area < 0) std::ranges::reverse(polygon);
  out.add(polygon);
}

/// The point where two segments cross, if they do.
[[nodiscard]] inline std::optional<Vec2> crossing(Vec2 a, Vec2 b, Vec2 c, Vec2 d) {
  const float from = cross(d - c, a - c), to = cross(d - c, b - c);
  const bool parts = cross(b - a, c - a) * cross(b - a, d - a) < 0;
  if (!parts || !(from * to < 0)) return std::nullopt;
  return a + (b - a) * (from / (from - to));
}

/// Appends the convex parts of a quadrilateral, which may intersect itself.
inline void add_convex_parts(const std::array<Vec2, 4>& quad, Polygons& out) {
  const auto [a, b, c, d] = quad;
  const auto add_two = [&](const std::array<Vec2, 3>& one, const std::array<Vec2, 3>& other) {
    add_clockwise(one, out);
    add_clockwise(other, out);
  };
  if (const auto x = crossing(b, c, d, a)) return add_two({a, b, *x}, {c, d, *x});
  if (const auto x = crossing(a, b, c, d)) return add_two({a, *x, d}, {b, c, *x});
  const bool by_ac = cross(c - a, b - a) * cross(c - a, d - a) <= 0;
  const bool by_bd = cross(d - b, a - b) * cross(d - b, c - b) <= 0;
  if (by_ac && by_bd) return add_clockwise(quad, out);
  by_ac ? add_two({a, b, c}, {a, c, d}) : add_two({a, b, d}, {b, c, d});
}

/// The line along a side of a clockwise polygon.
struct SideLine {
  Vec2 begin, way;  ///< way: of length 1

  SideLine(Corners polygon, std::size_t side) : begin(polygon[side]) {
    const Vec2 along = polygon[(side + 1) % polygon.size()] - begin;
    way = along * (1 / std::hypot(along.x, along.y));
  }
  /// Distance to the line, px; positive on the polygon's side.
  [[nodiscard]] float depth(Vec2 point) const { return cross(way, point - begin); }
};

/// Whether a polygon lies entirely beyond one side of another polygon.
[[nodiscard]] inline bool is_beyond(Corners polygon, Corners other) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    const SideLine side(other, i);
    if (std::ranges::all_of(polygon, [&](Vec2 p) { return side.depth(p) <= on_line; })) return true;
  }
  return false;
}

/// A stack of quadrilaterals, built from the top down.
class ConvexCover {
 public:
  void clear() {
    holes_.clear();
    bounds_.clear();
    block_bounds_.clear();
  }

  /// Adds a quadrilateral below all others. Returns its visible convex parts, valid until the next
  /// call. Parts that share a side meet exactly, so that their coverage adds up to 1.
  const Polygons& add_under(const std::array<Vec2, 4>& quad) {
    parts_.clear();
    add_convex_parts(quad, parts_);
    seen_ = parts_;
    const Bounds bounds(quad);
    for (std::size_t i = 0; i < holes_.count() && seen_.count() > 0; ++i) {
      if (i % block == 0 && !block_bounds_[i / block].meets(bounds)) {
        i += block - 1;
        continue;
      }
      if (bounds_[i].meets(bounds)) take_away(holes_[i]);
    }
    for (std::size_t i = 0; i < parts_.count(); ++i) add_hole(parts_[i]);
    return seen_;
  }

 private:
  struct Bounds {
    Vec2 low, high;
    explicit Bounds(Corners corners) : low(corners[0]), high(corners[0]) {
      for (const Vec2 corner : corners) {
        low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
        high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
      }
    }
    [[nodiscard]] bool meets(const Bounds& other) const {
      return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y &&
             other.low.y < high.y;
    }
  };
  static constexpr std::size_t block = 16;  ///< holes that are skipped together

  void add_hole(Corners hole) {
    const Bounds bounds(hole);
    if (holes_.count() % block == 0) block_bounds_.push_back(bounds);
    Bounds& all = block_bounds_.back();
    all.low = {std::min(all.low.x, bounds.low.x), std::min(all.low.y, bounds.low.y)};
    all.high = {std::max(all.high.x, bounds.high.x), std::max(all.high.y, bounds.high.y)};
    bounds_.push_back(bounds);
    holes_.add(hole);
  }

  void take_away(Corners hole) {
    left_.clear();
    for (std::size_t i = 0; i < seen_.count(); ++i)
      if (is_beyond(seen_[i], hole) || is_beyond(hole, seen_[i]))
        left_.add(seen_[i]);
      else
        add_outside(seen_[i], hole);
    std::swap(seen_, left_);
  }

  /// Adds the parts of a polygon outside a hole: for each side of the hole, cuts off what lies
  /// beyond it and goes on with the rest.
  void add_outside(Corners polygon, Corners hole) {
    rest_.assign(polygon.begin(), polygon.end());
    for (std::size_t i = 0; i < hole.size() && rest_.size() > 2; ++i) {
      cut_rest(SideLine(hole, i));
      left_.add(beyond_);
      std::swap(rest_, within_);
    }
  }

  void cut_rest(const SideLine& line) {
    beyond_.clear();
    within_.clear();
    for (std::size_t i = 0; i < rest_.size(); ++i) {
      const Vec2 corner = rest_[i], next = rest_[(i + 1) % rest_.size()];
      const float depth = line.depth(corner), next_depth = line.depth(next);
      if (depth <= on_line) beyond_.push_back(corner);
      if (depth >= -on_line) within_.push_back(corner);
      if (!(std::min(depth, next_depth) < -on_line && std::max(depth, next_depth) > on_line))
        continue;
      const Vec2 at = corner + (next - corner) * (depth / (depth - next_depth));
      beyond_.push_back(at);
      within_.push_back(at);
    }
  }

  Polygons holes_, parts_, seen_, left_;
  std::vector<Bounds> bounds_, block_bounds_;
  std::vector<Vec2> rest_, beyond_, within_;
};

}  // namespace overlace
