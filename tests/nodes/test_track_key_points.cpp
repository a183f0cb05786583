// SPDX-License-Identifier: Apache-2.0
// track_key_points: every key point as an object.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"
#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TrackTable poses() {
  TrackTable table = tracks_of({{{.id = 4, .box = {0, 0, 9, 9}}, {.id = 5, .box = {0, 0, 9, 9}}},
                                {{.id = 4, .box = {0, 0, 9, 9}}}});
  for (std::uint32_t row = 0; row < 3; ++row) {
    const auto x = static_cast<float>(10 * row);
    table.key_points.put(row, std::vector<KeyPoint>{{{x, 1}, 0.9F, PointState::visible},
                                                    {{0, 0}, 0, PointState::absent},
                                                    {{x, 3}, 0.4F, PointState::hidden}});
  }
  table.skeleton = {0, 0, 0};
  table.skeletons = {{"object", {"head", "hand", "foot"}, {}}};
  return table;
}

TrackTable points_of(const TrackTable& table, const std::string& params = "{}") {
  TrackNode node("track_key_points", params);
  node.context.inputs = {&table};
  return node.make();
}

TEST(TrackKeyPoints, AbsentOnesAreNoThings) {
  const TrackTable points = points_of(poses());
  ASSERT_EQ(points.row_count(), 6U);
  EXPECT_EQ(points.box[1], (Box{0, 3, 0, 0}));
  EXPECT_EQ(points.box[2], (Box{10, 1, 0, 0}));
  EXPECT_EQ(points.class_names, (std::vector<std::string>{"head", "foot"}));
  EXPECT_EQ(points.score[0], 0.9F);
}

TEST(TrackKeyPoints, AreTheSameThingsInEveryFrame) {
  const TrackTable points = points_of(poses());
  EXPECT_EQ(points.id[4], points.id[0]);
  EXPECT_EQ(points.id[5], points.id[1]);
  EXPECT_NE(points.id[0], points.id[1]);
  EXPECT_NE(points.id[0], points.id[2]);
  EXPECT_EQ(points.attributes.at(0).values, (std::vector<float>{4, 4, 5, 5, 4, 4}));
}

TEST(TrackKeyPoints, ObjectsWithoutAnyMayBePointsThemselves) {
  TrackTable mixed = tracks_of({{{.id = 4, .box = {0, 0, 8, 6}}, {.id = 5, .box = {20, 0, 9, 9}}}});
  mixed.key_points.put(1, std::vector<KeyPoint>{{{30, 1}, 0.9F, PointState::visible}});
  mixed.key_points.put(0, {});
  const TrackTable points = points_of(mixed, R"({"fallback": true})");
  ASSERT_EQ(points.row_count(), 2U);
  EXPECT_EQ(points.box[0], (Box{4, 3, 0, 0}));
  EXPECT_EQ(points.class_names.at(static_cast<std::size_t>(points.class_index[0])), "object");
  EXPECT_EQ(points.class_names.at(static_cast<std::size_t>(points.class_index[1])), "point 0");
  EXPECT_EQ(points_of(mixed).row_count(), 1U);
}

TEST(TrackKeyPoints, CanBeChosen) {
  EXPECT_EQ(points_of(poses(), R"({"points": ["foot"]})").row_count(), 3U);
  EXPECT_EQ(points_of(poses(), R"({"hidden": false})").row_count(), 3U);
  EXPECT_EQ(points_of(poses(), R"({"min_score": 0.5})").row_count(), 3U);
}

}  // namespace
}  // namespace overlace::test
