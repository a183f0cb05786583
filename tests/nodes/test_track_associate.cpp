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
  EXPECT_EQ(node.said[0], "40 of 40 detections are tracked: 2 objects");
}

TEST(TrackAssociate, ItsParametersMatter) {
  using Ids = std::set<TrackId>;
  const auto weak = walk(no_id, 10, 20, -1, 0.3F);
  EXPECT_EQ(ids_after("{}", weak), Ids{});
  EXPECT_EQ(ids_after(R"({"high_score": 0.2})", weak), Ids{}) << "new_score is 0.7";
  EXPECT_EQ(ids_after(R"({"high_score": 0.2, "new_score": 0.2})", weak), Ids{1});
  EXPECT_EQ(ids_after(R"({"high_score": 0.2, "new_score": 0.2, "min_score": 0.4})", weak), Ids{1})
      << "high_score decides alone above min_score";

  auto two_scores = walk(no_id, 10, 20, -1, 0.95F) + walk(no_id, 200, 20, -1, 0.75F);
  EXPECT_EQ(ids_after("{}", two_scores), (Ids{1, 2}));
  two_scores = two_scores + walk(no_id, 300, 20, -1, 0.95F) + walk(no_id, 400, 20, -1, 0.95F) +
               walk(no_id, 500, 20, -1, 0.95F);
  EXPECT_EQ(ids_after("{}", two_scores), (Ids{1, 2, 3, 4}));
  EXPECT_EQ(ids_after(R"({"new_share": 1})", two_scores), (Ids{1, 2, 3, 4, 5}));

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

TEST(TrackAssociate, OverlapsMatter) {
  using Ids = std::set<TrackId>;
  // A box 4 of 10 px off overlaps a box that stood still by 6 / 14 = 0.43.
  const auto jump = [](float later_score) {
    std::vector<TrackRow> rows;
    for (int f = 0; f < 20; ++f)
      rows.push_back(
          {f, no_id, {f < 10 ? 10.0F : 14.0F, 10, 10, 20}, -1, f < 10 ? 0.9F : later_score});
    return rows;
  };
  const auto boxes_after = [](const std::string& params, const std::vector<TrackRow>& rows) {
    TrackNode node("track_associate", params);
    const TrackTable input = make_track_table(rows, {});
    node.context.inputs = {&input};
    return node.make().row_count();
  };
  EXPECT_EQ(boxes_after("{}", jump(0.3F)), 10U);
  EXPECT_EQ(boxes_after(R"({"low_overlap": 0.4})", jump(0.3F)), 20U);

  // 9.9 of 10 px aside: an overlap of 0.1 / 19.9, and of 6.1 / 25.9 = 0.24 of boxes that are grown
  // to 16 px, of which 0.15 is enough. Times a score of 0.61 it is too little.
  auto far = jump(0.61F);
  for (TrackRow& row : far)
    if (row.frame >= 10) row.box.x = 19.9F;
  const auto ids_with = [&](const std::string& params) {
    return ids_after(R"({"new_score": 0.5)" + params + "}", far);
  };
  EXPECT_EQ(ids_with(""), Ids{1});
  EXPECT_EQ(ids_with(R"(, "fuse_score": true)"), (Ids{1, 2}));
  EXPECT_EQ(ids_with(R"(, "fuse_score": true, "min_overlap": 0.004)"), (Ids{1, 2}));
  EXPECT_EQ(ids_with(R"(, "fuse_score": true, "min_overlap": 0.002)"), Ids{1})
      << "0.1 / 19.9 * 0.61";
}

TEST(TrackAssociate, EmbeddingsMatter) {
  // Hidden for 15 frames, then 27 px from the constant-velocity prediction: out of reach of boxes
  // enlarged to three times their width.
  std::vector<TrackRow> rows;
  for (int f = 0; f < 40; ++f)
    if (f < 10 || f >= 25)
      rows.push_back({f, no_id, {f < 10 ? 2.0F * static_cast<float>(f) : 77, 40, 10, 20}});
  TrackTable input = make_track_table(rows, {});
  input.embedding_size = 2;
  for (std::uint32_t r = 0; r < input.row_count(); ++r)
    input.embedding.insert(input.embedding.end(), {1, r < 10 ? 0.0F : 0.5F});  // cosine 0.89
  const auto objects = [&](const std::string& params) {
    TrackNode node("track_associate", params);
    node.context.inputs = {&input};
    const TrackTable table = node.make();
    return std::set(table.id.begin(), table.id.end()).size();
  };
  EXPECT_EQ(objects("{}"), 1U);
  EXPECT_EQ(objects(R"({"appearance": 0})"), 2U);
  EXPECT_EQ(objects(R"({"min_similarity": 0.95})"), 2U);
}

}  // namespace
}  // namespace overlace::test
