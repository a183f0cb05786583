// SPDX-License-Identifier: Apache-2.0
// Outlines of masks and rows of areas, against every pixel by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "graph/data/mask_outline.h"
#include "graph/data/polygons.h"

namespace overlace::test {
namespace {

/// Pixels of a grid, row by row.
struct Grid {
  Size size;
  std::vector<bool> inside;

  [[nodiscard]] bool at(int x, int y) const {
    return inside[static_cast<std::size_t>(y * size.width + x)];
  }
  /// Run lengths down the columns.
  [[nodiscard]] std::vector<std::uint32_t> runs() const {
    std::vector<std::uint32_t> runs{0};
    bool value = false;
    for (int x = 0; x < size.width; ++x)
      for (int y = 0; y < size.height; ++y) {
        if (at(x, y) != value) runs.push_back(0);
        value = at(x, y);
        ++runs.back();
      }
    return runs;
  }
};

Grid random_grid(std::mt19937& random, Size size, unsigned density) {
  Grid grid{size, {}};
  for (int i = 0; i < size.width * size.height; ++i)
    grid.inside.push_back(random() % 100 < density);
  return grid;
}

/// Even-odd rule over all rings, by a ray to the right.
bool covers(const MaskOutline& outline, Vec2 point) {
  bool inside = false;
  for (std::size_t r = 0; r < outline.ring_count(); ++r) {
    const auto ring = outline.ring(r);
    for (std::size_t i = 0; i < ring.size(); ++i) {
      const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
      if ((a.y > point.y) == (b.y > point.y)) continue;
      const float x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
      if (x > point.x) inside = !inside;
    }
  }
  return inside;
}

TEST(MaskOutline, ASquareLosesItsCornersOnly) {
  Grid grid{{6, 5}, std::vector<bool>(30, false)};
  for (const int y : {1, 2, 3})
    for (const int x : {2, 3, 4}) grid.inside[static_cast<std::size_t>(y * 6 + x)] = true;
  MaskOutline outline;
  outline.trace(grid.size, grid.runs());
  ASSERT_EQ(outline.ring_count(), 1U);
  const auto ring = outline.ring(0);
  const std::vector<Vec2> expected = {{2.5F, 1}, {4.5F, 1}, {5, 1.5F}, {5, 3.5F},
                                      {4.5F, 4}, {2.5F, 4}, {2, 3.5F}, {2, 1.5F}};
  EXPECT_EQ(std::vector<Vec2>(ring.begin(), ring.end()), expected);
}

TEST(MaskOutline, PixelMiddlesAreInsideExactlyWhereTheMaskIs) {
  std::mt19937 random(3);
  MaskOutline outline;
  for (int round = 0; round < 60; ++round) {
    const Size size{1 + static_cast<int>(random() % 12), 1 + static_cast<int>(random() % 12)};
    const Grid grid = random_grid(random, size, static_cast<unsigned>(20 + random() % 70));
    outline.trace(size, grid.runs());
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        ASSERT_EQ(covers(outline, {static_cast<float>(x) + 0.5F, static_cast<float>(y) + 0.5F}),
                  grid.at(x, y))
            << "round " << round << " at " << x << ", " << y;
  }
}

TEST(MaskOutline, AnEmptyMaskHasNoRings) {
  MaskOutline outline;
  outline.trace({4, 4}, std::vector<std::uint32_t>{16});
  EXPECT_EQ(outline.ring_count(), 0U);
  outline.trace({4, 4}, {});
  EXPECT_EQ(outline.ring_count(), 0U);
}

/// The area of the boxes that a fill is made of, and of their parts within a pixel row.
double area_of(const DisplayList& list) {
  return std::accumulate(list.primitives.begin(), list.primitives.end(), 0.0,
                         [](double sum, const Primitive& p) {
                           return sum + 4.0 * p.fill.a * p.shape.half_size.x * p.shape.half_size.y;
                         });
}

TEST(PolygonFill, CoversATriangleRowByRow) {
  PolygonFill fill;
  DisplayList list;
  const std::vector<Vec2> ring = {{10, 10}, {50, 10}, {10, 50}};
  fill.add(ring);
  fill.paint({1, 1, 1, 1}, {100, 100}, list);
  EXPECT_EQ(list.primitives.size(), 40U);
  EXPECT_NEAR(area_of(list), 800, 1e-3);
  for (const Primitive& p : list.primitives) {
    EXPECT_EQ(p.shape.half_size.y, 0.5F);
    EXPECT_EQ(p.shape.center.y, std::floor(p.shape.center.y) + 0.5F);
    if (p.fill.a == 1)  // all rows but the last, which is half of one pixel
      EXPECT_NEAR(p.shape.center.x + p.shape.half_size.x, 60 - p.shape.center.y, 1e-4);
  }
}

/// How much of each pixel of a 32 x 32 picture the boxes of a fill cover.
std::vector<double> coverage_of(const DisplayList& list) {
  std::vector<double> coverage(32 * 32);
  const auto shared = [](double begin, double end, double low) {
    return std::max(0.0, std::min(end, low + 1) - std::max(begin, low));
  };
  for (const Primitive& p : list.primitives) {
    const auto& [center, half] = std::pair{p.shape.center, p.shape.half_size};
    for (std::size_t i = 0; i < coverage.size(); ++i)
      coverage[i] += p.fill.a *
                     shared(center.x - half.x, center.x + half.x, static_cast<double>(i % 32)) *
                     shared(center.y - half.y, center.y + half.y, static_cast<double>(i / 32));
  }
  return coverage;
}

TEST(PolygonFill, EdgesBetweenPixelsCoverTheirPart) {
  PolygonFill fill;
  DisplayList list;
  fill.add(std::vector<Vec2>{{5.25F, 10.3F}, {9.5F, 10.3F}, {9.5F, 20.6F}, {5.25F, 20.6F}});
  fill.paint({1, 1, 1, 1}, {32, 32}, list);
  const std::vector<double> coverage = coverage_of(list);
  EXPECT_NEAR(coverage[10 * 32 + 7], 0.7, 1e-5) << "the top";
  EXPECT_NEAR(coverage[20 * 32 + 7], 0.6, 1e-5) << "the bottom";
  EXPECT_NEAR(coverage[15 * 32 + 5], 0.75, 1e-5) << "the left";
  EXPECT_NEAR(coverage[15 * 32 + 9], 0.5, 1e-5) << "the right";
  EXPECT_NEAR(coverage[10 * 32 + 5], 0.7 * 0.75, 1e-5) << "a corner";
  EXPECT_NEAR(coverage[15 * 32 + 7], 1, 1e-6);
  EXPECT_EQ(coverage[9 * 32 + 7] + coverage[21 * 32 + 7], 0);
}

/// Beside samples of the shape: tilted quadrilaterals with a hole, partly outside the picture,
/// wound either way.
TEST(PolygonFill, EveryPixelIsCoveredByItsArea) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> middle(4, 28), turn(0, 6.28F), size(3, 14);
  for (int round = 0; round < 30; ++round) {
    const Vec2 center{middle(random), middle(random)};
    const float angle = turn(random), outer = size(random), inner = outer * 0.4F;
    const auto corner = [&](float radius, int i) {
      const float at = angle + static_cast<float>(i) * 1.5707964F;
      return Vec2{center.x + radius * std::cos(at), center.y + radius * std::sin(at)};
    };
    PolygonFill fill;
    const int way = round % 2 == 0 ? 1 : 3;
    fill.add(
        std::vector<Vec2>{corner(outer, 0), corner(outer, 1), corner(outer, 2), corner(outer, 3)});
    fill.add(std::vector<Vec2>{corner(inner, 0), corner(inner, way), corner(inner, 2),
                               corner(inner, 4 - way)});
    DisplayList list;
    fill.paint({1, 1, 1, 1}, {32, 32}, list);
    const std::vector<double> coverage = coverage_of(list);
    constexpr int fine = 64;
    for (std::size_t i = 0; i < coverage.size(); ++i) {
      int inside = 0;
      for (int sample = 0; sample < fine * fine; ++sample) {
        const double x = static_cast<double>(i % 32) + (sample % fine + 0.5) / fine - center.x;
        const double y = static_cast<double>(i / 32) + (sample / fine + 0.5) / fine - center.y;
        const double along = std::abs(x * std::cos(angle) + y * std::sin(angle));
        const double across = std::abs(y * std::cos(angle) - x * std::sin(angle));
        if (along + across < outer && along + across > inner) ++inside;
      }
      ASSERT_NEAR(coverage[i], inside / double{fine * fine}, 0.01)
          << "round " << round << " at " << i % 32 << ", " << i / 32;
    }
  }
}

TEST(PolygonFill, HolesStayEmptyAndRowsOutsideAreLeftOut) {
  PolygonFill fill;
  DisplayList list;
  fill.add(std::vector<Vec2>{{0, -20}, {40, -20}, {40, 20}, {0, 20}});
  fill.add(std::vector<Vec2>{{10, 5}, {30, 5}, {30, 15}, {10, 15}});
  fill.paint({1, 1, 1, 1}, {100, 100}, list);
  EXPECT_NEAR(area_of(list), 40 * 20 - 20 * 10, 1e-3);
  list.primitives.clear();
  fill.paint({1, 1, 1, 1}, {100, 100}, list);
  EXPECT_TRUE(list.primitives.empty()) << "what was painted is forgotten";
}

TEST(Polylines, ARingIsOneClosedLine) {
  DisplayList list;
  const std::vector<Vec2> corners = {{0, 0}, {10, 0}, {10, 10}};
  append_ring(corners, {.color = {1, 0, 0, 1}, .width = 2, .dash = {}, .glow = {}}, list);
  ASSERT_EQ(list.primitives.size(), 4U);
  EXPECT_FALSE(list.primitives[0].joined);
  EXPECT_EQ(list.primitives.front().curve.p0, (Vec2{5, 5}));
  EXPECT_EQ(list.primitives.back().curve.p1, (Vec2{5, 5}));
  for (std::size_t i = 1; i < 4; ++i) {
    EXPECT_TRUE(list.primitives[i].joined);
    EXPECT_EQ(list.primitives[i].curve.p0, list.primitives[i - 1].curve.p1);
  }
}

}  // namespace
}  // namespace overlace::test
