// SPDX-License-Identifier: Apache-2.0
// track_input: a file unchanged, detections with added ids, or motion.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"
#include "tests/tracking/painted_clip.h"

namespace overlace::test {
namespace {

TrackTable read_with(const std::string& params, const std::vector<TrackRow>& rows) {
  TrackNode node("track_input", params);
  node.context.read_tracks = [&](const std::string&) { return make_track_table(rows, {}); };
  return node.make();
}

TEST(TrackInput, KeepsTheIdsOfAFile) {
  const TrackTable table = read_with(R"({"path": "a.txt"})", walk(77, 10, 5));
  EXPECT_EQ(table.id, std::vector<TrackId>(5, 77));
}

TEST(TrackInput, AddsIdsToDetections) {
  const auto rows = walk(no_id, 10, 10);
  EXPECT_EQ(read_with(R"({"path": "a.txt"})", rows).id, std::vector<TrackId>(10, 1));
  EXPECT_EQ(read_with(R"({"path": "a.txt", "associate": false})", rows).id,
            std::vector<TrackId>(10, no_id));
}

TEST(TrackInput, KeepsDetectionsThatBelongToNothing) {
  const auto rows = walk(no_id, 10, 10) + walk(no_id, 150, 1);  // one is seen once, far away
  const TrackTable table = read_with(R"({"path": "a.txt"})", rows);
  EXPECT_EQ(table.row_count(), 11U);
  EXPECT_EQ(std::ranges::count(table.id, no_id), 1);
}

TEST(TrackInput, LeavesOutLowScores) {
  const auto rows = walk(1, 10, 4, -1, 0.3F) + walk(2, 50, 4, -1, 0.8F) + walk(3, 70, 4);
  const TrackTable table = read_with(R"({"path": "a.txt", "min_score": 0.5})", rows);
  EXPECT_EQ(table.row_count(), 8U);
  EXPECT_EQ(read_with(R"({"path": "a.txt"})", rows).row_count(), 12U);
  const auto loose = walk(no_id, 10, 10, -1, 0.3F) + walk(no_id, 50, 10, -1, 0.8F);
  EXPECT_EQ(read_with(R"({"path": "a.txt", "min_score": 0.5})", loose).row_count(), 10U);
}

TEST(TrackInput, WithoutAFileFollowsWhatMoves) {
  TrackNode node("track_input");
  node.play_video = walking_box(30);
  const TrackTable table = node.make();
  EXPECT_EQ(table.row_count(), 30U);
  EXPECT_EQ(std::set(table.id.begin(), table.id.end()), std::set<TrackId>{1});
  ASSERT_EQ(node.said.size(), 2U);
  EXPECT_NE(node.said[0].find("camera"), std::string::npos);
}

TEST(TrackInput, SaysWhereTheClipIsCut) {
  TrackNode node("track_input");
  node.play_video = painted_clip(40, {200, 100}, [](int f, int x, int y) {
    return block_texture((f < 20 ? x : x + 3000) / 2, y / 2);
  });
  EXPECT_EQ(node.make().cuts, std::vector<std::int32_t>{20});
  EXPECT_EQ(std::ranges::count(node.said, "1 cut, at frame 20: tracks end there"), 1);
}

TEST(TrackInput, SaysWhatToDoWhereTheCameraCannotBeFollowed) {
  TrackNode node("track_input");
  node.context.node = "people";
  node.play_video = painted_clip(30, {200, 100}, [](int f, int x, int y) {
    return block_texture(x + 800 * (f * 7919 % 101), y + 80 * (f * 31 % 17));
  });
  EXPECT_EQ(node.make().row_count(), 0U);
  ASSERT_EQ(node.said.size(), 3U);
  EXPECT_NE(node.said[1].find("frames 0 to 29"), std::string::npos) << node.said[1];
  for (const char* const advice :
       {"--set people.find=features", "--model FILE.onnx", "--tracks FILE"})
    EXPECT_NE(node.said[1].find(advice), std::string::npos) << node.said[1];
}

TEST(TrackInput, LooksForWhatItIsAskedTo) {
  const auto found = [](const std::string& params) {
    TrackNode node("track_input", params);
    node.play_video = painted_clip(12, {200, 100}, [](int f, int x, int y) {
      const bool lamp = x >= 40 + f && x < 60 + f && y >= 40 && y < 60;
      return lamp ? Bgr{255, 255, 255} : block_texture(x - f, y);
    });
    TrackTable table = node.make();
    return std::pair(std::move(table), node.said.front());
  };
  const auto [corners, about_corners] = found(R"({"find": "features"})");
  EXPECT_GT(corners.rows(5).size(), 20U);
  EXPECT_NE(about_corners.find("corners"), std::string::npos);
  const auto [lamps, about_lamps] = found(R"({"find": "blobs"})");
  ASSERT_EQ(lamps.row_count(), 12U);
  EXPECT_EQ(lamps.id, std::vector<TrackId>(12, 1));
  EXPECT_EQ(lamps.box[0], (Box{40, 40, 20, 20}));
  EXPECT_NE(about_lamps.find("bright"), std::string::npos);
  const auto [people, about_people] = found(R"({"find": "people"})");
  EXPECT_EQ(people.row_count(), 0U);
  EXPECT_NE(about_people.find("people"), std::string::npos);
}

TEST(TrackInput, SaysThatAFileReplacesFoundPoints) {
  const auto said = [](const std::string& params) {
    TrackNode node("track_input", params);
    node.context.read_tracks = [](const std::string&) {
      return make_track_table(walk(1, 10, 5), {});
    };
    static_cast<void>(node.make());
    return node.said;
  };
  for (const auto& [find, what] :
       {std::pair("features", "corners"), std::pair("blobs", "bright")}) {
    const auto notes = said(fmt::format(R"({{"path": "a.txt", "find": "{}"}})", find));
    ASSERT_EQ(notes.size(), 1U) << find;
    EXPECT_NE(notes[0].find(what), std::string::npos) << notes[0];
    EXPECT_NE(notes[0].find("--tracks"), std::string::npos) << notes[0];
  }
  EXPECT_TRUE(said(R"({"path": "a.txt"})").empty());
  EXPECT_TRUE(said(R"({"path": "a.txt", "find": "people"})").empty());
}

TEST(TrackInput, SaysWhenNothingIsPossible) {
  TrackNode node("track_input");
  const std::string message = node.refusal();
  EXPECT_NE(message.find("neither tracks nor pixels"), std::string::npos);
  EXPECT_NE(message.find("--tracks"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
