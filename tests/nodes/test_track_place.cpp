// SPDX-License-Identifier: Apache-2.0
// track_place: each way to place a box, alone.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// A box at 10, 20 of 30 x 40 with an outline and a mask, in frame 5.
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

TEST(TrackPlace, GrowsAndShrinks) {
  EXPECT_EQ(placed(R"({"grow": 3})").box[0], (Box{7, 17, 36, 46}));
  EXPECT_EQ(placed(R"({"grow": -18})").box[0], (Box{25, 38, 0, 4}));
}

}  // namespace
}  // namespace overlace::test
