// SPDX-License-Identifier: Apache-2.0
// draw_trails: the path of hand-made tracks, in a picture of 200 x 100 px.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// An object of 10 x 10 px whose centre is at `center` in each frame.
TrackTable path(const std::vector<Vec2>& centers) {
  std::vector<std::vector<TrackRow>> frames;
  for (const Vec2 c : centers) frames.push_back({{.id = 3, .box = {c.x - 5, c.y - 5, 10, 10}}});
  return tracks_of(frames);
}

/// 8 px a frame to the right, frames 0 to 19.
TrackTable straight_path() {
  std::vector<Vec2> centers;
  for (int i = 0; i < 20; ++i) centers.push_back({10 + 8.0F * static_cast<float>(i), 50});
  return path(centers);
}

GraphRun drawn(const std::string& params, TrackTable tracks, std::int32_t frame) {
  GraphRun run(R"("trails": {"type": "draw_trails", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["trails"])", std::move(tracks));
  run.draw(frame);
  return run;
}

constexpr const char* plain =
    R"({"frames": 10, "step": 2, "anchor": "center", "width": 4, "width_end": 4, "opacity": 1, "fade": false})";

TEST(DrawTrails, ReachesBackAsFarAsItsLength) {
  const GraphRun run = drawn(plain, straight_path(), 15);
  ASSERT_FALSE(run.primitives().empty());
  EXPECT_EQ(run.primitives().front().curve.p0, (Vec2{130, 50}));  // frame 15
  EXPECT_EQ(run.primitives().back().curve.p1, (Vec2{50, 50}));    // frame 5
  EXPECT_GT(run.picture().at(100, 50, 1), 200);
  EXPECT_EQ(run.picture().at(40, 50, 1), 0);
  EXPECT_EQ(run.picture().at(140, 50, 1), 0);
}

TEST(DrawTrails, SegmentsAreJoinedIntoOneSmoothLine) {
  std::vector<Vec2> circle;
  for (int i = 0; i < 12; ++i) {
    const float angle = 0.25F * static_cast<float>(i);
    circle.push_back({100 + 30 * std::cos(angle), 50 + 30 * std::sin(angle)});
  }
  const GraphRun run = drawn(plain, path(circle), 11);
  const std::vector<Primitive>& segments = run.primitives();
  ASSERT_GT(segments.size(), 3U);
  EXPECT_FALSE(segments.front().joined);
  for (std::size_t i = 1; i < segments.size(); ++i) {
    EXPECT_TRUE(segments[i].joined);
    const Curve &a = segments[i - 1].curve, &b = segments[i].curve;
    EXPECT_EQ(a.p1, b.p0);
    EXPECT_EQ(segments[i - 1].width_end, segments[i].width);
    EXPECT_EQ(segments[i - 1].stroke_end, segments[i].stroke);
    const Vec2 in = a.p1 - a.hc, out = b.hc - b.p0;  // tangents: w is 1
    EXPECT_NEAR(in.x * out.y - in.y * out.x, 0, 1e-2) << "no corner at joint " << i;
    EXPECT_GT(in.x * out.x + in.y * out.y, 0);
    EXPECT_NEAR(std::hypot(b.p0.x - 100, b.p0.y - 50), 30, 1.0) << "on the circle";
  }
}

TEST(DrawTrails, FadesAndTapersWithAge) {
  const GraphRun run =
      drawn(R"({"frames": 10, "anchor": "center", "width": 6, "width_end": 1, "opacity": 0.8})",
            straight_path(), 15);
  const Primitive &first = run.primitives().front(), &last = run.primitives().back();
  EXPECT_FLOAT_EQ(first.width, 6);
  EXPECT_FLOAT_EQ(last.width_end, 1);
  EXPECT_FLOAT_EQ(first.stroke.a, 0.8F);
  EXPECT_NEAR(last.stroke_end.a, 0, 1e-6);
  for (const Primitive& p : run.primitives()) {
    EXPECT_GT(p.stroke.a, p.stroke_end.a);
    EXPECT_GT(p.width, p.width_end);
  }
}

TEST(DrawTrails, StandsStillWhileTheThingMovesOn) {
  const GraphRun before = drawn(plain, straight_path(), 14),
                 after = drawn(plain, straight_path(), 15);
  // Frames 6, 8 and 10 lie within both trails; the line bends at the same places.
  for (const float x : {58.0F, 74.0F, 90.0F})
    for (const GraphRun* run : {&before, &after}) {
      int found = 0;
      for (const Primitive& p : run->primitives()) found += p.curve.hc == Vec2{x, 50} ? 1 : 0;
      EXPECT_EQ(found, 1) << x;
    }
}

TEST(DrawTrails, OutlivesItsThing) {
  EXPECT_FALSE(drawn(plain, straight_path(), 24).primitives().empty());
  EXPECT_EQ(drawn(plain, straight_path(), 24).primitives().back().curve.p1, (Vec2{122, 50}));
  EXPECT_TRUE(drawn(plain, straight_path(), 29).primitives().empty());
}

TEST(DrawTrails, NeedsAnIdAndAPast) {
  EXPECT_TRUE(drawn(plain, straight_path(), 0).primitives().empty());
  TrackTable nameless = path({{10, 10}, {20, 10}});
  nameless.id = {no_id, no_id};
  EXPECT_TRUE(drawn(plain, std::move(nameless), 1).primitives().empty());
}

TEST(DrawTrails, AThingAtRestHasNone) {
  EXPECT_TRUE(drawn(plain, path({{50, 50}, {50, 50}, {50, 50}}), 2).primitives().empty());
}

}  // namespace
}  // namespace overlace::test
