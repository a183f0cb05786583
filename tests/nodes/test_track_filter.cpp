// SPDX-License-Identifier: Apache-2.0
// track_filter: each condition alone, and together.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Ids 1 (person, score 0.9, 10 frames), 2 (car, 0.4, 5 frames), 9 (person, no score, 5 frames).
TrackTable scene() {
  TrackTable table = make_track_table(
      walk(1, 0, 10, 0, 0.9F) + walk(2, 30, 5, 1, 0.4F) + walk(9, 60, 5, 0), {"person", "car"});
  for (std::uint32_t r = 0; r < table.row_count(); ++r)
    if (table.id[r] == 2) table.box[r].width = 100;
  return table;
}

std::string kept(const std::string& params) {
  const TrackTable input = scene();
  TrackNode node("track_filter", params);
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  std::set<TrackId> ids(table.id.begin(), table.id.end());
  std::string text;
  for (const TrackId id : ids) text += std::to_string(id) + " ";
  return text;
}

TEST(TrackFilter, EmptyKeepsAll) {
  EXPECT_EQ(kept("{}"), "1 2 9 ");
}

TEST(TrackFilter, ChoosesByEachCondition) {
  EXPECT_EQ(kept(R"({"classes": ["car"]})"), "2 ");
  EXPECT_EQ(kept(R"({"classes": ["0"]})"), "1 9 ");
  EXPECT_EQ(kept(R"({"ids": ["2-9"]})"), "2 9 ");
  EXPECT_EQ(kept(R"({"ids": ["1", "9"]})"), "1 9 ");
  EXPECT_EQ(kept(R"({"min_score": 0.5})"), "1 9 ");
  EXPECT_EQ(kept(R"({"min_area": 0.05})"), "2 ");
  EXPECT_EQ(kept(R"({"min_length": 6})"), "1 ");
  EXPECT_EQ(kept(R"({"min_length": 5, "classes": ["person"], "ids": ["9"]})"), "9 ");
}

TEST(TrackFilter, ChoosesByShape) {
  // Of 200 x 100: 10 x 20 is 1 %, 100 x 20 is 10 %; the aspect ratios are 0.5 and 5.
  EXPECT_EQ(kept(R"({"max_area": 0.05})"), "1 9 ");
  EXPECT_EQ(kept(R"({"min_aspect": 1})"), "2 ");
  EXPECT_EQ(kept(R"({"max_aspect": 1})"), "1 9 ");
  EXPECT_EQ(kept(R"({"max_aspect": 1, "invert": true})"), "2 ");
}

/// The number of boxes kept of a walk in frames 0 to 9 at x = 0, 3, 6 …, 10 x 20 px, at y = 0.
std::uint32_t boxes_in(const std::string& params) {
  const TrackTable input = make_track_table(walk(1, 0, 10), {});
  TrackNode node("track_filter", params);
  node.context.inputs = {&input};
  return node.make().row_count();
}

TEST(TrackFilter, KeepsWhatIsInTheZone) {
  // Centres are at x = 5, 8 … 32 and y = 10.
  EXPECT_EQ(boxes_in(R"({"zone": ["0 0", "10 0", "10 50", "0 50"]})"), 2U);
  EXPECT_EQ(boxes_in(R"({"zone": ["0% 0%", "5% 0%", "5% 50%", "0% 50%"]})"), 2U);
  EXPECT_EQ(boxes_in(R"({"zone": ["0 0", "10 0", "10 50", "0 50"], "invert": true})"), 8U);
  // The lower edge, y = 20, is in none of them.
  EXPECT_EQ(boxes_in(R"({"zone": ["0 0", "10 0", "10 15", "0 15"], "anchor": "bottom"})"), 0U);
  // An hourglass with its waist at (20, 25): at y = 10 it extends from x = 8 to x = 32.
  EXPECT_EQ(boxes_in(R"({"zone": ["0 0", "40 0", "0 50", "40 50"]})"), 8U);
}

TEST(TrackFilter, KeepsWhatAnExpressionHoldsFor) {
  EXPECT_EQ(boxes_in(R"({"where": "x > 10"})"), 8U);  // centres at 5, 8, 11 …
  EXPECT_EQ(boxes_in(R"({"where": "x > 10 && frame < 5"})"), 3U);
  EXPECT_EQ(boxes_in(R"({"where": "frame < 5"})"), 5U);
  EXPECT_EQ(boxes_in(R"({"where": "0 / 0"})"), 0U);
  EXPECT_EQ(boxes_in(R"({"where": "x > 10", "invert": true})"), 2U);
}

/// An untracked detection beside a track of three boxes, and two such detections alone.
TEST(TrackFilter, LeavesOutWhatIsNotTrackedWhereSomethingIs) {
  const auto left_of = [](const TrackTable& input) {
    TrackNode node("track_filter", R"({"tracked": true})");
    node.context.inputs = {&input};
    return node.make().id;
  };
  const std::vector<TrackRow> stray = walk(no_id, 1, 1), track = walk(4, 0, 3);
  EXPECT_EQ(left_of(make_track_table(track + stray, {})), (std::vector<TrackId>{4, 4, 4}));
  EXPECT_EQ(left_of(make_track_table(stray + stray, {})), (std::vector<TrackId>{no_id, no_id}));
}

TEST(TrackFilter, RefusesWhatItCannotMean) {
  const TrackTable input = scene();
  for (const char* params :
       {R"({"classes": ["persn"]})", R"({"ids": ["x"]})", R"({"ids": ["9-2"]})",
        R"({"ids": ["-"]})", R"({"zone": ["1 2", "3 4"]})", R"({"zone": ["1 2", "3 4", "5"]})",
        R"({"zone": ["1 2", "3 4", "5 x"]})", R"({"zone": ["1 2", "3 4", "5 6 7"]})",
        R"({"where": "sped > 3"})", R"({"where": "x >"})"}) {
    EXPECT_FALSE(refusal_of("track_filter", params, input).empty()) << params;
  }
  EXPECT_NE(refusal_of("track_filter", R"({"classes": ["persn"]})", input).find("person"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace::test
