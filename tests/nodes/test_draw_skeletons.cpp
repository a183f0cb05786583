// SPDX-License-Identifier: Apache-2.0
// draw_skeletons: bones and joints of hand-made tracks, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Points at (50, 20), absent, (50, 80), and hidden at (150, 80), with bones 0-1, 0-2 and 2-3.
TrackTable pose() {
  TrackTable table = tracks_of({{{.box = {50, 20, 100, 60}}}});
  table.key_points.put(0, std::vector<KeyPoint>{{{50, 20}, 0.9F, PointState::visible},
                                                {{0, 0}, 0, PointState::absent},
                                                {{50, 80}, 0.8F, PointState::visible},
                                                {{150, 80}, 0.2F, PointState::hidden}});
  table.skeleton = {0};
  table.skeletons = {{"object", {"a", "b", "c", "d"}, {{0, 1}, {0, 2}, {2, 3}, {3, 9}}}};
  return table;
}

GraphRun drawn(const std::string& params, TrackTable tracks) {
  GraphRun run(R"("pose": {"type": "draw_skeletons", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["pose"])", std::move(tracks));
  run.draw();
  return run;
}

TEST(DrawSkeletons, AbsentPointsAreNeverDrawn) {
  const GraphRun run = drawn(R"({"bone_width": 4, "joint_size": 10, "color": "#fff"})", pose());
  EXPECT_EQ(run.primitives().size(), 2U + 3U) << "bones 0-2 and 2-3, and three joints";
  EXPECT_EQ(run.picture().at(50, 50, 0), 255);
  EXPECT_EQ(run.picture().at(25, 10, 0), 0) << "on the way to the absent point's (0, 0)";
  EXPECT_EQ(run.picture().at(1, 1, 0), 0);
}

TEST(DrawSkeletons, HiddenPointsAreFaint) {
  const GraphRun run = drawn(
      R"({"bone_width": 4, "joint_size": 0, "color": "#fff", "hidden_opacity": 0.5})", pose());
  EXPECT_EQ(run.picture().at(50, 50, 0), 255);
  EXPECT_NEAR(run.picture().at(100, 80, 0), 128, 1);
  EXPECT_EQ(drawn(R"({"joint_size": 0, "hidden_opacity": 0})", pose()).primitives().size(), 1U);
}

TEST(DrawSkeletons, UnsurePointsCanBeLeftOut) {
  EXPECT_EQ(drawn(R"({"min_score": 0.5})", pose()).primitives().size(), 1U + 2U);
}

TEST(DrawSkeletons, LimbsHaveTheirColours) {
  const GraphRun run = drawn(
      R"({"bone_width": 4, "joint_size": 0, "hidden_opacity": 1, "limb_colors": ["#00f", "#f00"]})",
      pose());
  EXPECT_EQ(run.picture().at(50, 50, 0), 255) << "the second bone";
  EXPECT_EQ(run.picture().at(50, 50, 2), 0);
  EXPECT_EQ(run.picture().at(100, 80, 2), 255) << "the third takes the first colour again";
  EXPECT_THROW(drawn(R"({"limb_colors": ["rde"]})", pose()), Error);
}

TEST(DrawSkeletons, SidesHaveTheirColours) {
  TrackTable table = pose();
  table.skeletons[0].points = {"neck", "x", "left_hip", "right_hip"};  // bones: left, across
  const std::string look = R"("bone_width": 4, "joint_size": 0, "hidden_opacity": 1)";
  const GraphRun run =
      drawn("{" + look + R"(, "color": "#0f0", "sides": ["#f00", "#00f"]})", std::move(table));
  EXPECT_EQ(run.picture().at(50, 50, 0), 255) << "neck to left_hip";
  EXPECT_EQ(run.picture().at(100, 80, 1), 255) << "hip to hip";
  EXPECT_EQ(run.picture().at(100, 80, 0) + run.picture().at(100, 80, 2), 0);
  EXPECT_THROW(drawn(R"({"sides": ["#f00"]})", pose()), Error);
}

}  // namespace
}  // namespace overlace::test
