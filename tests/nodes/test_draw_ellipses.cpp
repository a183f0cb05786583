// SPDX-License-Identifier: Apache-2.0
// draw_ellipses: a normal distribution around (100, 50), and how many samples its ellipse contains.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun ellipses(const std::string& params) {
  GraphRun run(
      R"("ellipses": {"type": "draw_ellipses", "inputs": {"tracks": "tracks"}, "params": {)" +
          params + "}}",
      R"(["ellipses"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  return run;
}
constexpr auto filled = R"("width": 0, "fill": "#f00", )";

/// The painted area in pixels.
double area(const GraphRun& run) {
  double sum = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, 0) / 255.0;
  return sum;
}

TEST(DrawEllipses, AxesAreStandardDeviations) {
  const GraphRun run = ellipses(std::string(filled) + R"("xx": 100, "yy": 25, "sigmas": 2)");
  EXPECT_NEAR(area(run), 3.14159265 * 20 * 10, 2);
  EXPECT_EQ(run.picture().at(118, 50, 0), 255);
  EXPECT_EQ(run.picture().at(121, 50, 0), 0);
  EXPECT_EQ(run.picture().at(100, 58, 0), 255);
  EXPECT_EQ(run.picture().at(100, 61, 0), 0);
}

// In a 2-D normal distribution, 1 - exp(-k^2 / 2) lies within k standard deviations.
TEST(DrawEllipses, ItHoldsAsManySamplesAsItSays) {
  const GraphRun run =
      ellipses(std::string(filled) + R"("xx": 150, "xy": 60, "yy": 50, "sigmas": 1.5)");
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const double a = std::sqrt(150.0), b = 60 / a, c = std::sqrt(50 - b * b);  // Cholesky
  constexpr int samples = 200000;
  double inside = 0;
  for (int i = 0; i < samples; ++i) {
    const double u = normal(random), v = normal(random);
    const int x = static_cast<int>(std::floor(100 + a * u));
    const int y = static_cast<int>(std::floor(50 + b * u + c * v));
    if (x >= 0 && x < 200 && y >= 0 && y < 100) inside += run.picture().at(x, y, 0) / 255.0;
  }
  EXPECT_NEAR(inside / samples, 1 - std::exp(-1.5 * 1.5 / 2), 0.005);
}

TEST(DrawEllipses, TheLineLiesOnTheEdge) {
  const GraphRun run = ellipses(
      R"("xx": 100, "yy": 100, "sigmas": 2, "width": 4, "color": "#f00", "fill": "#0000")");
  EXPECT_NEAR(area(run), 3.14159265 * (22 * 22 - 18 * 18), 3);
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

TEST(DrawEllipses, WhatIsNoCovarianceIsNotDrawn) {
  EXPECT_TRUE(ellipses(R"("xx": 0, "yy": 0)").primitives().empty());
  EXPECT_TRUE(ellipses(R"("xx": 10, "xy": 20, "yy": 10)").primitives().empty());
  EXPECT_TRUE(ellipses(R"("xx": -4, "yy": 9)").primitives().empty());
}

}  // namespace
}  // namespace overlace::test
