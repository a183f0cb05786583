// SPDX-License-Identifier: Apache-2.0
// draw_points: area and position of each mark, centred at (100, 50).
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

double ink(const std::string& params, TrackRow row = {.box = {90, 40, 20, 20}}) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["points"])", tracks_of({{row}}));
  run.draw();
  double sum = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, 0) / 255.0;
  return sum;
}

constexpr double pi = 3.14159265358979;

TEST(DrawPoints, DotHasTheAreaOfItsDisc) {
  EXPECT_NEAR(ink(R"({"size": 20, "color": "#ff0000"})"), pi * 100, 1.5);
}

TEST(DrawPoints, RingIsAnAnnulus) {
  EXPECT_NEAR(ink(R"({"style": "ring", "size": 20, "stroke_width": 4, "color": "#ff0000"})"),
              pi * (144 - 64), 2.5);
}

TEST(DrawPoints, SizeCanComeFromAnAttribute) {
  EXPECT_NEAR(ink(R"({"size": {"map": "width", "stops": [[0, 0], [40, 40]]}, "color": "#ff0000"})"),
              pi * 100, 1.5);
}

TEST(DrawPoints, SitsOnItsAnchor) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                   "params": {"anchor": "bottom", "size": 6, "color": "#ff0000"}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  EXPECT_EQ(run.picture().at(100, 60, 0), 255);
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

TEST(DrawPoints, CrossHasAnOpenMiddle) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                   "params": {"style": "cross", "size": 30, "stroke_width": 2, "color": "#ff0000"}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  EXPECT_EQ(run.picture().at(111, 50, 0), 255);
  EXPECT_EQ(run.picture().at(100, 61, 0), 255);
  EXPECT_EQ(run.picture().at(111, 61, 0), 0);
}

constexpr const char* red = R"("color": "#ff0000", "size": 20)";

double ink_of(const std::string& params) {
  return ink("{" + std::string(red) + ", " + params + "}");
}

// Marks are inscribed in a circle of radius 10, except that a square's side is its diameter.
TEST(DrawPoints, FilledMarksHaveTheirAreas) {
  EXPECT_NEAR(ink_of(R"("style": "square")"), 400, 1);
  EXPECT_NEAR(ink_of(R"("style": "diamond")"), 200, 1);
  EXPECT_NEAR(ink_of(R"("style": "triangle")"), 3 * std::sqrt(3.0) / 4 * 100, 1);
  // A pentagram: 10 triangles between radii 1 and 0.381966 at 36 degrees.
  EXPECT_NEAR(ink_of(R"("style": "star")"), 10 * 0.5 * 38.1966 * std::sin(pi / 5), 1);
}

TEST(DrawPoints, OutlinesLieAroundFilledMarks) {
  EXPECT_NEAR(ink_of(R"("style": "square", "outline_width": 4, "outline": "#ff0000")"),
              24 * 24 - (16 - pi * 4), 1.5);
  EXPECT_NEAR(ink_of(R"("style": "dot", "outline_width": 4, "outline": "#ff0000")"), pi * 144, 2);
}

TEST(DrawPoints, PointersStandOnTheirTips) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": {
                   "style": "pointer", "anchor": "top", "size": 20, "color": "#ff0000"}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  double area = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) area += run.picture().at(x, y, 0) / 255.0;
  EXPECT_NEAR(area, 20 * 20 / 2, 2);            // as wide as high
  EXPECT_EQ(run.picture().at(92, 20, 0), 255);  // its upper edge is 20 px above the box
  EXPECT_EQ(run.picture().at(107, 20, 0), 255);
  EXPECT_EQ(run.picture().at(100, 18, 0), 0);
  EXPECT_EQ(run.picture().at(100, 41, 0), 0);  // the tip touches the box
  EXPECT_GT(run.picture().at(100, 37, 0), 200);
}

TEST(DrawPoints, LinesHaveTheirLengths) {
  const double caps = pi * 1;  // both round ends of a 2 px line
  const std::string thin = R"("stroke_width": 2, )";
  EXPECT_NEAR(ink_of(thin + R"("style": "plus")"), 2 * (20 * 2 + caps) - 4, 1);
  EXPECT_NEAR(ink_of(thin + R"("style": "x")"), 2 * (20 * 2 + caps) - 4, 1);
  EXPECT_NEAR(ink_of(thin + R"("style": "plus", "gap": 4)"), 4 * (6 * 2 + caps), 1);
  EXPECT_NEAR(ink_of(thin + R"("style": "arc", "arc_start": 0, "arc_end": 180)"),
              pi * 10 * 2 + caps, 1);
}

// A quarter of an ellipse of 10 x 5 px is 12.11 px long (by the elliptic integral).
TEST(DrawPoints, GroundIsFlattened) {
  EXPECT_NEAR(ink_of(R"("stroke_width": 2, "style": "ground", "tilt": 0.5, "arc_start": 0,
                        "arc_end": 90)"),
              12.11 * 2 + pi, 1);
}

TEST(DrawPoints, LinesGoOnToTheSides) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": {
                   "style": "reticle", "size": 20, "stroke_width": 2, "extend": 1, "ticks": 0}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  for (const auto& [x, y] : {std::pair{1, 50}, {198, 50}, {100, 1}, {100, 98}})
    EXPECT_EQ(run.picture().at(x, y, 0), 255) << x << ", " << y;
  EXPECT_EQ(run.picture().at(100, 50, 0), 0) << "it is open in the middle";
}

// A quarter turn per second: after half a second a square stands on its corner, like a diamond.
TEST(DrawPoints, MarksTurn) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": {
                   "style": "square", "size": 20, "spin": 90}})",
               R"(["points"])",
               tracks_of(std::vector<std::vector<TrackRow>>(9, {{.box = {90, 40, 20, 20}}})));
  run.draw(0);
  EXPECT_EQ(run.picture().at(91, 41, 0), 255);
  run.draw(5);
  EXPECT_EQ(run.picture().at(91, 41, 0), 0);
  EXPECT_EQ(run.picture().at(100, 37, 0), 255) << "14 px above the middle is a corner";
}

TEST(DrawPoints, PlainMarksAreTheDevices) {
  const auto on_device = [](const std::string& params) {
    const GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                             "params": )" +
                           params + "}",
                       R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
    for (const Step& step : run.plan().steps)
      if (const auto* draws = std::get_if<DrawStep>(&step.work))
        return std::holds_alternative<DrawPointsOp>(draws->lower({}));
    return false;
  };
  EXPECT_TRUE(on_device("{}"));
  EXPECT_TRUE(on_device(R"({"style": "cross"})"));
  EXPECT_FALSE(on_device(R"({"style": "square"})"));
  EXPECT_FALSE(on_device(R"({"outline_width": 1})"));
}

}  // namespace
}  // namespace overlace::test
