// SPDX-License-Identifier: Apache-2.0
// Delaunay's triangulation of points on a fine grid, exactly: no rounding decides who is joined.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace overlace {

/// A point in whole steps of a grid; coordinates within +-2^23.
struct GridPoint {
  std::int32_t x = 0, y = 0;
  friend constexpr bool operator==(GridPoint, GridPoint) = default;
};

inline constexpr std::int32_t largest_grid_coordinate = 1 << 23;

/// Twice the area of a triangle: above 0 where a, b and c turn left in a system whose y points up.
[[nodiscard]] constexpr std::int64_t turn(GridPoint a, GridPoint b, GridPoint c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) -
         (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}
/// The squared distance of two points.
[[nodiscard]] constexpr std::int64_t squared_distance(GridPoint a, GridPoint b) {
  const std::int64_t x = std::int64_t{a.x} - b.x, y = std::int64_t{a.y} - b.y;
  return x * x + y * y;
}

/// The third corner of an edge's triangle on a side where there is none.
inline constexpr std::uint32_t no_corner = std::numeric_limits<std::uint32_t>::max();

/// An edge of a triangulation, between the points `a` < `b` of the span that was given.
struct DelaunayEdge {
  std::uint32_t a = 0, b = 0;
  /// The corners opposite to it: of two triangles, of one on the hull, of none on a line.
  std::array<std::uint32_t, 2> opposite{no_corner, no_corner};
  [[nodiscard]] bool is_on_hull() const { return opposite[1] == no_corner; }
};

/// A triangulation in which no point lies inside the circle through a triangle's corners (Delaunay
/// 1934). Points on one line are joined one after the other. Of points at one place only the first
/// is in it. Where four points or more lie on one circle, several triangulations are Delaunay's;
/// which one is made depends on the points alone. Keeps its memory from one to the next.
class Delaunay {
 public:
  Delaunay();
  explicit Delaunay(std::span<const GridPoint> points) : Delaunay() { build(points); }
  ~Delaunay();
  Delaunay(Delaunay&&) noexcept;
  Delaunay& operator=(Delaunay&&) noexcept;

  /// Triangulates other points, which may go away afterwards. Takes n log n steps for points that
  /// are not laid out against it.
  void build(std::span<const GridPoint> points);

  /// In order of `a`, then `b`.
  [[nodiscard]] std::span<const DelaunayEdge> edges() const { return edges_; }
  /// Corners that turn left (see `turn`), the least one first; in order.
  [[nodiscard]] std::span<const std::array<std::uint32_t, 3>> triangles() const {
    return triangles_;
  }

 private:
  class Mesh;

  void order_points(std::span<const GridPoint> points);
  void join_in_line(std::span<const GridPoint> points);
  void list_triangles();

  std::vector<std::pair<std::uint64_t, std::uint32_t>> places_;
  std::vector<std::uint32_t> order_;  ///< in which points are added
  std::unique_ptr<Mesh> mesh_;
  std::vector<DelaunayEdge> edges_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  // Memory to sort them in.
  std::vector<DelaunayEdge> edge_scratch_;
  std::vector<std::array<std::uint32_t, 3>> triangle_scratch_;
  std::vector<std::uint32_t> corner_places_;
};

}  // namespace overlace
