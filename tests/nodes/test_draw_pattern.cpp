// SPDX-License-Identifier: Apache-2.0
// draw_pattern: covered pixels, in a 200 x 100 px picture at 10 frames per second.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun pattern(const std::string& params, std::int32_t frame = 0) {
  GraphRun run(R"("pattern": {"type": "draw_pattern", "params": {"amount": 1, "color": "#fff", )" +
                   params + "}}",
               R"(["pattern"])", TrackTable());
  run.draw(frame);
  return run;
}

double coverage(const GraphRun& run) {
  double sum = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, 0) / 255.0;
  return sum / (200 * 100);
}

TEST(DrawPattern, ScanLinesAreAPartOfTheirPeriod) {
  const GraphRun run = pattern(R"("kind": "scan_lines", "period": 4, "share": 0.5)");
  for (int y = 0; y < 100; ++y)
    for (const int x : {0, 77, 199})
      EXPECT_EQ(run.picture().at(x, y, 0), y % 4 < 2 ? 255 : 0) << x << ", " << y;
  // 2.5 px of every 10 px: rows with coverage one half are grey.
  const GraphRun half = pattern(R"("kind": "scan_lines", "period": 10, "share": 0.25)");
  EXPECT_EQ(half.picture().at(5, 21, 0), 255);
  EXPECT_NEAR(half.picture().at(5, 22, 0), 127.5, 1);
  EXPECT_EQ(half.picture().at(5, 23, 0), 0);
}

TEST(DrawPattern, ScanLinesMoveDown) {
  const std::string params = R"("kind": "scan_lines", "period": 8, "share": 0.25, "speed": 30)";
  EXPECT_EQ(pattern(params, 0).picture().at(9, 40, 0), 255);
  const GraphRun later = pattern(params, 1);  // 3 px
  EXPECT_EQ(later.picture().at(9, 40, 0), 0);
  EXPECT_EQ(later.picture().at(9, 43, 0), 255);
  EXPECT_EQ(later.picture().at(9, 44, 0), 255);
  EXPECT_EQ(later.picture().at(9, 45, 0), 0);
}

// 2 px lines in 10 px squares: 1 - 0.8^2. 8 px discs in 10 px squares: pi 16 / 100.
TEST(DrawPattern, GridsAndDotsCoverTheirAreas) {
  EXPECT_NEAR(coverage(pattern(R"("kind": "grid", "period": 10, "share": 0.2)")), 0.36, 1e-3);
  EXPECT_NEAR(coverage(pattern(R"("kind": "dots", "period": 10, "share": 0.8)")),
              3.14159265 * 16 / 100, 5e-3);
}

// Uniform from 0 to 1: mean 1/2, variance 1/12, and no correlation between neighbours.
TEST(DrawPattern, GrainIsNoise) {
  const GraphRun run = pattern(R"("kind": "grain", "period": 1)");
  double sum = 0, squares = 0, beside = 0, below = 0;
  const auto at = [&](int x, int y) { return run.picture().at(x, y, 0) / 255.0 - 0.5; };
  for (int y = 0; y < 99; ++y)
    for (int x = 0; x < 199; ++x) {
      sum += at(x, y);
      squares += at(x, y) * at(x, y);
      beside += at(x, y) * at(x + 1, y);
      below += at(x, y) * at(x, y + 1);
    }
  const double count = 199 * 99;
  EXPECT_NEAR(sum / count, 0, 0.01);
  EXPECT_NEAR(squares / count, 1.0 / 12, 0.003);
  EXPECT_NEAR(beside / count, 0, 0.003);
  EXPECT_NEAR(below / count, 0, 0.003);
}

TEST(DrawPattern, GrainHasItsSizeAndRate) {
  const std::string params = R"("kind": "grain", "period": 5, "rate": 5)";
  const GraphRun run = pattern(params), same = pattern(params, 1), other = pattern(params, 2);
  for (int x = 20; x < 25; ++x)
    for (int y = 40; y < 45; ++y) EXPECT_EQ(run.picture().at(x, y, 0), run.picture().at(20, 40, 0));
  EXPECT_EQ(run.picture().rgb, same.picture().rgb) << "a fifth of a second has two frames";
  EXPECT_NE(run.picture().rgb, other.picture().rgb);
}

// (x / 100)^2 + (y / 50)^2 = 2 in the corners.
TEST(DrawPattern, AVignetteIsInTheCorners) {
  const GraphRun run = pattern(R"("kind": "vignette", "share": 0.5)");
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
  EXPECT_EQ(run.picture().at(165, 50, 0), 0) << "0.65 / 1.41 of the way";
  const double way = std::sqrt(0.5 * (0.905 * 0.905 + 0.81 * 0.81)), t = (way - 0.5) / 0.5;
  EXPECT_NEAR(run.picture().at(190, 90, 0), 255 * t * t * (3 - 2 * t), 1);
  EXPECT_NEAR(run.picture().at(0, 99, 0), 255, 5);
}

}  // namespace
}  // namespace overlace::test
