// SPDX-License-Identifier: Apache-2.0
// curve_bezier: control points and styles, compared with the documented formulas.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Two objects at (50, 50) and (150, 50): a link of 100 px.
Curve only_curve(const std::string& params) {
  GraphRun run(
      R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
                   "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": )" +
          params + R"(}, "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
      R"(["lines"])", tracks_of({{{.box = {49, 49, 2, 2}}, {.box = {149, 49, 2, 2}}}}));
  run.draw();
  EXPECT_EQ(run.curves().size(), 1U);
  return run.curves().at(0);
}

TEST(CurveBezier, PutsTheControlPointBendTimesLengthFromTheMiddle) {
  const Curve curve = only_curve(R"({"bend": 0.3})");
  EXPECT_EQ(curve.w, 1.0F);
  EXPECT_FLOAT_EQ(curve.hc.x, 100.0F);
  EXPECT_NEAR(std::abs(curve.hc.y - 50.0F), 30.0F, 1e-4F);
}

TEST(CurveBezier, TakesTheSegmentsThatTheToleranceNeeds) {
  // n = ceil(sqrt(|p0 - 2 p1 + p2| / (4 tol))): |…| = 2 x 30 px.
  EXPECT_EQ(only_curve(R"({"bend": 0.3, "tolerance": 0.1})").segments, 13U);
  EXPECT_EQ(only_curve(R"({"bend": 0.3, "tolerance": 1})").segments, 4U);
  EXPECT_EQ(only_curve(R"({"bend": 0.3, "samples": 7})").segments, 7U);
}

TEST(CurveBezier, StraightIsOneSegment) {
  const Curve curve = only_curve(R"({"style": "straight", "bend": 0.5})");
  EXPECT_EQ(curve.segments, 1U);
}

TEST(CurveBezier, ArcRunsOnACircle) {
  const Curve curve = only_curve(R"({"style": "arc", "bend": 0.5})");
  // Chord 100, sagitta 25 (the parabola's apex): r = (50^2 + 25^2) / 50 = 62.5.
  const double side = curve.hc.y > 50 * curve.w ? 1 : -1;
  const double cx = 100, cy = 50 + side * (25 - 62.5);
  for (int i = 0; i <= 20; ++i) {
    const double t = i / 20.0, b0 = (1 - t) * (1 - t), b1 = 2 * t * (1 - t), b2 = t * t;
    const double d = b0 + b1 * curve.w + b2;
    const double x = (b0 * curve.p0.x + b1 * curve.hc.x + b2 * curve.p1.x) / d;
    const double y = (b0 * curve.p0.y + b1 * curve.hc.y + b2 * curve.p1.y) / d;
    EXPECT_NEAR(std::hypot(x - cx, y - cy), 62.5, 1e-3);
  }
}

/// The middle of the picture is (100, 50), on the link itself, so there is no side to bend to.
TEST(CurveBezier, BendsUpOrDownOrToTheMiddleOfThePicture) {
  EXPECT_NEAR(only_curve(R"({"bend": 0.3, "toward": "up"})").hc.y, 20, 1e-4);
  EXPECT_NEAR(only_curve(R"({"bend": 0.3, "toward": "down"})").hc.y, 80, 1e-4);
  EXPECT_NEAR(only_curve(R"({"bend": -0.3, "toward": "down"})").hc.y, 20, 1e-4);
  EXPECT_NEAR(only_curve(R"({"bend": 0.3, "toward": "center"})").hc.y, 50, 1e-4);
}

TEST(CurveBezier, WithoutAlternateAllBendTheSameWay) {
  EXPECT_NEAR(std::abs(only_curve(R"({"bend": 0.1, "alternate": false})").hc.y - 50), 10, 1e-4);
}

}  // namespace
}  // namespace overlace::test
