// SPDX-License-Identifier: Apache-2.0
// track_associate: every parameter reaches the association.
#include <gtest/gtest.h>

#include <set>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

std::set<TrackId> ids_after(const std::string& params, const std::vector<TrackRow>& rows) {
  TrackNode node("track_associate", params);
  const TrackTable input = make_track_table(rows, {});
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  return {table.id.begin(), table.id.end()};
}

std::vector<TrackRow> without(std::vector<TrackRow> rows, int from, int to) {
  std::erase_if(rows, [&](const TrackRow& r) { return r.frame >= from && r.frame < to; });
  return rows;
}

TEST(TrackAssociate, GivesIdsAndSaysHowMany) {
  TrackNode node("track_associate");
  const TrackTable input = make_track_table(walk(no_id, 10, 20) + walk(no_id, 60, 20), {});
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  EXPECT_EQ(std::set(table.id.begin(), table.id.end()), (std::set<TrackId>{1, 2}));
  ASSERT_EQ(node.said.size(), 1U);
  EXPECT_EQ(node.said[0], "40 of 40 detections are tracked: 2 things");
}

TEST(TrackAssociate, ItsParametersMatter) {
  using Ids = std::set<TrackId>;
  const auto weak = walk(no_id, 10, 20, -1, 0.3F);
  EXPECT_EQ(ids_after("{}", weak), Ids{});
  EXPECT_EQ(ids_after(R"({"high_score": 0.2})", weak), Ids{1});
  EXPECT_EQ(ids_after(R"({"high_score": 0.2, "min_score": 0.4})", weak), Ids{1})
      << "high_score decides alone above min_score";

  const auto gap = without(walk(no_id, 10, 40), 10, 20);
  EXPECT_EQ(ids_after("{}", gap), Ids{1});
  EXPECT_EQ(ids_after(R"({"max_gap": 3})", gap), (Ids{1, 2}));

  const auto short_walk = walk(no_id, 10, 2);
  EXPECT_EQ(ids_after("{}", short_walk), Ids{});
  EXPECT_EQ(ids_after(R"({"min_hits": 2})", short_walk), Ids{1});
  EXPECT_EQ(ids_after(R"({"keep_untracked": true})", short_walk), Ids{no_id});

  auto two_classes = walk(no_id, 10, 20, 1);
  for (TrackRow& row : two_classes)
    if (row.frame >= 10) row.class_index = 2;
  EXPECT_EQ(ids_after("{}", two_classes), (Ids{1, 2}));
  EXPECT_EQ(ids_after(R"({"per_class": false})", two_classes), Ids{1});
}

}  // namespace
}  // namespace overlace::test
