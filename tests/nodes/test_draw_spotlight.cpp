// SPDX-License-Identifier: Apache-2.0
// draw_spotlight: the remaining light on a white 200 x 100 px picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white picture under a spotlight.
GraphRun lit(const std::string& params, TrackTable tracks) {
  GraphRun run(R"("white": {"type": "draw_fill", "params": {"color": "#fff"}},
      "spot": {"type": "draw_spotlight", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["white", "spot"])", std::move(tracks));
  run.draw();
  return run;
}

/// One box from (60, 30) to (100, 70), and optional others.
TrackTable things(const std::vector<TrackRow>& others = {}) {
  std::vector<TrackRow> rows{{.box = {60, 30, 40, 40}}};
  rows.insert(rows.end(), others.begin(), others.end());
  return tracks_of({rows});
}

TEST(DrawSpotlight, LeavesTheBoxAndDimsTheRest) {
  const GraphRun run =
      lit(R"({"shape": "box", "color": "#000000c0", "padding": 0, "feather": 0, "roundness": 0})",
          things());
  const int dark = 255 - 0xC0;
  EXPECT_EQ(run.picture().at(60, 30, 0), 255);
  EXPECT_EQ(run.picture().at(99, 69, 0), 255);
  EXPECT_NEAR(run.picture().at(59, 50, 0), dark, 1);
  EXPECT_NEAR(run.picture().at(80, 70, 0), dark, 1);
  EXPECT_NEAR(run.picture().at(0, 0, 0), dark, 1);
}

TEST(DrawSpotlight, FeatherFadesFromTheEdgeOnAsASquare) {
  const GraphRun run =
      lit(R"({"shape": "box", "color": "#000", "padding": 4, "feather": 20, "roundness": 0})",
          things());
  EXPECT_EQ(run.picture().at(57, 50, 0), 255) << "the padding";
  for (const int x : {54, 50, 46, 40}) {
    const double distance = 56 - (x + 0.5);
    const double light = (1 - distance / 20) * (1 - distance / 20);
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * light, 2) << x;
  }
  EXPECT_EQ(run.picture().at(35, 50, 0), 0);
}

TEST(DrawSpotlight, AnEllipseTouchesTheSides) {
  const GraphRun run =
      lit(R"({"shape": "ellipse", "color": "#000", "padding": 0, "feather": 0})", things());
  EXPECT_EQ(run.picture().at(80, 31, 0), 255);
  EXPECT_EQ(run.picture().at(61, 50, 0), 255);
  EXPECT_EQ(run.picture().at(64, 34, 0), 0) << "the box's corner";
  // The area of a circle of radius 20.
  double area = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) area += run.picture().at(x, y, 0) / 255.0;
  EXPECT_NEAR(area, 3.14159265 * 20 * 20, 2);
}

// Compared with the nearest of many points on the outline.
TEST(DrawSpotlight, TheLightOfAnEllipseFallsWithTheDistance) {
  constexpr double a = 40, b = 20, feather = 50;  // semi-axes, around (120, 50)
  const GraphRun run = lit(R"({"color": "#000", "padding": 0, "feather": 50})",
                           tracks_of({{{.box = {80, 30, 80, 40}}}}));
  for (int y = 0; y < 100; y += 3)
    for (int x = 0; x < 200; ++x) {
      const double dx = x + 0.5 - 120, dy = y + 0.5 - 50;
      if (std::hypot(dx / a, dy / b) < 1.1) continue;
      double nearest = 1e9;
      for (int i = 0; i < 2000; ++i) {
        const double turn = i * (6.283185307179586 / 2000);
        nearest = std::min(nearest, std::hypot(dx - a * std::cos(turn), dy - b * std::sin(turn)));
      }
      const double rest = std::max(1 - nearest / feather, 0.0);
      ASSERT_NEAR(run.picture().at(x, y, 0), 255 * rest * rest, 1) << x << ", " << y;
    }
}

TEST(DrawSpotlight, LightsThatOverlapAreOne) {
  const GraphRun run = lit(
      R"({"shape": "box", "color": "#000", "padding": 0, "feather": 0, "roundness": 0, "strength": 0.5})",
      things({{.box = {80, 30, 40, 40}}}));
  EXPECT_NEAR(run.picture().at(70, 50, 0), 128, 1);
  EXPECT_NEAR(run.picture().at(90, 50, 0), 191, 1) << "half of the dark that the other one left";
}

TEST(DrawSpotlight, AMaskIsLitWithItsPadding) {
  TrackTable table = things();
  table.outlines.put(0, std::vector<OutlinePoint>{{{60, 30}, 0}, {{100, 30}, 0}, {{60, 70}, 0}});
  const GraphRun run =
      lit(R"({"shape": "mask", "color": "#000", "padding": 5, "feather": 0})", std::move(table));
  EXPECT_EQ(run.picture().at(62, 40, 0), 255);
  EXPECT_EQ(run.picture().at(57, 50, 0), 255) << "the padding";
  EXPECT_EQ(run.picture().at(53, 50, 0), 0);
  EXPECT_EQ(run.picture().at(95, 65, 0), 0) << "in the box, not in the polygon";
  EXPECT_EQ(
      lit(R"({"shape": "mask", "color": "#000", "feather": 0})", things()).picture().at(95, 65, 0),
      255)
      << "a box where there is no mask";
}

TEST(DrawSpotlight, WithoutObjectsAllIsDark) {
  const GraphRun run = lit(R"({"color": "#000"})", tracks_of({{}}));
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

TEST(DrawSpotlight, AClearColourLeavesThePicture) {
  EXPECT_EQ(lit(R"({"color": "#0000"})", things()).primitives().size(), 1U) << "the white fill";
}

}  // namespace
}  // namespace overlace::test
