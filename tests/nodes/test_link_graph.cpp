// SPDX-License-Identifier: Apache-2.0
// link_graph: every topology against its definition, checked on all pairs of random points.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <set>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Points at whole pixels, as 2 x 2 px boxes around them; classes alternate between 0 and 1.
TrackTable points_table(const std::vector<Vec2>& points) {
  std::vector<TrackRow> rows;
  for (std::size_t i = 0; i < points.size(); ++i)
    rows.push_back({.id = static_cast<TrackId>(i),
                    .box = {points[i].x - 1, points[i].y - 1, 2, 2},
                    .class_index = static_cast<std::int32_t>(i % 2)});
  TrackTable table = make_track_table(rows, {"even", "odd"});
  return table;
}

std::vector<Vec2> random_points(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  std::set<std::pair<int, int>> places;
  while (static_cast<int>(places.size()) < count)
    places.insert({static_cast<int>(random() % 190), static_cast<int>(random() % 90)});
  std::vector<Vec2> points;
  for (const auto& [x, y] : places)
    points.push_back({static_cast<float>(x), static_cast<float>(y)});
  std::ranges::shuffle(points, random);
  return points;
}

Pairs linked(const std::string& params, const std::vector<Vec2>& points) {
  GraphRun run(R"("links": {"type": "link_graph", "inputs": {"points": "tracks"}, "params": )" +
                   params + R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
               R"(["lines"])", points_table(points));
  run.draw();
  Pairs pairs;
  for (const Link& link : run.links()) {
    EXPECT_EQ(link.a, points[link.row_a]);
    EXPECT_TRUE(pairs.insert({link.row_a, link.row_b}).second);
  }
  return pairs;
}

double squared(Vec2 a, Vec2 b) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y;
}

/// All pairs for which `is_between` holds for no other point.
Pairs pairs_without(const std::vector<Vec2>& points,
                    const std::function<bool(Vec2 a, Vec2 b, Vec2 c)>& is_between) {
  Pairs pairs;
  for (std::uint32_t a = 0; a < points.size(); ++a)
    for (std::uint32_t b = a + 1; b < points.size(); ++b) {
      bool empty = true;
      for (std::uint32_t c = 0; c < points.size(); ++c)
        empty = empty && (c == a || c == b || !is_between(points[a], points[b], points[c]));
      if (empty) pairs.insert({a, b});
    }
  return pairs;
}

TEST(LinkGraph, GabrielsCirclesAreEmpty) {
  // Strictly inside the circle over ab: the angle at c is obtuse. On the circle, either is allowed.
  const auto blunt = [](Vec2 a, Vec2 b, Vec2 c) {
    return squared(a, c) + squared(b, c) < squared(a, b);
  };
  const auto not_sharp = [](Vec2 a, Vec2 b, Vec2 c) {
    return squared(a, c) + squared(b, c) <= squared(a, b);
  };
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const auto points = random_points(seed, 60);
    const Pairs found = linked(R"({"topology": "gabriel"})", points);
    const Pairs most = pairs_without(points, blunt), least = pairs_without(points, not_sharp);
    EXPECT_TRUE(std::ranges::includes(most, found)) << seed;
    EXPECT_TRUE(std::ranges::includes(found, least)) << seed;
  }
}

TEST(LinkGraph, RelativeNeighboursHaveNoneBetween) {
  const auto between = [](Vec2 a, Vec2 b, Vec2 c) {
    return std::max(squared(a, c), squared(b, c)) < squared(a, b);
  };
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const auto points = random_points(seed, 60);
    EXPECT_EQ(linked(R"({"topology": "relative"})", points), pairs_without(points, between))
        << seed;
  }
}

TEST(LinkGraph, TheTreeIsTheShortest) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const auto points = random_points(seed, 60);
    const Pairs tree = linked(R"({"topology": "tree"})", points);
    EXPECT_EQ(tree.size(), points.size() - 1);
    double found = 0;
    for (const auto& [a, b] : tree) found += std::sqrt(squared(points[a], points[b]));
    // Prim 1957: repeatedly take the outside point nearest to the tree.
    std::vector<double> away(points.size(), 1e9);
    std::vector<bool> in(points.size(), false);
    double wanted = 0;
    away[0] = 0;
    for (std::size_t n = 0; n < points.size(); ++n) {
      std::size_t next = points.size();
      for (std::size_t i = 0; i < points.size(); ++i)
        if (!in[i] && (next == points.size() || away[i] < away[next])) next = i;
      in[next] = true;
      wanted += away[next];
      for (std::size_t i = 0; i < points.size(); ++i)
        away[i] = std::min(away[i], std::sqrt(squared(points[i], points[next])));
    }
    EXPECT_NEAR(found, wanted, 1e-9 * wanted) << seed;
  }
}

TEST(LinkGraph, TheNearestIsOneOfTheNearest) {
  const auto points = random_points(4, 70);
  const Pairs pairs = linked(R"({"topology": "nearest"})", points);
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    double least = 1e9, found = 1e9;
    for (std::uint32_t j = 0; j < points.size(); ++j)
      if (j != i) least = std::min(least, squared(points[i], points[j]));
    for (const auto& [a, b] : pairs)
      if (a == i || b == i) found = std::min(found, squared(points[a], points[b]));
    EXPECT_EQ(found, least) << i;
  }
  EXPECT_LT(pairs.size(), points.size());
}

/// Points of which a third coincide with another one, some of them in threes.
std::vector<Vec2> points_with_twins(std::uint32_t seed) {
  std::vector<Vec2> points = random_points(seed, 20);
  std::mt19937 random(seed);
  for (int i = 0; i < 10; ++i) points.push_back(points[random() % points.size()]);
  std::ranges::shuffle(points, random);
  return points;
}

TEST(LinkGraph, NobodyIsLeftOutWhereTwoStandAtOnePlace) {
  for (std::uint32_t seed = 1; seed <= 10; ++seed) {
    const std::vector<Vec2> points = points_with_twins(seed);
    const Pairs nearest = linked(R"({"topology": "nearest"})", points);
    for (std::uint32_t a = 0; a < points.size(); ++a) {
      double least = 1e9, found = 1e9;
      for (std::uint32_t b = 0; b < points.size(); ++b) {
        if (a == b) continue;
        least = std::min(least, squared(points[a], points[b]));
        if (nearest.contains(std::minmax(a, b)))
          found = std::min(found, squared(points[a], points[b]));
      }
      EXPECT_EQ(found, least) << a;
    }
    // A tree over all objects, whatever the triangles.
    EXPECT_EQ(linked(R"({"topology": "tree"})", points).size(), points.size() - 1);
    for (const std::string topology : {"delaunay", "gabriel", "relative"}) {
      std::set<std::uint32_t> reached;
      for (const auto& [a, b] : linked(R"({"topology": ")" + topology + R"("})", points)) {
        reached.insert(a);
        reached.insert(b);
      }
      EXPECT_EQ(reached.size(), points.size()) << topology;
    }
  }
}

TEST(LinkGraph, SquareWithItsMiddle) {
  const std::vector<Vec2> points = {{10, 10}, {90, 10}, {90, 90}, {10, 90}, {50, 50}};
  EXPECT_EQ(linked(R"({"topology": "hull"})", points), (Pairs{{0, 1}, {1, 2}, {2, 3}, {0, 3}}));
  EXPECT_EQ(linked("{}", points).size(), 8U);
  EXPECT_EQ(linked(R"({"topology": "all"})", points).size(), 10U);
  EXPECT_EQ(linked(R"({"max_distance": 60})", points), (Pairs{{0, 4}, {1, 4}, {2, 4}, {3, 4}}));
  EXPECT_EQ(linked(R"({"max_degree": 1, "max_distance": 60})", points).size(), 1U);
}

TEST(LinkGraph, ClassesApartAndAcross) {
  const auto points = random_points(9, 40);
  const Pairs same = linked(R"({"classes": "same"})", points);
  const Pairs different = linked(R"({"classes": "different"})", points);
  EXPECT_FALSE(same.empty() || different.empty());
  for (const auto& [a, b] : same) EXPECT_EQ(a % 2, b % 2);
  for (const auto& [a, b] : different) EXPECT_NE(a % 2, b % 2);
}

TEST(LinkGraph, RefusesEveryPairOfVeryMany) {
  try {
    (void)linked(R"({"topology": "all"})", random_points(1, 501));
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("up to 500 objects"), std::string::npos);
  }
}

}  // namespace
}  // namespace overlace::test
