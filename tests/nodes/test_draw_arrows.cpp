// SPDX-License-Identifier: Apache-2.0
// draw_arrows: start and end of arrows of an object at (60, 50), at 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A 20 x 20 px object that moves by (3, 4) px per frame, 50 px/s, and one that stands still.
GraphRun arrows(const std::string& params) {
  std::vector<std::vector<TrackRow>> frames(3);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const auto n = static_cast<float>(f);
    frames[f] = {{.id = 1, .box = {47 + 3 * n, 36 + 4 * n, 20, 20}},
                 {.id = 2, .box = {150, 10, 8, 8}}};
  }
  TrackTable table = tracks_of(frames);
  finish_tracks(table, {.frame_rate = {10}});
  GraphRun run(R"("arrows": {"type": "draw_arrows", "inputs": {"tracks": "tracks"},
                   "params": {"width": 2, "color": "#f00", )" +
                   params + "}}",
               R"(["arrows"])", std::move(table));
  run.draw(1);
  return run;
}

void expect_way(const GraphRun& run, Vec2 from, Vec2 to) {
  ASSERT_EQ(run.primitives().size(), 2U) << "a line and a head; what stands has none";
  const Vec2 tail = run.primitives()[0].curve.p0, tip = run.primitives()[1].curve.p1;
  EXPECT_NEAR(tail.x, from.x, 1e-3F);
  EXPECT_NEAR(tail.y, from.y, 1e-3F);
  EXPECT_NEAR(tip.x, to.x, 1e-3F);
  EXPECT_NEAR(tip.y, to.y, 1e-3F);
}

TEST(DrawArrows, VelocityIsAsFarAsTheObjectComes) {
  expect_way(arrows(R"("seconds": 0.5)"), {60, 50}, {75, 70});
  expect_way(arrows(R"("seconds": 0.5, "gap": 10, "anchor": "bottom")"), {66, 68}, {81, 88});
}

TEST(DrawArrows, AHeadingHasALengthOfItsOwn) {
  expect_way(arrows(R"("vector": "heading", "length": 25)"), {60, 50}, {75, 70});
}

TEST(DrawArrows, SlowObjectsHaveNone) {
  EXPECT_TRUE(arrows(R"("min_speed": 51)").primitives().empty());
  EXPECT_EQ(arrows(R"("min_speed": 49)").primitives().size(), 2U);
}

TEST(DrawArrows, AnyAngle) {
  const GraphRun run = arrows(R"("vector": "angle", "length": 30, "angle": {"expr": "id * 90"})");
  ASSERT_EQ(run.primitives().size(), 4U);
  EXPECT_NEAR(run.primitives()[1].curve.p1.y, 80, 1e-3F) << "90 degrees: down";
  EXPECT_NEAR(run.primitives()[1].curve.p1.x, 60, 1e-3F);
  EXPECT_NEAR(run.primitives()[3].curve.p1.x, 154 - 30, 1e-3F) << "180 degrees: left";
}

TEST(DrawArrows, AHeadIsATriangle) {
  const GraphRun run = arrows(R"("vector": "angle", "length": 40, "head": 20, "angle": 0)");
  // From (80, 50), where it is 18 px wide, to (100, 50).
  EXPECT_EQ(run.picture().at(81, 43, 0), 255);
  EXPECT_EQ(run.picture().at(81, 56, 0), 255);
  EXPECT_EQ(run.picture().at(95, 44, 0), 0);
  EXPECT_EQ(run.picture().at(70, 44, 0), 0);
}

TEST(DrawArrows, HeadsAndTailsHaveStyles) {
  const GraphRun run = arrows(
      R"("vector": "angle", "length": 40, "head": 20, "angle": 0,
         "head_style": "bar", "tail_style": "dot")");
  // A bar 18 px high at (100, 50), a 20 px dot at (60, 50), and a line along the whole length.
  EXPECT_EQ(run.picture().at(100, 43, 0), 255);
  EXPECT_EQ(run.picture().at(95, 43, 0), 0) << "no triangle";
  EXPECT_EQ(run.picture().at(60, 42, 0), 255);
  EXPECT_EQ(run.picture().at(68, 43, 0), 0) << "beside the dot, 10.7 px from its middle";
  EXPECT_EQ(run.picture().at(90, 50, 0), 255);
}

}  // namespace
}  // namespace overlace::test
