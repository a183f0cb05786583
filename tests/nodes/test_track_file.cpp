// SPDX-License-Identifier: Apache-2.0
// track_file: the reader's result, unchanged.
#include <gtest/gtest.h>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

TEST(TrackFile, ReadsItsPath) {
  TrackNode node("track_file", R"({"path": "people.txt"})");
  std::string asked;
  node.context.read_tracks = [&](const std::string& path) {
    asked = path;
    return make_track_table(walk(7, 10, 3), {});
  };
  EXPECT_EQ(node.make().id, (std::vector<TrackId>{7, 7, 7}));
  EXPECT_EQ(asked, "people.txt");
}

TEST(TrackFile, AsksForAFileWhenThereIsNone) {
  TrackNode node("track_file");
  EXPECT_NE(node.refusal().find("--tracks"), std::string::npos);
}

TEST(TrackFile, HasNobodyWhereNoFileIsRequired) {
  EXPECT_EQ(TrackNode("track_file", R"({"required": false})").make().row_count(), 0U);
}

}  // namespace
}  // namespace overlace::test
