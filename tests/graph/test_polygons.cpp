// SPDX-License-Identifier: Apache-2.0
// Outlines of masks and rows of areas, compared with every pixel by brute force.
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "geometry/mask_outline.h"
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
  /// Run lengths in column order.
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

/// Even-odd rule over all rings, with a ray to the right.
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

TEST(AreaRings, AreOneAreaEach) {
  DisplayList list;
  const std::vector<Vec2> ring = {{10, 10}, {50, 10}, {10, 50}},
                          hole = {{20, 20}, {25, 20}, {20, 25}};
  for (int i = 0; i < 2; ++i) {
    AreaRings area(list);
    area.add(ring);
    area.add(hole);
    area.paint({1, 1, 1, 0.5F});
  }
  ASSERT_EQ(list.primitives.size(), 2U);
  EXPECT_EQ(list.primitives[1].kind, PrimitiveKind::area);
  EXPECT_EQ(list.primitives[1].area.first, 6U);
  EXPECT_EQ(list.primitives[1].area.count, 6U);
  EXPECT_EQ(list.outlines[8], (OutlinePoint{{10, 50}, 0}));
  EXPECT_EQ(list.outlines[9], (OutlinePoint{{20, 20}, 1}));
}

TEST(AreaRings, WhatCannotBeSeenIsLeftOut) {
  DisplayList list;
  AreaRings(list).paint({1, 1, 1, 1});
  AreaRings transparent(list);
  transparent.add(std::vector<Vec2>{{0, 0}, {9, 0}, {0, 9}});
  transparent.paint({1, 1, 1, 0});
  EXPECT_TRUE(list.primitives.empty());
}

TEST(DisplayLists, AppendedAreasKeepTheirOutlines) {
  DisplayList one, other;
  for (DisplayList* list : {&one, &other}) {
    AreaRings area(*list);
    area.add(std::vector<Vec2>{{0, 0}, {9, 0}, {0, 9}});
    area.paint({1, 1, 1, 1});
  }
  one.append(other);
  EXPECT_EQ(one.primitives[1].area.first, 3U);
  EXPECT_EQ(one.outlines.size(), 6U);
  one.clear();
  EXPECT_TRUE(one.primitives.empty() && one.outlines.empty());
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
