// SPDX-License-Identifier: Apache-2.0
// The rings of an object's polygon or mask, in pixels of the picture.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "geometry/mask_outline.h"
#include "graph/data/figures.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Simplifies lines by the algorithm of Douglas and Peucker ("Algorithms for the reduction of the
/// number of points", 1973). Reuses its memory.
class LineSimplifier {
 public:
  /// Removes points that lie within `tolerance` px of the line between their remaining neighbours.
  /// Rings of fewer than four points stay.
  void simplify(std::vector<Vec2>& ring, float tolerance) {
    if (ring.size() < 4 || !(tolerance > 0)) return;
    kept_.assign(ring.size(), false);
    const std::size_t far = farthest_from(ring);
    ring.push_back(ring.front());
    kept_[0] = kept_[far] = true;
    pending_.assign({{0, far}, {far, ring.size() - 1}});
    while (!pending_.empty()) {
      const auto [first, last] = pending_.back();
      pending_.pop_back();
      split(ring, first, last, tolerance);
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i)
      if (kept_[i]) ring[count++] = ring[i];
    ring.resize(count);
  }

 private:
  [[nodiscard]] static std::size_t farthest_from(std::span<const Vec2> ring) {
    std::size_t far = 1;
    float most = -1;
    for (std::size_t i = 1; i < ring.size(); ++i) {
      const Vec2 d = ring[i] - ring[0];
      const float distance = d.x * d.x + d.y * d.y;
      if (distance > most) far = i, most = distance;
    }
    return far;
  }

  /// Distance from a point to the segment from a to b, px.
  [[nodiscard]] static float distance(Vec2 p, Vec2 a, Vec2 b) {
    const Vec2 way = b - a, to = p - a;
    const float length = way.x * way.x + way.y * way.y;
    const float along = length > 0 ? (to.x * way.x + to.y * way.y) / length : 0.0F;
    const float t = along > 0 ? (along < 1 ? along : 1.0F) : 0.0F;
    return std::hypot(to.x - way.x * t, to.y - way.y * t);
  }

  void split(std::span<const Vec2> ring, std::size_t first, std::size_t last, float tolerance) {
    std::size_t far = first;
    float most = tolerance;
    for (std::size_t i = first + 1; i < last; ++i) {
      const float d = distance(ring[i], ring[first], ring[last]);
      if (d > most) far = i, most = d;
    }
    if (far == first) return;
    kept_[far] = true;
    pending_.emplace_back(first, far);
    pending_.emplace_back(far, last);
  }

  std::vector<char> kept_;
  std::vector<std::pair<std::size_t, std::size_t>> pending_;  ///< parts still to be split
};

/// What replaces the outline of an object with neither a polygon nor a mask.
enum class MissingRing : std::uint8_t { none, box, ellipse, rounded };

/// How the rings of an object are changed before they are painted.
struct RingShape {
  float size = 1;  ///< factor, about `middle`
  Vec2 middle;
  float tolerance = 0;  ///< see LineSimplifier, px
  MissingRing missing = MissingRing::none;

  [[nodiscard]] Vec2 operator()(Vec2 p) const {
    return size == 1 ? p : middle + (p - middle) * size;
  }
};

/// Reads rings from a table. Reuses its memory.
class ObjectRings {
 public:
  /// Calls `use(ring)` for each ring of a row's polygon, else of its mask's outline, else for the
  /// replacement. Returns whether there are any.
  template <class F>
  bool for_each(const TrackTable& table, std::uint32_t row, Size picture, const RingShape& shape,
                F use) {
    const std::span<const OutlinePoint> outline = table.outlines.of(row);
    if (!outline.empty()) {
      for (std::size_t i = 0; i < outline.size();) {
        ring_.clear();
        const std::uint32_t number = outline[i].ring;
        for (; i < outline.size() && outline[i].ring == number; ++i)
          ring_.push_back(shape(outline[i].at));
        hand_out(shape, use);
      }
      return true;
    }
    const std::span<const std::uint32_t> runs = table.mask_runs.of(row);
    if (runs.empty()) return stand_in(table.box[row], picture, shape, use);
    const Size grid = table.mask_size[row];
    const Vec2 scale{static_cast<float>(picture.width) / static_cast<float>(grid.width),
                     static_cast<float>(picture.height) / static_cast<float>(grid.height)};
    mask_.trace(grid, runs);
    for (std::size_t i = 0; i < mask_.ring_count(); ++i) {
      ring_.clear();
      for (const Vec2 point : mask_.ring(i))
        ring_.push_back(shape({point.x * scale.x, point.y * scale.y}));
      hand_out(shape, use);
    }
    return true;
  }

 private:
  template <class F>
  bool stand_in(const Box& box, Size picture, const RingShape& shape, F use) {
    if (shape.missing == MissingRing::none) return false;
    const Vec2 half{box.width / 2, box.height / 2};
    const Vec2 radii = corner_radii(half, picture, shape.missing);
    const int per_quarter = shape.missing == MissingRing::box ? 1 : 12;
    ring_.clear();
    for (int i = 0; i < 4 * per_quarter; ++i) {
      const Vec2 corner = direction_of(90.0F * static_cast<float>(i / per_quarter) + 45);
      const Vec2 middle{std::copysign(half.x - radii.x, corner.x),
                        std::copysign(half.y - radii.y, corner.y)};
      const Vec2 to = direction_of(turn_of(i, per_quarter, shape.missing));
      ring_.push_back(shape(box.center() + middle + Vec2{to.x * radii.x, to.y * radii.y}));
    }
    use(std::span<const Vec2>(ring_));
    return true;
  }

  /// Degrees of the i-th corner. Those of round corners include both of their ends, so that sides
  /// lie where the box's do.
  [[nodiscard]] static float turn_of(int i, int per_quarter, MissingRing missing) {
    if (missing != MissingRing::rounded)
      return 90 * (static_cast<float>(i) + 0.5F) / static_cast<float>(per_quarter);
    return 90 * (static_cast<float>(i / per_quarter) +
                 static_cast<float>(i % per_quarter) / static_cast<float>(per_quarter - 1));
  }

  /// Radii of a box's corners. `rounded` is a capsule at most, and a round box if it is large.
  [[nodiscard]] static Vec2 corner_radii(Vec2 half, Size picture, MissingRing missing) {
    constexpr float most = 0.06F;  // of the picture's height
    if (missing == MissingRing::ellipse) return half;
    if (missing != MissingRing::rounded) return {0, 0};
    const float radius = std::min({half.x, half.y, most * static_cast<float>(picture.height)});
    return {radius, radius};
  }

  template <class F>
  void hand_out(const RingShape& shape, F use) {
    simplifier_.simplify(ring_, shape.tolerance);
    use(std::span<const Vec2>(ring_));
  }

  std::vector<Vec2> ring_;
  MaskOutline mask_;
  LineSimplifier simplifier_;
};

}  // namespace overlace
