// SPDX-License-Identifier: Apache-2.0
// track_part: shares of boxes, straight and rotated.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TrackTable part_of(const TrackTable& table, const std::string& params) {
  TrackNode node("track_part", params);
  node.context.inputs = {&table};
  return node.make();
}

TrackTable one_box(const Box& box) {
  return make_track_table(std::vector<TrackRow>{{0, 7, box}}, {});
}

TEST(TrackPart, KeepsTheSharesOnEverySide) {
  const TrackTable table = one_box({100, 200, 50, 80});
  EXPECT_EQ(part_of(table, "{}").box[0], (Box{100, 200, 50, 80}));
  EXPECT_EQ(part_of(table, R"({"top": 0.25})").box[0], (Box{100, 200, 50, 20}));
  EXPECT_EQ(part_of(table, R"({"bottom": 0.25})").box[0], (Box{100, 260, 50, 20}));
  EXPECT_EQ(part_of(table, R"({"left": 0.5})").box[0], (Box{100, 200, 25, 80}));
  EXPECT_EQ(part_of(table, R"({"right": 0.5})").box[0], (Box{125, 200, 25, 80}));
  EXPECT_EQ(part_of(table, R"({"left": 0.75, "right": 0.75, "top": 0.5})").box[0],
            (Box{112.5, 200, 25, 40}));
  EXPECT_EQ(part_of(table, R"({"top": 0.25})").id[0], 7);
}

TEST(TrackPart, ARotatedBoxIsCutAlongItsOwnSides) {
  TrackTable table = one_box({0, 0, 40, 20});
  table.rotation = {90};  // clockwise: its top is now at the right, x = 20 + 10
  const TrackTable part = part_of(table, R"({"top": 0.5})");
  EXPECT_NEAR(part.box[0].center().x, 25, 1e-4);
  EXPECT_NEAR(part.box[0].center().y, 10, 1e-4);
  EXPECT_EQ(part.box[0].width, 40);
  EXPECT_EQ(part.box[0].height, 10);
  EXPECT_EQ(part.rotation[0], 90);
}

TEST(TrackPart, KeepsPointsInsideAndNoShapes) {
  TrackTable table = one_box({0, 0, 40, 100});
  table.key_points.put(0, std::vector<KeyPoint>{{{20, 10}, 1, PointState::visible},
                                                {{20, 90}, 1, PointState::visible}});
  table.outlines.put(0, std::vector<OutlinePoint>{{{0, 0}}, {{40, 0}}, {{20, 100}}});
  const TrackTable part = part_of(table, R"({"top": 0.2})");
  EXPECT_EQ(part.key_points.of(0)[0].state, PointState::visible);
  EXPECT_EQ(part.key_points.of(0)[1].state, PointState::absent);
  EXPECT_TRUE(part.outlines.empty());
}

TEST(TrackPart, RefusesSharesThatDoNotMeet) {
  const TrackTable table = one_box({0, 0, 40, 100});
  TrackNode node("track_part", R"({"top": 0.2, "bottom": 0.3})");
  node.context.inputs = {&table};
  EXPECT_NE(node.refusal().find("do not meet"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
