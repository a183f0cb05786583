// SPDX-License-Identifier: Apache-2.0
// draw_boxes: painted and unpainted pixels for each style, on a 60 x 40 box at (70, 30).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& params, TrackRow row = {.box = {70, 30, 60, 40}}) {
  GraphRun run(R"("boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["boxes"])", tracks_of({{row}}));
  run.draw();
  return run;
}

int red(const GraphRun& run, int x, int y) {
  return run.picture().at(x, y, 0);
}

TEST(DrawBoxes, StrokeIsCentredOnTheBox) {
  const GraphRun run = drawn(R"({"stroke_width": 4, "corner_radius": 0, "color": "#ff0000"})");
  for (const int x : {68, 69, 70, 71}) EXPECT_EQ(red(run, x, 50), 255) << x;
  EXPECT_EQ(red(run, 67, 50), 0);
  EXPECT_EQ(red(run, 72, 50), 0);
  EXPECT_EQ(red(run, 100, 50), 0) << "no fill";
}

TEST(DrawBoxes, FillReachesTheEdge) {
  const GraphRun run = drawn(R"({"stroke_width": 0, "corner_radius": 0, "fill": "#ff0000"})");
  EXPECT_EQ(red(run, 70, 30), 255);
  EXPECT_EQ(red(run, 129, 69), 255);
  EXPECT_EQ(red(run, 69, 50), 0);
  EXPECT_EQ(red(run, 130, 50), 0);
}

TEST(DrawBoxes, CornerRadiusRoundsTheCorner) {
  const GraphRun run = drawn(R"({"stroke_width": 0, "corner_radius": 15, "fill": "#ff0000"})");
  EXPECT_EQ(red(run, 71, 31), 0);    // outside the circle of the 15 px corner
  EXPECT_EQ(red(run, 75, 35), 255);  // inside the circle around (85, 45)
  EXPECT_EQ(red(run, 100, 30), 255);
}

TEST(DrawBoxes, PaddingGrowsTheBox) {
  const GraphRun run =
      drawn(R"({"stroke_width": 0, "corner_radius": 0, "fill": "#ff0000", "padding": 5})");
  EXPECT_EQ(red(run, 65, 25), 255);
  EXPECT_EQ(red(run, 134, 74), 255);
  EXPECT_EQ(red(run, 64, 50), 0);
}

TEST(DrawBoxes, ASquareIsAsLargeAsTheLongerSides) {
  const GraphRun run =
      drawn(R"({"stroke_width": 0, "corner_radius": 0, "fill": "#ff0000", "square": true})");
  EXPECT_EQ(red(run, 70, 20), 255);
  EXPECT_EQ(red(run, 129, 79), 255);
  EXPECT_EQ(red(run, 100, 19), 0);
  EXPECT_EQ(red(run, 69, 50), 0);
}

TEST(DrawBoxes, CornersKeepOnlyTheArms) {
  const GraphRun run = drawn(
      R"({"style": "corners", "stroke_width": 2, "corner_radius": 0, "corner_length": 10, "color": "#ff0000"})");
  EXPECT_EQ(red(run, 75, 30), 255);  // within 10 px of the corner
  EXPECT_EQ(red(run, 100, 30), 0);   // middle of the top edge
  EXPECT_EQ(red(run, 70, 50), 0);    // middle of the left edge
}

TEST(DrawBoxes, EllipseTouchesTheBoxAtItsMiddles) {
  const GraphRun run = drawn(R"({"style": "ellipse", "stroke_width": 0, "fill": "#ff0000"})");
  EXPECT_EQ(red(run, 100, 31), 255);
  EXPECT_EQ(red(run, 72, 50), 255);
  EXPECT_EQ(red(run, 75, 33), 0);  // ((75-100)/30)^2 + ((33-50)/20)^2 = 1.4
}

TEST(DrawBoxes, DiamondIsHalfTheArea) {
  const GraphRun run = drawn(R"({"style": "diamond", "stroke_width": 0, "fill": "#ff0000"})");
  double ink = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) ink += red(run, x, y) / 255.0;
  EXPECT_NEAR(ink, 60 * 40 / 2.0, 4);
}

TEST(DrawBoxes, CapsuleHasRoundShortSides) {
  const GraphRun run = drawn(R"({"style": "capsule", "stroke_width": 0, "fill": "#ff0000"})");
  double ink = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) ink += red(run, x, y) / 255.0;
  EXPECT_NEAR(ink, 20 * 40 + 3.14159265 * 400, 4);  // 20 x 40, and a circle of radius 20
}

TEST(DrawBoxes, OpacityScalesInk) {
  const GraphRun run =
      drawn(R"({"stroke_width": 0, "corner_radius": 0, "fill": "#ff0000", "opacity": 0.5})");
  EXPECT_NEAR(red(run, 100, 50), 128, 1);
}

TEST(DrawBoxes, MapsColourFromAnAttribute) {
  const char* params =
      R"({"stroke_width": 0, "fill": {"map": "score", "ramp": [[0, "#000000"], [1, "#ff0000"]]}})";
  EXPECT_NEAR(red(drawn(params, {.box = {70, 30, 60, 40}, .score = 0.5F}), 100, 50), 128, 1);
  EXPECT_EQ(red(drawn(params, {.box = {70, 30, 60, 40}, .score = 1.0F}), 100, 50), 255);
}

TEST(DrawBoxes, DashesLeaveGaps) {
  const GraphRun run = drawn(
      R"({"stroke_width": 2, "corner_radius": 0, "color": "#ff0000", "dash_length": 10, "dash_gap": 10})");
  int on = 0;
  for (int x = 75; x < 125; ++x) on += red(run, x, 30) > 200 ? 1 : 0;
  EXPECT_GT(on, 15);
  EXPECT_LT(on, 40);
}

/// A box that is wider than high, rotated about its centre at (100, 50).
GraphRun turned(const std::string& params, float degrees) {
  TrackTable table = tracks_of({{{.box = {70, 40, 60, 20}}}});
  table.rotation = {degrees};
  GraphRun run(R"("boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["boxes"])", std::move(table));
  run.draw();
  return run;
}

TEST(DrawBoxes, AQuarterTurnSwapsWidthAndHeight) {
  for (const char* style : {"rounded", "corners", "ellipse", "capsule", "diamond"}) {
    const std::string params =
        std::string(R"({"stroke_width": 3, "corner_radius": 5, "corner_length": 8, "style": ")") +
        style + R"(", "fill": "#00ff00", "color": "#ff0000"})";
    const GraphRun a = turned(params, 90);
    const GraphRun b = drawn(params, {.box = {90, 20, 20, 60}});
    int differing = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x)
        if (std::abs(red(a, x, y) - red(b, x, y)) > 60) ++differing;
    EXPECT_LE(differing, 8) << style;
    EXPECT_EQ(a.picture().at(100, 50, 1), 255) << style;
  }
}

TEST(DrawBoxes, TurnsClockwiseAboutTheMiddle) {
  const GraphRun run = turned(R"({"stroke_width": 4, "corner_radius": 0, "color": "#ff0000"})", 30);
  // The middle of the right side moves from (130, 50) to 100 + 30 cos 30, 50 + 30 sin 30.
  EXPECT_EQ(red(run, 126, 65), 255);
  EXPECT_EQ(red(run, 126, 35), 0);
  EXPECT_EQ(red(run, 74, 35), 255);
  EXPECT_EQ(red(run, 100, 50), 0);
}

TEST(DrawBoxes, ATranslucentTurnedStrokeIsBlendedOnce) {
  const GraphRun run =
      turned(R"({"stroke_width": 6, "corner_radius": 0, "color": "#ff000080"})", 45);
  int most = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) most = std::max(most, red(run, x, y));
  EXPECT_NEAR(most, 128, 1);
}

}  // namespace
}  // namespace overlace::test
