// SPDX-License-Identifier: Apache-2.0
// Areas: exact coverage of pixels, against analytic areas and very fine sampling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>
#include <vector>

#include "gpu/host/area_rasterizer.h"

namespace overlace::test {
namespace {

using Rings = std::vector<std::vector<Vec2>>;
constexpr Size size{40, 36};

/// Coverage of each pixel of a picture, 0..255.
std::vector<int> coverage_of(const Rings& rings, Orientation stored = {}) {
  std::vector<OutlinePoint> outline;
  for (std::uint32_t ring = 0; ring < rings.size(); ++ring)
    for (const Vec2 corner : rings[ring]) outline.push_back({corner, ring});
  AreaRasterizer rasterizer;
  std::vector<std::uint32_t> words{7, 7, 7};  // belongs to other areas
  AreaCells cells{};
  std::size_t place = 0;
  const Size lies = turned(size, stored);
  std::vector<int> coverage(static_cast<std::size_t>(lies.width * lies.height));
  if (!rasterizer.rasterize(outline, {stored, lies}, words, cells, place)) return coverage;
  cells.words = words.data() + place;
  for (int y = 0; y < lies.height; ++y)
    for (int x = 0; x < lies.width; ++x) {
      const std::uint32_t cell = cell_at(cells, x, y);
      coverage[static_cast<std::size_t>(y * lies.width + x)] = cell == whole_cell ? 255
                                                               : cell == empty_cell
                                                                   ? 0
                                                                   : *cell_row(cells, cell, x, y);
    }
  return coverage;
}
int at(const std::vector<int>& coverage, int x, int y) {
  return coverage[static_cast<std::size_t>(y * size.width + x)];
}

/// Coverage of a row of pixels, exact along x, sampled at `lines` lines.
std::vector<double> reference_row(const Rings& rings, int y, int lines) {
  std::vector<double> row(static_cast<std::size_t>(size.width));
  for (int line = 0; line < lines; ++line) {
    const double at_y = y + (line + 0.5) / lines;
    std::vector<double> cuts;
    for (const auto& ring : rings)
      for (std::size_t i = 0; i < ring.size(); ++i) {
        const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
        if ((a.y <= at_y) != (b.y <= at_y))
          cuts.push_back(a.x + (at_y - a.y) * (double{b.x} - a.x) / (double{b.y} - a.y));
      }
    std::ranges::sort(cuts);
    for (std::size_t i = 0; i + 1 < cuts.size(); i += 2)
      for (int x = 0; x < size.width; ++x)
        row[static_cast<std::size_t>(x)] +=
            std::max(0.0, std::min(cuts[i + 1], x + 1.0) - std::max(cuts[i], double(x))) / lines;
  }
  return row;
}

TEST(Areas, ATriangleCoversHalfOfThePixelsOnItsSlope) {
  const auto coverage = coverage_of({{{2, 3}, {22, 3}, {2, 23}}});
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(at(coverage, 2 + i, 22 - i), 128);
    if (i > 0) {
      EXPECT_EQ(at(coverage, 1 + i, 22 - i), 255);
    }
    EXPECT_EQ(at(coverage, 3 + i, 22 - i), 0);
  }
}

TEST(Areas, EdgesBetweenPixelsCoverTheirPart) {
  const auto coverage =
      coverage_of({{{5.25F, 10.3F}, {9.5F, 10.3F}, {9.5F, 20.6F}, {5.25F, 20.6F}}});
  EXPECT_NEAR(at(coverage, 7, 10), 255 * 0.7, 0.51);
  EXPECT_NEAR(at(coverage, 7, 20), 255 * 0.6, 0.51);
  EXPECT_NEAR(at(coverage, 5, 15), 255 * 0.75, 0.51);
  EXPECT_NEAR(at(coverage, 9, 15), 255 * 0.5, 0.51);
  EXPECT_NEAR(at(coverage, 5, 10), 255 * 0.7 * 0.75, 0.51);
  EXPECT_EQ(at(coverage, 7, 15), 255);
}

/// Two coincident rings are empty, in every pixel along their common edge.
TEST(Areas, WhatLiesOnItselfIsEmpty) {
  const std::vector<Vec2> ring = {{5.3F, 4.1F}, {30.7F, 9.2F}, {21.4F, 30.8F}};
  for (const int byte : coverage_of({ring, ring})) EXPECT_EQ(byte, 0);
  std::vector<Vec2> backwards(ring.rbegin(), ring.rend());
  for (const int byte : coverage_of({ring, backwards})) EXPECT_EQ(byte, 0);
}

/// Stars, knots and crossing rings, partly outside the picture: within half a byte of sampling 4096
/// lines per row.
TEST(Areas, WhateverCrossesIsExact) {
  std::mt19937 random(4);
  std::uniform_real_distribution<float> x(-8, 48), y(-8, 44);
  double worst = 0;
  for (int round = 0; round < 60; ++round) {
    Rings rings(1 + round % 3);
    for (auto& ring : rings)
      for (int corner = 3 + round % 6; corner > 0; --corner) {
        const float at_x = x(random), at_y = y(random);
        ring.push_back({at_x, at_y});
      }
    const auto coverage = coverage_of(rings);
    for (int row = 0; row < size.height; ++row) {
      const auto reference = reference_row(rings, row, 4096);
      for (int column = 0; column < size.width; ++column)
        worst = std::max(worst, std::abs(at(coverage, column, row) / 255.0 -
                                         reference[static_cast<std::size_t>(column)]));
    }
  }
  EXPECT_LT(worst, 0.5 / 255 + 3e-4);
}

/// Wherever a box begins and ends relative to the cells, exactly its pixels are covered.
TEST(Areas, BoxesEndWhereTheyEnd) {
  for (const float left : {0.0F, 3.0F, 16.0F})
    for (const float right : {16.0F, 17.0F, 31.0F, 32.0F, 40.0F}) {
      if (!(left < right)) continue;
      const auto coverage = coverage_of({{{left, 4}, {right, 4}, {right, 32}, {left, 32}}});
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
          const auto column = static_cast<float>(x);
          const bool inside = y >= 4 && y < 32 && column >= left && column < right;
          ASSERT_EQ(at(coverage, x, y), inside ? 255 : 0) << left << " to " << right << " at " << x;
        }
    }
}

TEST(Areas, HolesStayEmpty) {
  const auto coverage = coverage_of(
      {{{0, -20}, {40, -20}, {40, 30}, {0, 30}}, {{10, 5}, {30, 5}, {30, 25}, {10, 25}}});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const bool inside = y < 30 && !(x >= 10 && x < 30 && y >= 5 && y < 25);
      ASSERT_EQ(at(coverage, x, y), inside ? 255 : 0) << x << ", " << y;
    }
}

TEST(Areas, ShapesFarLargerThanThePictureCoverIt) {
  const auto coverage = coverage_of({{{-1e5F, -1e5F}, {1e5F, -1e5F}, {1e5F, 1e5F}, {-1e5F, 1e5F}}});
  for (const int byte : coverage) ASSERT_EQ(byte, 255);
  for (const int byte : coverage_of({{{50, 2}, {90, 2}, {70, 30}}})) ASSERT_EQ(byte, 0);
  for (const int byte : coverage_of({{{5, -9}, {9, -9}, {7, -2}}})) ASSERT_EQ(byte, 0);
}

TEST(Areas, NumbersThatAreNoneAndFlatRingsPaintNothing) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const Rings& rings : {Rings{{{5, 5}, {nan, 9}, {20, 20}}}, Rings{{{5, 5}, {20, 5}}},
                             Rings{{{5, 5}, {20, 20}}}, Rings{{{5, 5}}}, Rings{}})
    for (const int byte : coverage_of(rings)) ASSERT_EQ(byte, 0);
}

/// So many edges per row that the row is sampled: a comb whose teeth are 1/64 px wide.
TEST(Areas, CombsAreHalfCovered) {
  Rings rings;
  for (int i = 0; i < 2000; ++i) {
    const float left = 4 + static_cast<float>(i) / 64;
    rings.push_back(
        {{left, 4.25F}, {left + 0.0078125F, 4.25F}, {left + 0.0078125F, 20}, {left, 20}});
  }
  const auto coverage = coverage_of(rings);
  EXPECT_NEAR(at(coverage, 12, 10), 127.5, 1);
  EXPECT_NEAR(at(coverage, 12, 4), 127.5 * 0.75, 4);
}

/// 1000 edges in one row with 250000 crossings: cutting at every crossing would take some 10 s.
TEST(Areas, EdgesThatCrossVeryOftenTakeLittleTime) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> x(2, 38);
  Rings rings(1);
  for (int i = 0; i < 1000; ++i) rings.front().push_back({x(random), i % 2 == 0 ? 10.0F : 11.0F});
  const std::clock_t begin = std::clock();
  const auto coverage = coverage_of(rings);
  EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 2);
  const auto reference = reference_row(rings, 10, 1024);
  for (int column = 0; column < size.width; ++column) {
    EXPECT_NEAR(at(coverage, column, 10) / 255.0, reference[static_cast<std::size_t>(column)], 0.1);
    EXPECT_EQ(at(coverage, column, 9), 0);
    EXPECT_EQ(at(coverage, column, 11), 0);
  }
}

/// A hundred edges are cut at all of their 2500 or so crossings.
TEST(Areas, AHundredEdgesAreExactHoweverTheyCross) {
  std::mt19937 random(8);
  std::uniform_real_distribution<float> x(2, 38), y(0, 0.1F);
  Rings rings(1);
  for (int i = 0; i < 100; ++i) {
    const float at_x = x(random), at_y = (i % 2 == 0 ? 10.0F : 10.9F) + y(random);
    rings.front().push_back({at_x, at_y});
  }
  const auto coverage = coverage_of(rings);
  const auto reference = reference_row(rings, 10, 4096);
  for (int column = 0; column < size.width; ++column)
    EXPECT_NEAR(at(coverage, column, 10) / 255.0, reference[static_cast<std::size_t>(column)],
                0.5 / 255 + 1e-3);
}

TEST(Areas, LieAsThePictureIsStored) {
  const Rings rings = {{{3.3F, 4.4F}, {30.1F, 8.8F}, {17.5F, 33.2F}}};
  const auto upright = coverage_of(rings);
  for (const bool transposed : {false, true})
    for (const bool flip_x : {false, true})
      for (const bool flip_y : {false, true}) {
        const Orientation stored{transposed, flip_x, flip_y};
        const Size lies = turned(size, stored);
        const auto coverage = coverage_of(rings, stored);
        for (int y = 0; y < size.height; ++y)
          for (int x = 0; x < size.width; ++x) {
            int sx = transposed ? y : x, sy = transposed ? x : y;
            if (flip_x) sx = lies.width - 1 - sx;
            if (flip_y) sy = lies.height - 1 - sy;
            ASSERT_NEAR(coverage[static_cast<std::size_t>(sy * lies.width + sx)], at(upright, x, y),
                        1);
          }
      }
}

}  // namespace
}  // namespace overlace::test
