// SPDX-License-Identifier: Apache-2.0
// track_skeleton: sets of key points, with the counts and bones that their publishers state.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "graph/data/skeletons.h"
#include "tests/nodes/harness.h"
#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Rows with these numbers of key points.
TrackTable bodies(const std::vector<std::size_t>& counts) {
  std::vector<TrackRow> rows(counts.size(), TrackRow{.id = 1, .box = {0, 0, 10, 10}});
  TrackTable table = tracks_of({rows});
  for (std::uint32_t row = 0; row < counts.size(); ++row)
    table.key_points.put(row, std::vector<KeyPoint>(counts[row]));
  return table;
}

TrackTable named(const TrackTable& table, const std::string& set) {
  TrackNode node("track_skeleton", fmt::format(R"({{"set": "{}"}})", set));
  node.context.inputs = {&table};
  return node.make();
}

TEST(TrackSkeleton, NamesThePointsOfRowsThatFit) {
  const TrackTable table = named(bodies({21, 17, 0, 21}), "hand21");
  ASSERT_EQ(table.skeleton.size(), 4U);
  const std::int32_t hand = table.skeleton[0];
  ASSERT_GE(hand, 0);
  EXPECT_EQ(table.skeleton, (std::vector<std::int32_t>{hand, -1, -1, hand}));
  const Skeleton& skeleton = table.skeletons.at(static_cast<std::size_t>(hand));
  EXPECT_EQ(skeleton.points.front(), "wrist");
  EXPECT_EQ(skeleton.points.at(8), "index_4");
}

TEST(TrackSkeleton, AKnownSkeletonIsNotAddedAgain) {
  TrackTable given = bodies({17});
  given.skeletons = {coco_skeleton()};
  given.skeleton = {-1};
  const TrackTable table = named(given, "coco17");
  EXPECT_EQ(table.skeletons.size(), 1U);
  EXPECT_EQ(table.skeleton.at(0), 0);
}

TEST(TrackSkeleton, NamesOfAFileCanBeKept) {
  TrackTable given = bodies({17, 17, 17, 0});
  given.skeletons = {{"robot", std::vector<std::string>(17, "bolt"), {}}, {"nameless", {}, {}}};
  given.skeleton = {0, 1, -1, -1};
  TrackNode node("track_skeleton", R"({"set": "coco17", "keep_names": true})");
  node.context.inputs = {&given};
  const TrackTable table = node.make();
  EXPECT_EQ(table.skeletons.at(2).points.front(), "nose");
  EXPECT_EQ(table.skeleton, (std::vector<std::int32_t>{0, 2, 2, -1}));
}

TEST(TrackSkeleton, OthersCanBeLeftOut) {
  const TrackTable given = bodies({17, 21, 0, 21});
  TrackNode node("track_skeleton", R"({"set": "hand21", "only": true})");
  node.context.inputs = {&given};
  const TrackTable table = node.make();
  ASSERT_EQ(table.row_count(), 2U);
  for (std::uint32_t row = 0; row < 2; ++row) {
    EXPECT_EQ(table.key_points.of(row).size(), 21U);
    EXPECT_EQ(table.skeleton.at(row), 0);
  }
  EXPECT_NE(node.said.at(0).find("1 rows have another number"), std::string::npos);
}

TEST(TrackSkeleton, EverySetIsWhole) {
  struct Set {
    const char* name;
    std::size_t points, parts;  ///< groups that no bone connects
  };
  for (const auto& [name, points, parts] :
       {Set{"coco17", 17, 1}, Set{"coco133", 133, 12}, Set{"halpe26", 26, 2}, Set{"body25", 25, 1},
        Set{"mpii16", 16, 1}, Set{"mediapipe33", 33, 3}, Set{"hand21", 21, 1},
        // In the mesh, 128 points are on nine contours; the irises are two more, with eight points.
        Set{"face68", 68, 9}, Set{"facemesh468", 468, 9 + 468 - 128},
        Set{"facemesh478", 478, 11 + 478 - 136}}) {
    SCOPED_TRACE(name);
    const TrackTable table = named(bodies({points}), name);
    ASSERT_EQ(table.skeleton.at(0), 0) << "a row of so many points has it";
    const Skeleton& skeleton = table.skeletons.at(0);
    ASSERT_EQ(skeleton.points.size(), points);
    EXPECT_EQ(std::set(skeleton.points.begin(), skeleton.points.end()).size(), points);
    // In the end, points connected by bones, directly or not, have the same number.
    std::vector<std::size_t> part(points);
    for (std::size_t i = 0; i < points; ++i) part[i] = i;
    for (std::size_t round = 0; round < points; ++round)
      for (const auto [from, to] : skeleton.bones) {
        ASSERT_LT(std::max(from, to), points);
        part[from] = part[to] = std::min(part[from], part[to]);
      }
    EXPECT_EQ(std::set(part.begin(), part.end()).size(), parts);
  }
}

TEST(TrackSkeleton, TheFaceMeshHasMediaPipesContours) {
  // len(FACEMESH_CONTOURS) and len(FACEMESH_IRISES), MediaPipe 0.10; no duplicate edges.
  for (const auto& [irises, edges] : {std::pair(false, 124U), {true, 124U + 8U}}) {
    std::set<std::pair<int, int>> bones;
    for (const auto [from, to] : face_mesh_skeleton(irises).bones) bones.insert({from, to});
    EXPECT_EQ(bones.size(), edges);
  }
}

TEST(TrackSkeleton, BothSidesOfABodyAreAlike) {
  for (const Skeleton& skeleton : {coco_skeleton(), halpe_26_skeleton(), mpii_16_skeleton(),
                                   body_25_skeleton(), pose_33_skeleton()}) {
    std::set<std::set<std::string>> bones;
    for (const auto [from, to] : skeleton.bones)
      bones.insert({skeleton.points[from], skeleton.points[to]});
    const auto other = [](std::string name) {
      for (const auto& [side, opposite] : {std::pair{"left", "right"}, std::pair{"right", "left"}})
        if (const std::size_t at = name.find(side); at != name.npos)
          return name.replace(at, std::string(side).size(), opposite);
      return name;
    };
    for (const auto& bone : bones) {
      std::set<std::string> mirrored;
      for (const std::string& point : bone) mirrored.insert(other(point));
      EXPECT_TRUE(bones.contains(mirrored)) << skeleton.name << ": " << *bone.begin();
    }
  }
}

}  // namespace
}  // namespace overlace::test
