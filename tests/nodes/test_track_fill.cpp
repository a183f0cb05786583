// SPDX-License-Identifier: Apache-2.0
// track_fill: boxes in gaps, and their other columns.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Id 1 in frames 0 and 4, id 2 in frames 0, 1 and 9, and one box without an id.
TrackTable scene() {
  TrackTable table = make_track_table(std::vector<TrackRow>{{0, 1, {10, 0, 10, 20}, 0, 0.2F},
                                                            {0, 2, {50, 0, 10, 10}},
                                                            {0, no_id, {90, 0, 5, 5}},
                                                            {1, 2, {52, 0, 10, 10}},
                                                            {4, 1, {50, 40, 30, 20}, 0, 0.6F},
                                                            {9, 2, {60, 0, 10, 10}}},
                                      {"person"}, {{"speed_limit", {1, 2, 3, 4, 5, 6}}});
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

TrackTable filled(const TrackTable& input, const std::string& params) {
  TrackNode node("track_fill", params);
  node.context.inputs = {&input};
  return node.make();
}

TEST(TrackFill, PutsBoxesOnTheStraightWay) {
  const TrackTable table = filled(scene(), "{}");
  ASSERT_EQ(table.row_count(), 6U + 3U + 7U);
  const std::uint32_t row = row_of(table, 1, 1);
  ASSERT_NE(row, no_row);
  EXPECT_EQ(table.box[row], (Box{20, 10, 15, 20}));
  EXPECT_FLOAT_EQ(table.score[row], 0.3F);
  EXPECT_EQ(table.class_index[row], 0);
  EXPECT_EQ(table.attributes[0].values[row], 1) << "of the nearer box";
  EXPECT_EQ(table.attributes[0].values[row_of(table, 3, 1)], 5);
}

TEST(TrackFill, MarksWhatItAdded) {
  const TrackTable table = filled(scene(), "{}");
  ASSERT_EQ(table.attributes[1].name, "filled");
  EXPECT_EQ(table.attributes[1].values[row_of(table, 0, 1)], 0);
  EXPECT_EQ(table.attributes[1].values[row_of(table, 2, 1)], 1);
  EXPECT_EQ(table.attributes[1].values[row_of(table, 4, 1)], 0);
  EXPECT_EQ(filled(scene(), R"({"attribute": "guess"})").attributes[1].name, "guess");
  EXPECT_EQ(filled(scene(), R"({"attribute": ""})").attributes.size(), 1U);
}

TEST(TrackFill, LeavesLongGaps) {
  // The gap of id 1 is 3 frames, that of id 2 is 7.
  EXPECT_EQ(filled(scene(), R"({"max_gap": 6})").row_count(), 9U);
  EXPECT_EQ(filled(scene(), R"({"max_gap": 3})").row_count(), 9U);
  EXPECT_EQ(filled(scene(), R"({"max_gap": 2})").row_count(), 6U);
}

TEST(TrackFill, TakesShapesAlong) {
  TrackTable table =
      make_track_table(std::vector<TrackRow>{{0, 1, {0, 0, 10, 10}}, {4, 1, {40, 0, 20, 10}}}, {});
  table.rotation = {170, -170};
  const auto seen = PointState::visible;
  table.key_points.put(0, std::vector<KeyPoint>{{{2, 2}, 1, seen}, {{5, 5}, 1, seen}});
  table.key_points.put(1, std::vector<KeyPoint>{{{42, 6}, 1, seen}, {}});
  table.skeleton = {-1, -1};
  table.outlines.put(0, std::vector<OutlinePoint>{{{0, 0}}, {{10, 0}}, {{10, 10}}});
  table.mask_runs.put(0, std::vector<std::uint32_t>{0, 4});
  table.mask_size = {{2, 2}, {0, 0}};
  table.embedding = {1, 2};
  table.embedding_size = 1;
  finish_tracks(table, {.frame_rate = {10}});
  const TrackTable all = filled(table, "{}");
  const std::uint32_t row = all.rows(1).begin;
  EXPECT_EQ(all.box[row], (Box{10, 0, 12.5F, 10}));
  EXPECT_FLOAT_EQ(all.rotation[row], 175);
  EXPECT_EQ(all.key_points.of(row)[0].at, (Vec2{12, 3}));
  EXPECT_EQ(all.key_points.of(row)[1].state, PointState::absent);
  EXPECT_EQ(all.outlines.of(row)[1].at, (Vec2{22.5F, 0})) << "stretched with the box";
  EXPECT_EQ(all.embedding_of(row)[0], 1);
  EXPECT_TRUE(all.mask_runs.of(row).empty());
  EXPECT_EQ(all.mask_runs.of(0).size(), 2U);
  EXPECT_EQ(all.key_points.of(0)[1].at, (Vec2{5, 5}));
}

TEST(TrackFill, ItsMarkTakesThePlaceOfTextsOfThatName) {
  TrackTable table =
      make_track_table(std::vector<TrackRow>{{0, 1, {10, 0, 10, 20}}, {2, 1, {50, 40, 30, 20}}}, {},
                       {{"filled", {0, 0}, {"glass"}}});
  finish_tracks(table, {.frame_rate = {10}});
  const TrackTable whole = filled(table, "{}");
  ASSERT_EQ(whole.attributes.size(), 1U);
  EXPECT_TRUE(whole.attributes[0].texts.empty());
  EXPECT_EQ(whole.attributes[0].values, (std::vector<float>{0, 1, 0}));
}

}  // namespace
}  // namespace overlace::test
