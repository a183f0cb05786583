// SPDX-License-Identifier: Apache-2.0
// track_place: each way to place a box, on its own.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// A 30 x 40 box at 10, 20 with an outline and a mask, in frame 5.
TrackTable scene() {
  TrackTable table = make_track_table(std::vector<TrackRow>{{5, 1, {10, 20, 30, 40}}}, {});
  table.outlines.put(0, std::vector<OutlinePoint>{{{10, 20}}, {{40, 20}}, {{40, 60}}});
  table.key_points.put(0, std::vector<KeyPoint>{{{12, 22}, 1, PointState::visible}});
  table.mask_runs.put(0, std::vector<std::uint32_t>{1, 3});
  table.mask_size = {{2, 2}};
  return table;
}

TrackTable placed(const std::string& params) {
  const TrackTable input = scene();
  TrackNode node("track_place", params);
  node.context.inputs = {&input};
  return node.make();
}

TEST(TrackPlace, MovesInTime) {
  EXPECT_EQ(placed(R"({"frames": 7})").rows(12).size(), 1U);
  EXPECT_EQ(placed(R"({"frames": -5})").rows(0).size(), 1U);
  EXPECT_EQ(placed(R"({"frames": 7})").mask_runs.of(0).size(), 2U);
}

TEST(TrackPlace, MovesAndScalesOverThePicture) {
  EXPECT_EQ(placed(R"({"x": 5, "y": -2})").box[0], (Box{15, 18, 30, 40}));
  EXPECT_EQ(placed(R"({"x": "5%"})").box[0], (Box{15, 20, 30, 40})) << "5 % of 100 px";
  EXPECT_EQ(placed(R"({"scale_x": 2, "scale_y": 0.5})").box[0], (Box{20, 10, 60, 20}));
  const TrackTable both = placed(R"({"scale_x": 2, "x": 1})");
  EXPECT_EQ(both.box[0], (Box{21, 20, 60, 40}));
  EXPECT_EQ(both.outlines.of(0)[1].at, (Vec2{81, 20}));
  EXPECT_EQ(both.key_points.of(0)[0].at, (Vec2{25, 22}));
  EXPECT_TRUE(both.mask_runs.of(0).empty()) << "a mask covers the whole picture";
}

/// A quarter turn puts the width of 40 along y, which grows by 3; the height along x grows by 2.
TEST(TrackPlace, TurnedBoxesGrowAlongTheirOwnSides) {
  const Box box{10, 20, 40, 30};
  TrackTable input = make_track_table(std::vector<TrackRow>{{0, 1, box}, {0, 2, box}}, {});
  input.rotation = {90, 0};
  TrackNode node("track_place", R"({"scale_x": 2, "scale_y": 3})");
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  EXPECT_EQ(table.box[0].center(), (Vec2{60, 105}));
  EXPECT_EQ(table.box[0].width, 120);
  EXPECT_EQ(table.box[0].height, 60);
  EXPECT_EQ(table.box[1], (Box{20, 60, 80, 90}));
  EXPECT_TRUE(node.said.empty());
  input.rotation = {45, 0};
  const float turn = node.make().rotation[0];
  EXPECT_GT(turn, 45) << "drawn out downwards";
  EXPECT_LT(turn, 56.4F) << "to no more than the direction of (2, 3)";
  ASSERT_FALSE(node.said.empty());
  EXPECT_NE(node.said.front().find("1 turned boxes became parallelograms"), std::string::npos);
}

TEST(TrackPlace, GrowsAndShrinks) {
  EXPECT_EQ(placed(R"({"grow": 3})").box[0], (Box{7, 17, 36, 46}));
  EXPECT_EQ(placed(R"({"grow": -18})").box[0], (Box{25, 38, 0, 4}));
}

}  // namespace
}  // namespace overlace::test
