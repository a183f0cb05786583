// SPDX-License-Identifier: Apache-2.0
// Rotated boxes in squeezed pictures, compared with their corners.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <random>

#include "geometry/rotated_box.h"

namespace overlace::test {
namespace {

struct Corner {
  double x = 0, y = 0;
};

/// The corners relative to the centre, in order around the box.
std::array<Corner, 4> corners(const RotatedSides& box) {
  const double angle = box.degrees * std::numbers::pi / 180;
  std::array<Corner, 4> out;
  for (std::size_t i = 0; i < 4; ++i) {
    const double x = (i == 0 || i == 3 ? -0.5 : 0.5) * box.width;
    const double y = (i < 2 ? -0.5 : 0.5) * box.height;
    out[i] = {x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle)};
  }
  return out;
}

/// The sum of the squared distances from the corners of a box to those of a parallelogram.
double misfit(const RotatedSides& box, const std::array<Corner, 4>& parallelogram) {
  const auto own = corners(box);
  double sum = 0;
  for (std::size_t i = 0; i < 4; ++i)
    sum += std::pow(own[i].x - parallelogram[i].x, 2) + std::pow(own[i].y - parallelogram[i].y, 2);
  return sum;
}

TEST(RotatedBox, NoOtherBoxFitsBetter) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> side(1, 100), factor(0.2, 5), turn(-180, 360), off(-1, 1);
  for (int i = 0; i < 200; ++i) {
    const RotatedSides before{side(random), side(random), turn(random)};
    const double x = factor(random), y = factor(random);
    auto squeezed = corners(before);
    for (Corner& corner : squeezed) corner = {corner.x * x, corner.y * y};
    const RotatedSides after = scaled(before, x, y);
    EXPECT_GE(after.width, 0);
    EXPECT_GE(after.height, 0);
    EXPECT_LE(std::abs(after.degrees - before.degrees), 90) << "a side stays that side";
    const double least = misfit(after, squeezed);
    for (int other = 0; other < 200; ++other) {
      const double step = other < 100 ? 0.01 : 1;
      RotatedSides neighbour{after.width + step * off(random), after.height + step * off(random),
                             after.degrees + 10 * step * off(random)};
      ASSERT_GE(misfit(neighbour, squeezed), least - 1e-9);
    }
  }
}

TEST(RotatedBox, QuarterTurnsAndEqualFactorsAreExact) {
  const auto expect = [](const RotatedSides& box, double width, double height, double degrees) {
    EXPECT_EQ(box.width, width);
    EXPECT_EQ(box.height, height);
    EXPECT_EQ(box.degrees, degrees);
  };
  expect(scaled({10, 20, 90}, 2, 3), 30, 40, 90);
  expect(scaled({10, 20, -270}, 2, 3), 30, 40, -270);
  expect(scaled({10, 20, 180}, 2, 3), 20, 60, 180);
  expect(scaled({10, 20, 33}, 2, 2), 20, 40, 33);
  expect(scaled({0, 0, 33}, 2, 3), 0, 0, 33);
  EXPECT_TRUE(stays_box(-450, 2, 3));
  EXPECT_TRUE(stays_box(33, 2, 2));
  EXPECT_FALSE(stays_box(33, 2, 3));
}

/// A line stays a line: at 45 degrees, stretched to twice the width, it takes the direction (2, 1).
TEST(RotatedBox, ALineTurnsAsItsEndsDo) {
  const RotatedSides line = scaled({10, 0, 45}, 2, 1);
  EXPECT_NEAR(line.degrees, std::atan2(1, 2) * 180 / std::numbers::pi, 1e-9);
  EXPECT_NEAR(line.width, 10 * std::sqrt(2.5), 1e-9);
  EXPECT_NEAR(line.height, 0, 1e-9);
}

}  // namespace
}  // namespace overlace::test
