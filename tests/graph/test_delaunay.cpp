// SPDX-License-Identifier: Apache-2.0
// Delaunay triangulation against its definition: empty circles, Euler's formula, the hull.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

#include "geometry/delaunay.h"

namespace overlace::test {
namespace {

__extension__ using Wide = __int128;

using Points = std::vector<GridPoint>;

/// Points in a square; in small squares many of them coincide or lie on one line or circle.
Points random_points(std::uint32_t seed, std::size_t count, int side) {
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> place(-side, side);
  Points points(count);
  for (GridPoint& p : points) p = {place(random), place(random)};
  return points;
}

/// Whether d is inside the circle through a, b and c: a determinant, by its first row.
bool is_inside(GridPoint a, GridPoint b, GridPoint c, GridPoint d) {
  const auto row = [&](GridPoint p) {
    const Wide x = p.x - d.x, y = p.y - d.y;
    return std::array<Wide, 3>{x, y, x * x + y * y};
  };
  const auto m = std::array{row(a), row(b), row(c)};
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
             m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
             m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]) >
         0;
}

/// The number of points on the convex hull, those on its sides included (Andrew's monotone chain).
std::size_t points_on_hull(const Points& points) {
  std::vector<std::pair<int, int>> p;
  for (const GridPoint& g : points) p.emplace_back(g.x, g.y);
  std::ranges::sort(p);
  p.erase(std::ranges::unique(p).begin(), p.end());
  const auto chain = [&](const auto& sorted) {
    std::vector<std::pair<int, int>> hull;
    for (const auto& c : sorted) {
      while (hull.size() > 1 &&
             turn({hull[hull.size() - 2].first, hull[hull.size() - 2].second},
                  {hull.back().first, hull.back().second}, {c.first, c.second}) < 0)
        hull.pop_back();
      hull.push_back(c);
    }
    return hull.size();
  };
  const std::size_t lower = chain(p);
  std::ranges::reverse(p);
  return lower + chain(p) - 2;
}

void expect_delaunay(const Points& points) {
  const Delaunay mesh(points);
  const std::set<std::pair<int, int>> places = [&] {
    std::set<std::pair<int, int>> all;
    for (const GridPoint& p : points) all.insert({p.x, p.y});
    return all;
  }();
  for (const auto& [a, b, c] : mesh.triangles()) {
    ASSERT_GT(turn(points[a], points[b], points[c]), 0);
    for (const GridPoint& p : points) ASSERT_FALSE(is_inside(points[a], points[b], points[c], p));
  }
  // Euler: n points, h of them on the hull, have 2 n - 2 - h triangles and 3 n - 3 - h edges.
  const std::size_t n = places.size(), h = points_on_hull(points);
  ASSERT_EQ(mesh.triangles().size(), 2 * n - 2 - h);
  ASSERT_EQ(mesh.edges().size(), 3 * n - 3 - h);
  ASSERT_EQ(std::ranges::count_if(mesh.edges(), &DelaunayEdge::is_on_hull),
            static_cast<std::ptrdiff_t>(h));
  // The triangles cover the hull: their doubled areas add up to that of the hull.
  std::int64_t area = 0, around = 0;
  for (const auto& [a, b, c] : mesh.triangles()) area += turn(points[a], points[b], points[c]);
  for (const DelaunayEdge& e : mesh.edges()) {
    ASSERT_LT(e.a, e.b);
    if (!e.is_on_hull()) continue;
    const std::int64_t side = turn(points[e.a], points[e.b], {0, 0});
    around += turn(points[e.a], points[e.b], points[e.opposite[0]]) > 0 ? side : -side;
  }
  ASSERT_EQ(area, around);
}

TEST(Delaunay, CirclesAreEmpty) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    expect_delaunay(random_points(seed, 120, 20000));
    expect_delaunay(random_points(seed, 4 + seed, largest_grid_coordinate - 1));
  }
}

TEST(Delaunay, PointsOnLinesAndCircles) {
  for (std::uint32_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE(seed);
    expect_delaunay(random_points(seed, 100, 5));  // most of a grid, with many duplicate points
    expect_delaunay(random_points(seed, 30, 3));
  }
  Points grid;
  for (int y = 0; y < 9; ++y)
    for (int x = 0; x < 11; ++x) grid.push_back({x * 160, y * 160});
  expect_delaunay(grid);
}

TEST(Delaunay, OppositeCornersAreThoseOfTheTriangles) {
  const Points points = random_points(7, 60, 900);
  const Delaunay mesh(points);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::set<std::uint32_t>> opposite;
  for (const auto& t : mesh.triangles())
    for (std::size_t i = 0; i < 3; ++i)
      opposite[std::minmax(t[(i + 1) % 3], t[(i + 2) % 3])].insert(t[i]);
  ASSERT_EQ(opposite.size(), mesh.edges().size());
  for (const DelaunayEdge& e : mesh.edges()) {
    std::set<std::uint32_t> corners(e.opposite.begin(), e.opposite.end());
    corners.erase(no_corner);
    EXPECT_EQ(corners, (opposite[{e.a, e.b}]));
  }
}

TEST(Delaunay, PointsOnOneLineAreAChain) {
  const Points points = {{30, 60}, {10, 20}, {50, 100}, {20, 40}, {10, 20}};
  const Delaunay mesh(points);
  EXPECT_TRUE(mesh.triangles().empty());
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const DelaunayEdge& e : mesh.edges()) edges.insert({e.a, e.b});
  EXPECT_EQ(edges, (std::set<std::pair<std::uint32_t, std::uint32_t>>{{1, 3}, {0, 3}, {0, 2}}));
}

TEST(Delaunay, FewPoints) {
  EXPECT_TRUE(Delaunay().edges().empty());
  EXPECT_TRUE(Delaunay(Points{{5, 5}}).edges().empty());
  EXPECT_TRUE(Delaunay(Points{{5, 5}, {5, 5}}).edges().empty());
  EXPECT_EQ(Delaunay(Points{{5, 5}, {6, 5}}).edges().size(), 1U);
}

TEST(Delaunay, ManyPoints) {
  const Points points = random_points(3, 20000, 1 << 20);
  const Delaunay mesh(points);
  const std::size_t n = points.size(), h = points_on_hull(points);
  EXPECT_EQ(mesh.triangles().size(), 2 * n - 2 - h);
}

}  // namespace
}  // namespace overlace::test
