// SPDX-License-Identifier: Apache-2.0
// draw_electric: arcs between two objects 100 px apart, at (50, 50) and (150, 50).
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "color/working_space.h"
#include "gpu/host/scene_builder.h"
#include "graph/data/bolt.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Two objects that stay in place for ten frames, which is one second.
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

/// The points where a bolt's pieces meet, from start to end.
std::vector<Vec2> corners(const Primitive& bolt) {
  EXPECT_EQ(bolt.kind, PrimitiveKind::bolt);
  std::vector<Vec2> corners;
  for (std::uint32_t i = 0; i <= piece_count(bolt.bolt); ++i)
    corners.push_back(bolt_corner(bolt.bolt, i));
  return corners;
}
/// The corners of the last arc.
std::vector<Vec2> points(const GraphRun& run) {
  return corners(run.primitives().back());
}

TEST(DrawElectric, AnArcIsOneLineFromObjectToObject) {
  const GraphRun run = drawn(R"({"branches": 0, "octaves": 5})");
  ASSERT_EQ(run.primitives().size(), 1U);
  const std::vector<Vec2> arc = points(run);
  ASSERT_EQ(arc.size(), 33U);
  EXPECT_EQ(arc.front(), (Vec2{50, 50}));
  EXPECT_EQ(arc.back(), (Vec2{150, 50}));
}

/// A bolt is painted like a polyline through its corners.
TEST(DrawElectric, AnArcIsPaintedAsALineThroughItsCorners) {
  const GraphRun run = drawn(R"({"branches": 3, "octaves": 5, "width": 3, "glow_radius": 6})");
  const Size size{200, 100};
  DisplayList bolts, lines;
  for (const Primitive& bolt : run.primitives()) {
    bolts.primitives.push_back(bolt);
    const std::vector<Vec2> arc = corners(bolt);
    for (std::size_t i = 1; i < arc.size(); ++i) {
      Primitive piece = bolt;
      piece.kind = PrimitiveKind::curve;
      piece.joined = i > 1;
      piece.curve = Curve{};
      piece.curve.p0 = arc[i - 1];
      piece.curve.hc = (arc[i - 1] + arc[i]) * 0.5F;
      piece.curve.p1 = arc[i];
      lines.primitives.push_back(piece);
    }
  }
  ASSERT_EQ(lines.primitives.size(), 32U + 3 * 16);
  const WorkingSpace space = make_working_space(PixelFormat{}, {});
  SceneBuilder of_bolts, of_lines;
  of_bolts.build(bolts, {}, space, size);
  of_lines.build(lines, {}, space, size);
  ASSERT_EQ(of_bolts.items().size(), 4U);
  ASSERT_EQ(of_bolts.segments().size(), of_lines.segments().size());
  for (std::size_t i = 0; i < of_bolts.segments().size(); ++i) {
    const Segment &bolt = of_bolts.segments()[i], &line = of_lines.segments()[i];
    EXPECT_EQ(bolt.item, line.item);
    EXPECT_EQ(bolt.start_end, line.start_end);
    EXPECT_EQ(bolt.end_end, line.end_end);
    EXPECT_EQ(bolt.start, line.start);
    EXPECT_EQ(bolt.direction, line.direction);
    EXPECT_EQ(bolt.length, line.length);
    EXPECT_EQ(bolt.bend, line.bend);
    EXPECT_EQ(bolt.along, line.along);
  }
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(of_bolts.items()[i].length, of_lines.items()[i].length);
    EXPECT_EQ(of_bolts.items()[i].half_width_end, of_lines.items()[i].half_width_end);
    EXPECT_EQ(of_bolts.items()[i].segment_count, of_lines.items()[i].segment_count);
  }
}

// The first octave moves the middle by a uniform number with variance amplitude^2 / 3; all octaves
// together move it by less than twice the amplitude.
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
  const double variance = 20.0 * 20.0 / 3;  // of a uniform number between -20 and 20
  EXPECT_NEAR(squares / seeds, variance, 4 * variance * std::sqrt(0.8 / seeds));
  EXPECT_LT(largest, 40);
  EXPECT_GT(largest, 20);
}

TEST(DrawElectric, ArcsJumpAtTheirRate) {  // ten frames and five jumps per second
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
  for (std::size_t i = 0; i < forward.size(); ++i) {  // rotated by half a turn, like its pair
    EXPECT_NEAR(forward[i].x + backward[i].x, 200, 1e-3);
    EXPECT_NEAR(forward[i].y + backward[i].y, 100, 1e-3);
  }
  EXPECT_NE(forward, points(drawn(R"({"branches": 0})", 0, pair(1, 3))));
}

TEST(DrawElectric, BranchesLeaveTheArcAndTaper) {
  const GraphRun alone = drawn(R"({"branches": 0, "octaves": 6, "width": 3})");
  const GraphRun run = drawn(R"({"branches": 4, "octaves": 6, "width": 3})");
  const std::vector<Primitive>& all = run.primitives();
  ASSERT_EQ(all.size(), 5U);
  const std::vector<Vec2> arc = points(alone);
  EXPECT_EQ(corners(all[0]), arc);
  for (std::size_t i = 1; i < all.size(); ++i) {
    const std::vector<Vec2> branch = corners(all[i]);
    ASSERT_EQ(branch.size(), 33U);
    const Vec2 root = branch.front();
    const bool on_arc = std::any_of(
        arc.begin(), arc.end(), [&](Vec2 p) { return std::hypot(p.x - root.x, p.y - root.y) < 4; });
    EXPECT_TRUE(on_arc) << root.x << " " << root.y;
    EXPECT_FLOAT_EQ(all[i].width, 3);
    EXPECT_FLOAT_EQ(all[i].width_end, 0);
    const Vec2 tip = branch.back();
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
  EXPECT_NEAR(std::abs(arc[1].y - 50), 20, 1e-3);  // a parabola's apex: half of 0.4 x 100 px
}

}  // namespace
}  // namespace overlace::test
