// SPDX-License-Identifier: Apache-2.0
// draw_facets: cells against the nearest object of every pixel, triangles against their areas.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

std::vector<Vec2> random_points(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  std::set<std::pair<int, int>> places;
  while (static_cast<int>(places.size()) < count)
    places.insert({static_cast<int>(random() % 190) + 5, static_cast<int>(random() % 90) + 5});
  std::vector<Vec2> points;
  for (const auto& [x, y] : places)
    points.push_back({static_cast<float>(x), static_cast<float>(y)});
  return points;
}

/// Facets of objects whose red rises with their index, from 20 on.
GraphRun facets(const std::string& params, const std::vector<Vec2>& points) {
  std::vector<TrackRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i)
    rows.push_back({.box = {points[i].x - 1, points[i].y - 1, 2, 2},
                    .score = static_cast<float>(20 + 5 * i) / 255});
  GraphRun run(R"("facets": {"type": "draw_facets", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["facets"])", tracks_of({rows}));
  run.draw();
  return run;
}

const std::string by_score =
    R"("opacity": 1, "color": {"map": "score", "ramp": [[0, "#000000"], [1, "#ff0000"]]})";

TEST(DrawFacets, CellsBelongToTheNearestObject) {
  const std::vector<Vec2> points = random_points(3, 30);
  const GraphRun run = facets(R"({"of": "cells", )" + by_score + "}", points);
  int inner = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      std::vector<std::pair<double, std::size_t>> near;
      for (std::size_t i = 0; i < points.size(); ++i)
        near.emplace_back(std::hypot(x + 0.5 - points[i].x, y + 0.5 - points[i].y), i);
      std::ranges::sort(near);
      if (near[1].first - near[0].first < 2) continue;  // on a boundary
      ++inner;
      ASSERT_NEAR(run.picture().at(x, y, 0), 20 + 5 * static_cast<int>(near[0].second), 1)
          << x << ", " << y;
    }
  EXPECT_GT(inner, 12'000);
}

TEST(DrawFacets, CellsKeepADistance) {
  // The boundary between them is at x = 100.
  const GraphRun run = facets(R"({"of": "cells", "opacity": 1, "color": "#ff0000", "inset": 10})",
                              {{50, 50}, {150, 50}});
  for (const int x : {88, 111}) EXPECT_EQ(run.picture().at(x, 50, 0), 255) << x;
  for (const int x : {91, 100, 108}) EXPECT_EQ(run.picture().at(x, 50, 0), 0) << x;
  EXPECT_EQ(run.picture().at(0, 0, 0), 255);
}

TEST(DrawFacets, OneObjectHasAllOfThePicture) {
  const GraphRun run = facets(R"({"of": "cells", "opacity": 1, "color": "#ff0000"})", {{50, 50}});
  EXPECT_EQ(run.picture().at(199, 99, 0), 255);
}

/// Whether a place is in the points' hull: on or left of every line through two points that has all
/// other points on its left.
bool is_in_hull(Vec2 place, const std::vector<Vec2>& points, double margin) {
  for (const Vec2 a : points)
    for (const Vec2 b : points) {
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      const auto side = [&](Vec2 p) {
        return ((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) / length;
      };
      if (!(length > 0) || std::ranges::any_of(points, [&](Vec2 p) { return side(p) < -1e-6; }))
        continue;
      if (side(place) < margin) return false;
    }
  return true;
}

TEST(DrawFacets, TheHullIsAroundAllObjects) {
  for (const std::uint32_t seed : {1U, 2U, 3U}) {
    std::vector<Vec2> points = random_points(seed, 12);
    points.push_back(points.front());  // two points at one place
    const GraphRun run = facets(R"({"of": "hull", "opacity": 0.5, "color": "#ff0000"})", points);
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x) {
        const Vec2 place{static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F};
        const int red = run.picture().at(x, y, 0);
        if (is_in_hull(place, points, 1)) {
          ASSERT_NEAR(red, 128, 1) << x << ", " << y;
        } else if (!is_in_hull(place, points, -1)) {
          ASSERT_EQ(red, 0) << x << ", " << y;
        }
      }
  }
}

TEST(DrawFacets, TheHullKeepsADistanceAndHasTheMeanColour) {
  // One black and three of 200: the mean is 150. Only the area 10 px from the sides is filled.
  std::vector<TrackRow> rows;
  for (const Vec2 p : {Vec2{20, 10}, Vec2{180, 10}, Vec2{180, 90}, Vec2{20, 90}})
    rows.push_back({.box = {p.x - 1, p.y - 1, 2, 2}, .score = rows.empty() ? 0.0F : 200 / 255.0F});
  rows.push_back({.box = {99, 49, 2, 2}, .score = 1});  // inside
  GraphRun run(R"("facets": {"type": "draw_facets", "inputs": {"tracks": "tracks"}, "params":
                    {"of": "hull", "inset": 10, )" +
                   by_score + "}}",
               R"(["facets"])", tracks_of({rows}));
  run.draw();
  for (const int x : {31, 100, 168}) EXPECT_NEAR(run.picture().at(x, 50, 0), 150, 1) << x;
  for (const int x : {28, 171}) EXPECT_EQ(run.picture().at(x, 50, 0), 0) << x;
}

TEST(DrawFacets, TwoObjectsHaveNoHull) {
  const GraphRun run =
      facets(R"({"of": "hull", "opacity": 1, "color": "#ff0000"})", {{50, 50}, {150, 50}});
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

TEST(DrawFacets, TrianglesFillTheHullOnce) {
  // The corners of a rectangle and points inside it: the hull is the rectangle.
  std::vector<Vec2> points = {{20, 10}, {180, 10}, {180, 90}, {20, 90}};
  for (const Vec2 p : random_points(5, 20))
    if (p.x > 25 && p.x < 175 && p.y > 15 && p.y < 85) points.push_back(p);
  const GraphRun run = facets(R"({"max_side": 0, "opacity": 0.5, "color": "#ff0000"})", points);
  double ink = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      const int red = run.picture().at(x, y, 0);
      ASSERT_LE(red, 129) << x << ", " << y;  // nothing is painted twice
      ink += red / 127.5;
    }
  EXPECT_NEAR(ink, 160 * 80, 160 * 80 * 0.02);  // sides between triangles lose at most an eighth
}

TEST(DrawFacets, TrianglesHaveTheMeanOfTheirCorners) {
  const GraphRun run =
      facets(R"({"max_side": 0, )" + by_score + "}", {{20, 10}, {180, 10}, {100, 90}});
  EXPECT_NEAR(run.picture().at(100, 40, 0), 25, 1);  // the mean of 20, 25 and 30
}

TEST(DrawFacets, LongTrianglesFade) {
  const std::vector<Vec2> points = {{20, 10}, {120, 10}, {20, 90}};  // the longest side is 128 px
  const auto red = [&](const std::string& most) {
    return facets(R"({"opacity": 1, "color": "#ff0000", "max_side": )" + most + "}", points)
        .picture()
        .at(50, 30, 0);
  };
  EXPECT_EQ(red("120"), 0);
  EXPECT_EQ(red("200"), 255);
  EXPECT_NEAR(red("142.3"), 128, 4);  // halfway through the last fifth: 128.06 = 142.3 x 0.9
}

TEST(DrawFacets, TwoObjectsHaveNoTriangle) {
  EXPECT_TRUE(facets("{}", {{20, 10}, {120, 10}}).primitives().empty());
}

}  // namespace
}  // namespace overlace::test
