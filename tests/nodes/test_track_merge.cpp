// SPDX-License-Identifier: Apache-2.0
// track_merge: ids, classes and columns of several tables.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

class Merge {
 public:
  explicit Merge(const std::string& params = "{}") : node_("track_merge", params) {}
  TrackTable of(const TrackTable& a, const TrackTable& b) {
    node_.context.inputs = {&a, &b};
    return node_.make();
  }
  [[nodiscard]] const std::vector<std::string>& said() const { return node_.said; }

 private:
  TrackNode node_;
};

using Ids = std::vector<TrackId>;

TEST(TrackMerge, KeepsIdsApart) {
  const TrackTable a = make_track_table(walk(1, 0, 1) + walk(2, 30, 1), {});
  const TrackTable b = make_track_table(walk(2, 60, 2) + walk(7, 80, 1) + walk(no_id, 90, 1), {});
  const TrackTable both = Merge().of(a, b);
  // 7 is free and kept; 2 is taken and becomes the lowest free id.
  EXPECT_EQ(both.id, (Ids{1, 2, 3, 7, no_id, 3}));
}

TEST(TrackMerge, JoinsIdsWhenAsked) {
  const TrackTable a = make_track_table(walk(1, 0, 2), {});
  const TrackTable b = make_track_table(walk(1, 50, 3), {});
  Merge merge(R"({"ids": "joined"})");
  const TrackTable both = merge.of(a, b);
  EXPECT_EQ(both.id, (Ids{1, 1, 1}));
  EXPECT_EQ(both.box[1].y, 0) << "the earlier input's box stays";
  EXPECT_EQ(both.box[2].y, 50);
  ASSERT_EQ(merge.said().size(), 1U);
  EXPECT_EQ(merge.said()[0].substr(0, 7), "2 boxes");
}

TEST(TrackMerge, ClassesGoByName) {
  const TrackTable a = make_track_table(walk(1, 0, 1, 0) + walk(2, 20, 1, 1), {"person", "car"});
  const TrackTable b = make_track_table(walk(3, 40, 1, 0) + walk(4, 60, 1, -1), {"car"});
  const TrackTable both = Merge().of(a, b);
  EXPECT_EQ(both.class_names, (std::vector<std::string>{"person", "car"}));
  EXPECT_EQ(both.class_index, (std::vector<std::int32_t>{0, 1, 1, -1}));
  const TrackTable unnamed = make_track_table(walk(5, 80, 1, 3), {});
  EXPECT_EQ(Merge().of(a, unnamed).class_names.back(), "3");
  EXPECT_EQ(Merge().of(unnamed, unnamed).class_index, (std::vector<std::int32_t>{3, 3}));
}

TEST(TrackMerge, LeavesOutWhatAnEarlierInputHas) {
  const TrackTable a = make_track_table(walk(1, 0, 2, 0), {"person", "car"});
  // 10 x 20 px boxes, 5 px apart: they share 15 x 10 of 25 x 10 px, 0.6.
  const TrackTable b = make_track_table(walk(1, 5, 2, 0) + walk(2, 5, 2, 1), {"person", "car"});
  EXPECT_EQ(Merge().of(a, b).row_count(), 6U);
  EXPECT_EQ(Merge(R"({"max_overlap": 0.61})").of(a, b).row_count(), 6U);
  EXPECT_EQ(Merge(R"({"max_overlap": 0.59})").of(a, b).row_count(), 4U) << "cars are no persons";
}

TEST(TrackMerge, ColumnsOfOneNameBecomeOne) {
  TrackTable a = make_track_table(walk(1, 0, 1), {}, {{"heat", {5}}});
  TrackTable b = make_track_table(walk(2, 0, 1), {}, {{"heat", {6}}, {"team", {0}, {"blue"}}});
  TrackTable c = make_track_table(walk(3, 0, 1), {}, {{"team", {1}, {"red", "blue"}}});
  a.rotation = {30};
  b.embedding = {1, 2};
  b.embedding_size = 2;
  c.embedding = {1};
  c.embedding_size = 1;
  b.key_points.put(0, std::vector<KeyPoint>{{{1, 2}, 1, PointState::visible}});
  b.skeletons = {{"man", {"head"}, {}}};
  b.skeleton = {0};
  TrackNode node("track_merge");
  node.context.inputs = {&a, &b, &c};
  const TrackTable all = node.make();
  ASSERT_EQ(all.attributes.size(), 2U);
  EXPECT_EQ(all.attributes[0].values[1], 6);
  EXPECT_TRUE(std::isnan(all.attributes[0].values[2]));
  EXPECT_EQ(all.attributes[1].texts[static_cast<std::size_t>(all.attributes[1].values[1])], "blue");
  EXPECT_EQ(all.attributes[1].texts[static_cast<std::size_t>(all.attributes[1].values[2])], "blue");
  EXPECT_EQ(all.rotation, (std::vector<float>{30, 0, 0}));
  EXPECT_EQ(all.skeleton, (std::vector<std::int32_t>{-1, 0, -1}));
  EXPECT_EQ(all.key_points.of(1).size(), 1U);
  EXPECT_EQ(all.embedding_of(1)[1], 2);
  EXPECT_TRUE(std::isnan(all.embedding_of(2)[0])) << "of another size";
  EXPECT_EQ(node.said.size(), 1U);
}

TEST(TrackMerge, EmptyInputs) {
  const TrackTable none;
  const TrackTable one = make_track_table(walk(4, 0, 2), {});
  EXPECT_EQ(Merge().of(none, one).id, (Ids{4, 4}));
  EXPECT_EQ(Merge().of(none, none).row_count(), 0U);
}

TEST(TrackMerge, AClassWithoutANameGoesByItsNumber) {
  const TrackTable a = make_track_table(walk(1, 0, 1, 1), {"", "person"});
  const TrackTable b = make_track_table(walk(2, 40, 1, 0) + walk(3, 60, 1, 2), {"", "car", ""});
  const TrackTable both = Merge().of(a, b);
  EXPECT_EQ(both.class_names, (std::vector<std::string>{"person", "0", "2"}));
  EXPECT_EQ(both.class_index, (std::vector<std::int32_t>{0, 1, 2}));
}

}  // namespace
}  // namespace overlace::test
