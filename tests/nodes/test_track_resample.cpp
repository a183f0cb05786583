// SPDX-License-Identifier: Apache-2.0
// track_resample: other frame rates, worked out by hand. The clip has 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TrackTable resampled(std::vector<TrackRow> rows, const std::string& params) {
  TrackTable input = make_track_table(rows, {});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node("track_resample", params);
  node.context.inputs = {&input};
  return node.make();
}

std::vector<float> lefts(const TrackTable& table) {
  std::vector<float> x;
  for (const Box& box : table.box) x.push_back(box.x);
  return x;
}

TEST(TrackResample, FromFewerFramesPutsSomeBetween) {
  // At 4 fps, x = 0, 3, 6 at 0, 0.25, 0.5 s; the last one is shown until 0.75 s.
  const TrackTable table = resampled(walk(1, 0, 3), R"({"frame_rate": 4})");
  EXPECT_EQ(table.first_frame, 0);
  const std::vector<float> expected = {0, 1.2F, 2.4F, 3.6F, 4.8F, 6, 6, 6};
  ASSERT_EQ(table.row_count(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(table.box[i].x, expected[i], 1e-5) << i;
}

TEST(TrackResample, TheFirstFrameIsTheSameInBoth) {
  std::vector<TrackRow> rows = walk(1, 0, 3);
  for (TrackRow& row : rows) row.frame += 1001;
  TrackTable input = make_track_table(rows, {});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node("track_resample", R"({"frame_rate": 5})");
  node.context.clip.first_frame = 1001;
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  EXPECT_EQ(table.first_frame, 1001);
  EXPECT_EQ(lefts(table), (std::vector<float>{0, 1.5F, 3, 4.5F, 6, 6}));
}

TEST(TrackResample, FromMoreFramesTakesWhatIsThen) {
  EXPECT_EQ(lefts(resampled(walk(1, 0, 6), R"({"frame_rate": 20})")),
            (std::vector<float>{0, 6, 12}));
  EXPECT_EQ(lefts(resampled(walk(no_id, 0, 6), R"({"frame_rate": 20})")),
            (std::vector<float>{0, 6, 12}));
}

TEST(TrackResample, TheSameRateChangesNothing) {
  const TrackTable table = resampled(walk(7, 0, 5), R"({"frame_rate": 10})");
  EXPECT_EQ(lefts(table), (std::vector<float>{0, 3, 6, 9, 12}));
  EXPECT_EQ(table.id, std::vector<TrackId>(5, 7));
}

TEST(TrackResample, GapsAreJoinedWhenAsked) {
  auto rows = walk(1, 0, 6);
  std::erase_if(rows, [](const TrackRow& r) { return r.frame == 2 || r.frame == 3; });
  // At 5 fps a frame of the tracks is two of the clip: 0, 1, 4, 5 are each shown for two.
  EXPECT_EQ(resampled(rows, R"({"frame_rate": 5})").row_count(), 8U);
  EXPECT_EQ(lefts(resampled(rows, R"({"frame_rate": 5, "max_gap": 3})")),
            (std::vector<float>{0, 1.5F, 3, 4.5F, 6, 7.5F, 9, 10.5F, 12, 13.5F, 15, 15}));
}

TEST(TrackResample, RefusesARateThatLeadsPastAllFrames) {
  // Frame 16 million at 0.01 frames/s is frame 16 billion of a clip with 10 frames/s.
  const TrackTable table =
      make_track_table(std::vector<TrackRow>{{16'000'000, 1, {0, 0, 1, 1}}}, {});
  TrackNode node("track_resample", R"({"frame_rate": 0.01})");
  node.context.inputs = {&table};
  EXPECT_NE(node.refusal().find("is frame_rate right?"), std::string::npos);
}

TEST(TrackResample, RefusesARateThatLeadsBeforeAllFrames) {
  // A file with a frame_base of 16 million starts there, 16 billion frames before the clip's first.
  const TrackTable table =
      make_track_table(std::vector<TrackRow>{{-16'000'000, 1, {0, 0, 1, 1}}}, {});
  TrackNode node("track_resample", R"({"frame_rate": 0.01})");
  node.context.inputs = {&table};
  EXPECT_NE(node.refusal().find("reach past frame -16777216"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
