// SPDX-License-Identifier: Apache-2.0
// track_motion: every parameter reaches the search.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TrackTable boxes_with(const std::string& params) {
  TrackNode node("track_motion", params);
  node.play_video = walking_box(30);
  return node.make();
}

TEST(TrackMotion, FindsTheWalker) {
  const TrackTable found = boxes_with(R"({"padding": 0})");
  ASSERT_EQ(found.rows(15).size(), 1U);
  const Box& b = found.box[found.rows(15).begin];
  EXPECT_NEAR(b.x, 70, 2);
  EXPECT_NEAR(b.y, 40, 2);
  EXPECT_NEAR(b.width, 15, 3);
  EXPECT_NEAR(b.height, 30, 3);
  EXPECT_EQ(found.id[0], no_id);
}

TEST(TrackMotion, ItsParametersMatter) {
  EXPECT_EQ(boxes_with(R"({"threshold": 100})").row_count(), 0U);
  EXPECT_EQ(boxes_with(R"({"min_area": 0.1})").row_count(), 0U);
  EXPECT_EQ(boxes_with(R"({"max_area": 0.001})").row_count(), 0U);
  const TrackTable padded = boxes_with(R"({"padding": "10%"})");
  EXPECT_NEAR(padded.box[padded.rows(15).begin].height, 50, 3);
  EXPECT_NEAR(boxes_with(R"({"padding": 10})").box[15].height, 50, 3);
}

TEST(TrackMotion, SaysWhenThereAreNoPixels) {
  TrackNode node("track_motion");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
