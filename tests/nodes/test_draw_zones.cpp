// SPDX-License-Identifier: Apache-2.0
// draw_zones: where lines and their arrows are, in a picture of 200 x 100 px.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& points, const std::string& params) {
  GraphRun run(
      R"("line": {"type": "track_line", "inputs": {"tracks": "tracks"}, "params": {"points": )" +
          points + R"(}},
                   "zones": {"type": "draw_zones", "inputs": {"tracks": "line"}, "params": )" +
          params + "}",
      R"(["zones"])", tracks_of({{{.id = 1, .box = {0, 0, 9, 9}}}}));
  run.draw();
  return run;
}

TEST(DrawZones, PaintsTheLineWithItsWidth) {
  const GraphRun run = drawn(R"(["20 50", "180 50"])",
                             R"({"stroke_width": 4, "arrow": 0, "color": "#f00", "opacity": 1})");
  ASSERT_EQ(run.primitives().size(), 1U);
  for (const int x : {30, 100, 170}) {
    EXPECT_EQ(run.picture().at(x, 49, 0), 255) << x;
    EXPECT_EQ(run.picture().at(x, 51, 0), 255) << x;
    EXPECT_EQ(run.picture().at(x, 46, 0), 0) << x;
    EXPECT_EQ(run.picture().at(x, 53, 0), 0) << x;
  }
}

// From left to right inwards is down; the arrow is 20 px long and its head 10 px wide at its root.
TEST(DrawZones, TheArrowPointsInwards) {
  constexpr const char* look = R"({"stroke_width": 2, "arrow": 20, "color": "#fff", "opacity": 1})";
  const GraphRun down = drawn(R"(["20 50", "180 50"])", look);
  const GraphRun up = drawn(R"(["180 50", "20 50"])", look);
  EXPECT_EQ(down.picture().at(100, 63, 0), 255);
  EXPECT_EQ(down.picture().at(100, 72, 0), 0);
  EXPECT_EQ(down.picture().at(96, 62, 0), 255);
  EXPECT_EQ(down.picture().at(100, 40, 0), 0);
  EXPECT_EQ(up.picture().at(100, 37, 0), 255);
  EXPECT_EQ(up.picture().at(100, 60, 0), 0);
}

// The middle of an L with legs of 80 and 40 px is 60 px from its first point.
TEST(DrawZones, TheArrowStandsInTheMiddleOfABentLine) {
  const GraphRun run =
      drawn(R"(["20 20", "100 20", "100 60"])", R"({"stroke_width": 2, "arrow": 20})");
  const auto& list = run.primitives();
  ASSERT_EQ(list.size(), 4U);  // two legs, shaft, head
  EXPECT_EQ(list[2].curve.p0.x, 80);
  EXPECT_EQ(list[3].curve.p1, (Vec2{80, 40}));
}

TEST(DrawZones, FollowsASeries) {
  const GraphRun run =
      drawn(R"(["20 50", "180 50"])",
            R"({"arrow": 0, "stroke_width": {"series": "line.total", "from": [0, 1],
                                                              "to": [7, 9]}})");
  EXPECT_EQ(run.primitives().at(0).width, 7);
}

}  // namespace
}  // namespace overlace::test
