// SPDX-License-Identifier: Apache-2.0
// curve_path: points and tangents of every style against plain geometry, ends, and labels on paths.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// 10 x 10 px boxes with these centres, linked in a chain.
GraphRun path(const std::string& params, const std::vector<Vec2>& middles,
              const std::string& more = "") {
  std::vector<TrackRow> rows;
  for (const Vec2 at : middles) rows.push_back({.box = {at.x - 5, at.y - 5, 10, 10}});
  return {R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
             "curves": {"type": "curve_path", "inputs": {"links": "links"}, "params": )" +
              params + R"(}, "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})" +
              more,
          more.empty() ? R"(["lines"])" : R"(["lines", "labels"])",
          tracks_of({rows, rows, rows, rows})};
}

std::vector<Curve> curves(const std::string& params, const std::vector<Vec2>& middles) {
  GraphRun run = path(params, middles);
  run.draw();
  return run.curves();
}

/// Direction from one point to another, degrees.
double heading(Vec2 from, Vec2 to) {
  return std::atan2(to.y - from.y, to.x - from.x) * 180 / std::numbers::pi;
}
Vec2 control(const Curve& c) {
  return c.hc * (1 / c.w);
}

/// Every piece but the first starts where the previous one ends.
void expect_one_line(const std::vector<Curve>& pieces, Vec2 from, Vec2 to) {
  ASSERT_FALSE(pieces.empty());
  EXPECT_EQ(pieces.front().p0, from);
  EXPECT_EQ(pieces.back().p1, to);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(pieces[i].joined, i > 0);
    if (i > 0) EXPECT_EQ(pieces[i].p0, pieces[i - 1].p1);
  }
}

TEST(CurvePath, SLeavesAndArrivesAlongTheLongerSide) {
  const auto pieces = curves(R"({"style": "s", "amount": 0.8})", {{20, 20}, {120, 60}});
  expect_one_line(pieces, {20, 20}, {120, 60});
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].p1, (Vec2{70, 40}));
  EXPECT_NEAR(heading(pieces[0].p0, control(pieces[0])), 0, 1e-4);
  EXPECT_NEAR(heading(control(pieces[1]), pieces[1].p1), 0, 1e-4);
  EXPECT_NEAR(heading(control(pieces[0]), pieces[0].p1), heading(pieces[1].p0, control(pieces[1])),
              1e-4);
  const auto upright = curves(R"({"style": "s"})", {{50, 10}, {30, 90}});
  EXPECT_NEAR(heading(upright[0].p0, control(upright[0])), 90, 1e-4);
}

TEST(CurvePath, StepsHaveRoundCorners) {
  const auto pieces =
      curves(R"({"style": "orthogonal", "amount": 0.25, "radius": 8})", {{20, 20}, {120, 60}});
  expect_one_line(pieces, {20, 20}, {120, 60});
  ASSERT_EQ(pieces.size(), 5U);
  EXPECT_EQ(pieces[0].p1, (Vec2{37, 20}));  // the crossbar is at x = 45
  EXPECT_EQ(pieces[2].p0, (Vec2{45, 28}));
  EXPECT_EQ(pieces[2].p1, (Vec2{45, 52}));
  for (const std::size_t corner : {1U, 3U}) {
    const Vec2 center = corner == 1 ? Vec2{37, 28} : Vec2{53, 52};
    for (int i = 0; i <= 8; ++i) {
      const Vec2 p = point_at(pieces[corner], static_cast<float>(i) / 8);
      EXPECT_NEAR(std::hypot(p.x - center.x, p.y - center.y), 8, 1e-3);
    }
  }
}

TEST(CurvePath, StepsOfALevelLinkAreStraight) {
  for (const Curve& piece : curves(R"({"style": "orthogonal"})", {{20, 40}, {120, 40}}))
    for (const float t : {0.0F, 0.3F, 1.0F}) EXPECT_FLOAT_EQ(point_at(piece, t).y, 40);
}

TEST(CurvePath, ARopeHangsDownWhicheverWayItRuns) {
  for (const auto& ends : {std::vector<Vec2>{{20, 20}, {100, 20}}, {{100, 20}, {20, 20}}}) {
    const auto pieces = curves(R"({"style": "sag", "amount": 0.5})", ends);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(point_at(pieces[0], 0.5F), (Vec2{60, 40}));  // half of 0.5 x 80 px
  }
}

TEST(CurvePath, WavesAreSmoothAndGoToBothSides) {
  const auto pieces =
      curves(R"({"style": "wave", "amount": 0.5, "wavelength": 21})", {{20, 50}, {120, 50}});
  expect_one_line(pieces, {20, 50}, {120, 50});
  ASSERT_EQ(pieces.size(), 10U);  // 100 / 10.5 half waves, rounded to an integer
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_NEAR(point_at(pieces[i], 0.5F).y, i % 2 == 0 ? 45 : 55, 1e-3);
    if (i > 0)
      EXPECT_NEAR(heading(control(pieces[i - 1]), pieces[i - 1].p1),
                  heading(pieces[i].p0, control(pieces[i])), 1e-2);
  }
}

TEST(CurvePath, BundlesMeetInTheMiddleOfAll) {
  const auto pieces =
      curves(R"({"style": "bundle", "amount": 1})", {{20, 20}, {120, 20}, {120, 80}});
  ASSERT_EQ(pieces.size(), 2U);
  for (const Curve& piece : pieces) {
    EXPECT_FLOAT_EQ(control(piece).x, 95);  // mean of 20, 120, 120, 120
    EXPECT_FLOAT_EQ(control(piece).y, 35);
  }
}

TEST(CurvePath, LightningStraysWithinItsAmount) {
  const auto pieces = curves(R"({"style": "electric", "amount": 0.1})", {{20, 50}, {120, 50}});
  expect_one_line(pieces, {20, 50}, {120, 50});
  ASSERT_EQ(pieces.size(), 32U);
  float farthest = 0;
  for (const Curve& piece : pieces) farthest = std::max(farthest, std::abs(piece.p1.y - 50));
  EXPECT_GT(farthest, 1);
  EXPECT_LE(farthest, 20) << "1 + 1/2 + 1/4 … of 10 px";
}

TEST(CurvePath, LightningJumpsAtItsRate) {
  const auto at = [](std::int32_t frame) {
    GraphRun run =
        path(R"({"style": "electric", "amount": 0.2, "rate": 5})", {{20, 50}, {120, 50}});
    run.draw(frame);  // 10 frames per second
    return run.picture().rgb;
  };
  EXPECT_EQ(at(0), at(1));
  EXPECT_NE(at(1), at(2));
  EXPECT_EQ(at(2), at(3));
}

TEST(CurvePath, EndsAtBoxes) {
  const auto pieces = curves(R"({"style": "orthogonal", "radius": 4, "ends": "box", "end_gap": 2})",
                             {{20, 20}, {120, 60}});
  ASSERT_EQ(pieces.size(), 5U);
  EXPECT_FLOAT_EQ(pieces.front().p0.x, 27);
  EXPECT_FLOAT_EQ(pieces.back().p1.x, 113);
  // A wave whose first pieces lie inside the box starts with those outside.
  const auto wave = curves(R"({"style": "wave", "amount": 0.1, "wavelength": 4, "ends": "box"})",
                           {{20, 50}, {60, 50}});
  EXPECT_FALSE(wave.front().joined);
  EXPECT_NEAR(wave.front().p0.x, 25, 0.01);
  EXPECT_NEAR(wave.back().p1.x, 55, 0.01);
  // Overlapping objects leave no curve.
  EXPECT_TRUE(curves(R"({"style": "s", "ends": "box"})", {{20, 20}, {26, 22}}).empty());
}

TEST(CurvePath, ALabelStandsOnceOnAPath) {
  GraphRun run = path(R"({"style": "orthogonal", "radius": 0})", {{20, 20}, {120, 60}},
                      R"(, "labels": {"type": "draw_link_labels", "inputs": {"curves": "curves"},
                          "params": {"text": "{length:.1f}", "plate": "#ff0000", "size": 8,
                                     "plate_padding": 0}})");
  run.draw();
  int plates = 0;
  for (const Primitive& p : run.primitives()) {
    if (p.kind != PrimitiveKind::shape) continue;
    ++plates;
    EXPECT_NEAR(p.shape.center.x, 70, 0.5);
    EXPECT_NEAR(p.shape.center.y, 40, 0.5);
  }
  EXPECT_EQ(plates, 1);
}

}  // namespace
}  // namespace overlace::test
