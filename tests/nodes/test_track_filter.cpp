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

TEST(TrackFilter, RefusesWhatItCannotMean) {
  const TrackTable input = scene();
  for (const char* params : {R"({"classes": ["persn"]})", R"({"ids": ["x"]})",
                             R"({"ids": ["9-2"]})", R"({"ids": ["-"]})"}) {
    TrackNode node("track_filter", params);
    node.context.inputs = {&input};
    EXPECT_FALSE(node.refusal().empty()) << params;
  }
  TrackNode node("track_filter", R"({"classes": ["persn"]})");
  node.context.inputs = {&input};
  EXPECT_NE(node.refusal().find("person"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
