// SPDX-License-Identifier: Apache-2.0
// Delaunay triangulation of points on a fine grid, exact: no rounding decides which are joined.
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

/// Twice the signed area of a triangle: positive where a, b and c turn left with y pointing up.
[[nodiscard]] constexpr std::int64_t turn(GridPoint a, GridPoint b, GridPoint c) {
  return (std::int64_t{b.x} - a.x) * (std::int64_t{c.y} - a.y) -
         (std::int64_t{b.y} - a.y) * (std::int64_t{c.x} - a.x);
}
/// The squared distance between two points.
[[nodiscard]] constexpr std::int64_t squared_distance(GridPoint a, GridPoint b) {
  const std::int64_t x = std::int64_t{a.x} - b.x, y = std::int64_t{a.y} - b.y;
  return x * x + y * y;
}

/// Stands for the third corner on a side of an edge that has no triangle.
inline constexpr std::uint32_t no_corner = std::numeric_limits<std::uint32_t>::max();

/// An edge of a triangulation, between points `a` < `b` of the given span.
struct DelaunayEdge {
  std::uint32_t a = 0, b = 0;
  /// The opposite corners: of two triangles, of one on the hull, of none if all points are
  /// collinear.
  std::array<std::uint32_t, 2> opposite{no_corner, no_corner};
  [[nodiscard]] bool is_on_hull() const { return opposite[1] == no_corner; }
};

/// A triangulation in which no point lies inside the circumcircle of a triangle (Delaunay 1934).
/// Collinear points are joined in sequence. Of coincident points only the first is used. Where four
/// or more points lie on one circle, several triangulations are valid; which one is made depends on
/// the points alone. Reuses its memory.
class Delaunay {
 public:
  Delaunay();
  explicit Delaunay(std::span<const GridPoint> points) : Delaunay() { build(points); }
  ~Delaunay();
  Delaunay(Delaunay&&) noexcept;
  Delaunay& operator=(Delaunay&&) noexcept;

  /// Triangulates other points, which are not needed afterwards. Takes n log n steps unless the
  /// points are laid out adversarially.
  void build(std::span<const GridPoint> points);

  /// Sorted by `a`, then `b`.
  [[nodiscard]] std::span<const DelaunayEdge> edges() const { return edges_; }
  /// Corners that turn left (see `turn`), the lowest first; sorted.
  [[nodiscard]] std::span<const std::array<std::uint32_t, 3>> triangles() const {
    return triangles_;
  }

 private:
  class Mesh;

  void order_points(std::span<const GridPoint> points);
  void join_in_line(std::span<const GridPoint> points);
  void list_triangles();

  std::vector<std::pair<std::uint64_t, std::uint32_t>> places_;
  std::vector<std::uint32_t> order_;  ///< the order in which points are added
  std::unique_ptr<Mesh> mesh_;
  std::vector<DelaunayEdge> edges_;
  std::vector<std::array<std::uint32_t, 3>> triangles_;
  // Scratch memory for sorting.
  std::vector<DelaunayEdge> edge_scratch_;
  std::vector<std::array<std::uint32_t, 3>> triangle_scratch_;
  std::vector<std::uint32_t> corner_places_;
};

}  // namespace overlace
