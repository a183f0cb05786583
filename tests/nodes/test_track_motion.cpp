// SPDX-License-Identifier: Apache-2.0
// track_motion: every parameter reaches the search.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"
#include "tests/tracking/painted_clip.h"

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

/// A dark box that walks over a grey ground, with a gap of 6 px between head and feet.
TEST(TrackMotion, PartsAboveOneAnotherAreJoined) {
  const auto boxes = [](const std::string& join) {
    TrackNode node("track_motion", R"({"padding": 0, "join": )" + join + "}");
    node.play_video = painted_clip(30, {200, 100}, [](int frame, int x, int y) {
      const int left = 10 + 4 * frame;
      const bool dark = x >= left && x < left + 15 && y >= 30 && y < 70 && (y < 48 || y >= 54);
      return dark ? Bgr{20, 20, 20} : Bgr{150, 150, 150};
    });
    const TrackTable found = node.make();
    const RowRange rows = found.rows(15);
    return std::vector<Box>(found.box.begin() + rows.begin, found.box.begin() + rows.end);
  };
  EXPECT_EQ(boxes("2").size(), 2U);
  const std::vector<Box> joined = boxes("10");
  ASSERT_EQ(joined.size(), 1U);
  EXPECT_NEAR(joined[0].y, 30, 2);
  EXPECT_NEAR(joined[0].height, 40, 3);
}

TEST(TrackMotion, SaysWhenThereAreNoPixels) {
  TrackNode node("track_motion");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
