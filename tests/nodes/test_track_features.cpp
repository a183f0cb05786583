// SPDX-License-Identifier: Apache-2.0
// track_features: every parameter reaches the search.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"
#include "tests/tracking/painted_clip.h"

namespace overlace::test {
namespace {

/// A textured world that moves by 2 px per frame for 12 frames, then is blank for one.
TrackTable found(const std::string& params) {
  TrackNode node("track_features", params);
  node.play_video = painted_clip(13, {200, 100}, [](int f, int x, int y) {
    return f == 12 ? Bgr{0, 0, 0} : block_texture(x - 2 * f, y);
  });
  return node.make();
}

std::size_t points(const std::string& params) {
  return found(params).rows(5).size();
}

TEST(TrackFeatures, FollowsTheWorld) {
  const TrackTable table = found("{}");
  EXPECT_GT(table.rows(5).size(), 20U);
  EXPECT_EQ(table.rows(12).size(), 0U);
  EXPECT_EQ(table.box[0].width, 1.2F) << "1.2 % of 100 px";
}

TEST(TrackFeatures, ItsParametersMatter) {
  EXPECT_EQ(points(R"({"max_count": 7})"), 7U);
  EXPECT_LT(points(R"({"quality": 0.8})"), points("{}") / 2);
  EXPECT_LT(points(R"({"min_distance": 30})"), points("{}") / 2);
  EXPECT_EQ(points(R"({"max_error": 0})"), 0U) << "nothing returns exactly";
  EXPECT_EQ(points(R"({"min_length": 13})"), 0U);
  EXPECT_EQ(points(R"({"min_travel": 30})"), 0U) << "they go 22 px";
  EXPECT_GT(points(R"({"min_travel": "10%"})"), 0U);
  EXPECT_EQ(found(R"({"size": 8})").box[0].width, 8);
  EXPECT_NE(found(R"({"window": "20%"})").box, found("{}").box);
  // Points leave on the right; only a refresh finds new ones on the left.
  const auto leftmost = [](const TrackTable& table) {
    float x = 200;
    for (std::uint32_t r = table.rows(11).begin; r < table.rows(11).end; ++r)
      x = std::min(x, table.box[r].x);
    return x;
  };
  EXPECT_LT(leftmost(found(R"({"refresh": 1, "min_length": 1})")),
            leftmost(found(R"({"refresh": 1000})")) - 8);
}

TEST(TrackFeatures, SaysWhenThereAreNoPixels) {
  TrackNode node("track_features");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
