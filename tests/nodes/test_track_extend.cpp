// SPDX-License-Identifier: Apache-2.0
// track_extend: boxes beyond both ends of a track.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Id 1 moves by 3 px right and 1 px up per frame in frames 5 to 15, and has an outline; id 2 has
/// one box in frame 19; one box has no id.
TrackTable scene() {
  std::vector<TrackRow> rows = {{19, 2, {100, 10, 8, 8}}, {10, no_id, {1, 1, 2, 2}}};
  for (std::int32_t f = 5; f <= 15; ++f) {
    const auto way = static_cast<float>(f - 5);
    rows.push_back({f, 1, {20 + 3 * way, 60 - way, 10, 20}, 0, 0.5F});
  }
  TrackTable table = make_track_table(rows, {"person"});
  table.outlines.put(0, std::vector<OutlinePoint>{{{20, 60}, 0}, {{30, 60}, 0}, {{30, 80}, 0}});
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

TrackTable extended(const TrackTable& input, const std::string& params) {
  TrackNode node("track_extend", params);
  node.context.clip.frame_count = 20;
  node.context.inputs = {&input};
  return node.make();
}

TEST(TrackExtend, GoesOnAtTheSpeedOfTheEnds) {
  const TrackTable table = extended(scene(), R"({"before": 3, "after": 2})");
  for (const std::int32_t frame : {2, 3, 4, 16, 17}) {
    const std::uint32_t row = row_of(table, frame, 1);
    ASSERT_NE(row, no_row) << frame;
    const auto way = static_cast<float>(frame - 5);
    EXPECT_NEAR(table.box[row].x, 20 + 3 * way, 1e-3) << frame;
    EXPECT_NEAR(table.box[row].y, 60 - way, 1e-3) << frame;
    EXPECT_EQ(table.box[row].width, 10);
    EXPECT_EQ(table.score[row], 0.5F);
  }
  EXPECT_EQ(row_of(table, 1, 1), no_row);
  EXPECT_EQ(row_of(table, 18, 1), no_row);
  const auto outline = table.outlines.of(row_of(table, 4, 1));
  ASSERT_EQ(outline.size(), 3U);
  EXPECT_NEAR(outline[0].at.x, 17, 1e-3);
  EXPECT_NEAR(outline[0].at.y, 61, 1e-3);
}

TEST(TrackExtend, EndsAtCuts) {
  TrackTable tracks = scene();
  tracks.cuts = {4, 17};
  const TrackTable table = extended(tracks, R"({"before": 3, "after": 3})");
  EXPECT_NE(row_of(table, 4, 1), no_row);
  EXPECT_EQ(row_of(table, 3, 1), no_row);
  EXPECT_NE(row_of(table, 16, 1), no_row);
  EXPECT_EQ(row_of(table, 17, 1), no_row);
}

TEST(TrackExtend, StaysWhereItIsAskedTo) {
  const TrackTable table = extended(scene(), R"({"before": 1, "after": 1, "motion": "stay"})");
  EXPECT_EQ(table.box[row_of(table, 4, 1)], (Box{20, 60, 10, 20}));
  EXPECT_EQ(table.box[row_of(table, 16, 1)], (Box{50, 50, 10, 20}));
}

TEST(TrackExtend, SpreadsOverBoth) {
  const TrackTable table = extended(scene(), R"({"before": 0, "after": 4, "motion": "spread"})");
  const Box& box = table.box[row_of(table, 19, 1)];  // from {50, 50} to {62, 46}
  EXPECT_NEAR(box.x, 50, 1e-3);
  EXPECT_NEAR(box.y, 46, 1e-3);
  EXPECT_NEAR(box.width, 22, 1e-3);
  EXPECT_NEAR(box.height, 24, 1e-3);
  EXPECT_EQ(table.box[row_of(table, 15, 1)], (Box{50, 50, 10, 20}));
}

TEST(TrackExtend, EndsWithTheClip) {
  const TrackTable table = extended(scene(), R"({"before": 100, "after": 100})");
  EXPECT_EQ(table.first_frame, 0);
  EXPECT_EQ(table.frame_count(), 20);
  for (std::int32_t frame = 0; frame < 20; ++frame) {
    EXPECT_NE(row_of(table, frame, 1), no_row) << frame;
    EXPECT_NE(row_of(table, frame, 2), no_row) << frame;
  }
  EXPECT_EQ(table.row_count(), 41U) << "objects without an id stay as they are";
}

TEST(TrackExtend, MarksWhatItAdded) {
  const TrackTable table = extended(scene(), R"({"before": 1, "after": 0})");
  ASSERT_EQ(table.attributes.size(), 1U);
  EXPECT_EQ(table.attributes[0].name, "extended");
  EXPECT_EQ(table.attributes[0].values[row_of(table, 4, 1)], 1);
  EXPECT_EQ(table.attributes[0].values[row_of(table, 5, 1)], 0);
  EXPECT_EQ(extended(scene(), R"({"attribute": ""})").attributes.size(), 0U);
}

}  // namespace
}  // namespace overlace::test
