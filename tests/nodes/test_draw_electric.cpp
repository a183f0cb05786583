// SPDX-License-Identifier: Apache-2.0
// draw_electric: arcs between two objects 100 px apart, at (50, 50) and (150, 50).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Two objects that stay where they are for ten frames, that is, for a second.
TrackTable pair(std::int64_t left = 1, std::int64_t right = 2) {
  const std::vector<TrackRow> rows{{.id = left, .box = {49, 49, 2, 2}},
                                   {.id = right, .box = {149, 49, 2, 2}}};
  return tracks_of(std::vector<std::vector<TrackRow>>(10, rows));
}

GraphRun drawn(const std::string& params, std::int32_t frame = 0, TrackTable tracks = pair()) {
  GraphRun run(
      R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
                   "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
                   "arcs": {"type": "draw_electric", "inputs": {"curves": "curves"}, "params": )" +
          params + "}",
      R"(["arcs"])", std::move(tracks));
  run.draw(frame);
  return run;
}

/// Where the arc's pieces meet, from its start to its end.
std::vector<Vec2> points(const GraphRun& run) {
  std::vector<Vec2> points;
  for (const Primitive& piece : run.primitives()) {
    if (!piece.joined) points = {piece.curve.p0};
    points.push_back(piece.curve.p1);
  }
  return points;
}

TEST(DrawElectric, AnArcIsOneLineFromObjectToObject) {
  const GraphRun run = drawn(R"({"branches": 0, "octaves": 5})");
  const std::vector<Primitive>& pieces = run.primitives();
  ASSERT_EQ(pieces.size(), 32U);
  EXPECT_EQ(pieces.front().curve.p0, (Vec2{50, 50}));
  EXPECT_EQ(pieces.back().curve.p1, (Vec2{150, 50}));
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(pieces[i].joined, i > 0);
    if (i > 0) EXPECT_EQ(pieces[i].curve.p0, pieces[i - 1].curve.p1);
  }
}

// The middle of the first octave is off by a uniform number, of variance amplitude^2 / 3, and all
// octaves together by less than twice the amplitude.
TEST(DrawElectric, TheMiddleMovesByAsMuchAsTheAmplitude) {
  constexpr int seeds = 400;
  double squares = 0, largest = 0;
  for (int seed = 0; seed < seeds; ++seed) {
    const GraphRun run = drawn(R"({"branches": 0, "octaves": 4, "amplitude": 0.2, "seed": )" +
                               std::to_string(seed) + "}");
    const std::vector<Vec2> arc = points(run);
    ASSERT_EQ(arc.size(), 17U);
    squares += std::pow(arc[8].y - 50, 2);
    for (const Vec2 point : arc)
      largest = std::max(largest, std::abs(static_cast<double>(point.y) - 50));
    for (std::size_t i = 0; i < arc.size(); ++i)
      EXPECT_NEAR(arc[i].x, 50 + 100.0 * static_cast<double>(i) / 16, 1e-3);
  }
  const double variance = 20.0 * 20.0 / 3;  // of a uniform number from -20 to 20
  EXPECT_NEAR(squares / seeds, variance, 4 * variance * std::sqrt(0.8 / seeds));
  EXPECT_LT(largest, 40);
  EXPECT_GT(largest, 20);
}

TEST(DrawElectric, ArcsJumpAtTheirRate) {  // ten frames a second, five jumps
  const std::string params = R"({"rate": 5})";
  const std::vector<Vec2> at_2 = points(drawn(params, 2));
  EXPECT_EQ(at_2, points(drawn(params, 3)));
  EXPECT_NE(at_2, points(drawn(params, 4)));
  EXPECT_EQ(points(drawn(R"({"rate": 0})", 0)), points(drawn(R"({"rate": 0})", 9)));
}

TEST(DrawElectric, AnArcBelongsToItsPairOfIds) {
  const std::vector<Vec2> forward = points(drawn(R"({"branches": 0})"));
  std::vector<Vec2> backward = points(drawn(R"({"branches": 0})", 0, pair(2, 1)));
  ASSERT_EQ(forward.size(), backward.size());
  for (std::size_t i = 0; i < forward.size(); ++i) {  // turned by half a circle with its pair
    EXPECT_NEAR(forward[i].x + backward[i].x, 200, 1e-3);
    EXPECT_NEAR(forward[i].y + backward[i].y, 100, 1e-3);
  }
  EXPECT_NE(forward, points(drawn(R"({"branches": 0})", 0, pair(1, 3))));
}

TEST(DrawElectric, BranchesLeaveTheArcAndTaper) {
  const GraphRun alone = drawn(R"({"branches": 0, "octaves": 6, "width": 3})");
  const GraphRun run = drawn(R"({"branches": 4, "octaves": 6, "width": 3})");
  const std::vector<Primitive>& all = run.primitives();
  ASSERT_EQ(all.size(), 64U + 4 * 32);
  EXPECT_EQ(std::count_if(all.begin(), all.end(), [](const auto& p) { return !p.joined; }), 5);
  const std::vector<Vec2> arc = points(alone);
  for (std::size_t start = 64; start < all.size(); start += 32) {
    const Vec2 root = all[start].curve.p0;
    const bool on_arc = std::any_of(
        arc.begin(), arc.end(), [&](Vec2 p) { return std::hypot(p.x - root.x, p.y - root.y) < 4; });
    EXPECT_TRUE(on_arc) << root.x << " " << root.y;
    EXPECT_FLOAT_EQ(all[start].width, 3);
    EXPECT_FLOAT_EQ(all[start + 31].width_end, 0);
    const Vec2 tip = all[start + 31].curve.p1;
    const double length = std::hypot(tip.x - root.x, tip.y - root.y);
    EXPECT_GE(length, 15 - 1e-3);
    EXPECT_LE(length, 40 + 1e-3);
  }
}

TEST(DrawElectric, FollowsABentCurve) {
  GraphRun run(
      R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
         "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"bend": 0.4, "alternate": false}},
         "arcs": {"type": "draw_electric", "inputs": {"curves": "curves"}, "params": {"amplitude": 0, "branches": 0, "octaves": 1}})",
      R"(["arcs"])", pair());
  run.draw(0);
  const std::vector<Vec2> arc = points(run);
  ASSERT_EQ(arc.size(), 3U);
  EXPECT_NEAR(arc[1].x, 100, 1e-3);
  EXPECT_NEAR(std::abs(arc[1].y - 50), 20, 1e-3);  // a parabola's middle: half of 0.4 x 100 px
}

}  // namespace
}  // namespace overlace::test
