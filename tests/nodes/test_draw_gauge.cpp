// SPDX-License-Identifier: Apache-2.0
// draw_gauge: the filled part, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun gauge(const std::string& params, const std::string& thickness = "8") {
  GraphRun run(
      R"("gauge": {"type": "draw_gauge", "params": {"gauge_size": 80, "margin": 10,
          "position": "top_left", "plate": "#0000", "plate_padding": 0, "color": "#f00",
          "empty": "#0f0", )" +
          params + R"(, "thickness": )" + thickness + "}}",
      R"(["gauge"])", TrackTable());
  run.draw();
  return run;
}

double ink(const GraphRun& run, int channel) {
  double sum = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, channel) / 255.0;
  return sum;
}

constexpr double pi = 3.14159265358979;
constexpr double cap = pi * 16;  ///< both round ends of an 8 px band

// A ring whose band has a middle radius of 36 px. At an edge pixel with coverage c, c (1 - c) of
// the rest shows through: a sixth of a pixel on average.
TEST(DrawGauge, ARingIsFilledAsFarAsItsValue) {
  const double whole = 2 * pi * 36 * 8;
  for (const double level : {0.25, 0.6}) {
    const GraphRun run = gauge(R"("style": "ring", "low": 10, "high": 30, "value": )" +
                               std::to_string(10 + 20 * level));
    EXPECT_NEAR(ink(run, 0), level * whole + cap, 0.01 * whole) << level;
    EXPECT_NEAR(ink(run, 1), (1 - level) * whole - cap + level * 4 * pi * 36 / 6, 0.01 * whole)
        << level;
  }
  EXPECT_NEAR(ink(gauge(R"("style": "ring", "value": 7)"), 0), whole, 0.01 * whole);
  EXPECT_EQ(ink(gauge(R"("style": "ring", "value": 0)"), 0), 0);
}

// Clockwise from the top: a quarter ends at 3 o'clock.
TEST(DrawGauge, ARingRunsClockwiseFromTheTop) {
  const GraphRun run = gauge(R"("style": "ring", "value": 0.25)");
  EXPECT_EQ(run.picture().at(50 + 25, 50 - 25, 0), 255) << "half past one";
  EXPECT_EQ(run.picture().at(50 - 25, 50 - 25, 0), 0) << "half past ten";
  EXPECT_EQ(run.picture().at(50 + 25, 50 + 25, 1), 255) << "half past four";
}

// Three quarters of a turn, open at the bottom; the middle of the range is at the top.
TEST(DrawGauge, AnArcIsOpenBelow) {
  const GraphRun run = gauge(R"("style": "arc", "value": 0.5)");
  EXPECT_NEAR(ink(run, 0), 0.375 * 2 * pi * 36 * 8 + cap, 20);
  EXPECT_EQ(run.picture().at(50, 86, 0) + run.picture().at(50, 86, 1), 0) << "6 o'clock";
  EXPECT_EQ(run.picture().at(50 - 36, 50, 0), 255) << "9 o'clock";
  EXPECT_EQ(run.picture().at(50 + 36, 50, 1), 255) << "3 o'clock";
}

TEST(DrawGauge, BarsAndSegments) {
  const GraphRun bar = gauge(R"("style": "bar", "value": 0.25)");
  EXPECT_NEAR(ink(bar, 0), 20 * 8 - (64 - pi * 16), 0.5);
  // Ten segments: 7 are lit from 0.65 to 0.75.
  for (const auto& [value, lit] :
       {std::pair{0.66, 7.0}, {0.74, 7.0}, {0.76, 8.0}, {0.0, 0.0}, {1.0, 10.0}}) {
    const GraphRun run =
        gauge(R"("style": "bar", "segments": 10, "value": )" + std::to_string(value));
    EXPECT_NEAR(ink(run, 0) / (ink(run, 0) + ink(run, 1)), lit / 10, 1e-3) << value;
  }
}

TEST(DrawGauge, TheNeedlePointsWhereTheValueDoes) {
  const GraphRun down = gauge(R"("style": "compass", "value": 90)", "12");
  EXPECT_GT(down.picture().at(50, 60, 0), 200);
  EXPECT_EQ(down.picture().at(50, 35, 0), 0);
  EXPECT_EQ(down.picture().at(65, 50, 0), 0);
  const GraphRun left = gauge(R"("style": "compass", "value": 180)", "12");
  EXPECT_GT(left.picture().at(39, 50, 0), 200);
}

TEST(DrawGauge, WithoutARangeItIsEmpty) {
  EXPECT_EQ(ink(gauge(R"("value": 5, "low": 3, "high": 3, "style": "ring")"), 0), 0);
}

TEST(DrawGauge, WritesInTheMiddle) {
  const GraphRun run = gauge(R"("style": "ring", "value": 0, "text": "{frame}", "size": 20)");
  ASSERT_EQ(run.primitives().size(), 2U);
  const GlyphGeometry& digit = run.primitives().back().glyph;
  EXPECT_NEAR(static_cast<float>(digit.x) + static_cast<float>(digit.width) / 2, 50, 2);
  EXPECT_NEAR(static_cast<float>(digit.y) + static_cast<float>(digit.height) / 2, 50, 3);
}

TEST(DrawGauge, ObjectsHaveTheirOwn) {
  TrackTable table = tracks_of({{{.id = 4, .box = {20, 50, 40, 30}, .score = 0.5F},
                                 {.id = 7, .box = {120, 50, 40, 30}, .score = 1}}});
  finish_tracks(table, {.frame_rate = {10}});
  GraphRun run(R"("gauge": {"type": "draw_gauge", "inputs": {"tracks": "tracks"}, "params": {
                   "value": {"expr": "score"}, "style": "bar", "gauge_size": 40, "thickness": 4,
                   "position": "top", "margin": 2, "plate": "#0000", "plate_padding": 0,
                   "empty": "#0000"}})",
               R"(["gauge"])", std::move(table));
  run.draw();
  ASSERT_EQ(run.primitives().size(), 2U);
  EXPECT_EQ(run.primitives()[0].shape.center, (Vec2{30, 46}));
  EXPECT_EQ(run.primitives()[0].shape.half_size, (Vec2{10, 2}));
  EXPECT_EQ(run.primitives()[1].shape.half_size, (Vec2{20, 2}));
}

}  // namespace
}  // namespace overlace::test
