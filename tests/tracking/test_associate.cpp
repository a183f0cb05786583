// SPDX-License-Identifier: Apache-2.0
// Association on tracks whose truth is known, and on real detections.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "io/tracks/reader.h"
#include "tracking/associate.h"

namespace overlace {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// Builds detections and remembers, in attribute "truth", whose each is.
class Scene {
 public:
  void see(std::int32_t frame, int truth, Box box, float score = unknown, int class_index = -1) {
    rows_.push_back({frame, no_id, box, class_index, score});
    truth_.push_back(static_cast<float>(truth));
  }
  [[nodiscard]] TrackTable table() const {
    return make_track_table(rows_, {}, {{"truth", truth_}});
  }

 private:
  std::vector<TrackRow> rows_;
  std::vector<float> truth_;
};

Box box_at(double x, double y) {
  return {static_cast<float>(x), static_cast<float>(y), 30, 80};
}

/// The ids that each truth was given.
std::map<int, std::set<TrackId>> ids_of(const TrackTable& table) {
  std::map<int, std::set<TrackId>> ids;
  for (std::uint32_t r = 0; r < table.row_count(); ++r)
    ids[static_cast<int>(table.attributes[0].values[r])].insert(table.id[r]);
  return ids;
}

void expect_unique_in_frames(const TrackTable& table) {
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange rows = table.rows(table.first_frame + f);
    std::set<TrackId> ids;
    for (std::uint32_t r = rows.begin; r < rows.end; ++r)
      EXPECT_TRUE(ids.insert(table.id[r]).second) << "frame " << f << " id " << table.id[r];
  }
}

TEST(Associate, CrossingWalkersKeepTheirIds) {
  Scene scene;
  for (int f = 0; f < 60; ++f) {
    // The order of detections changes from frame to frame.
    const Box a = box_at(100 + 5 * f, 100);
    const Box b = box_at(400 - 5 * f, 130);
    if (f % 2 == 0) scene.see(f, 1, a);
    scene.see(f, 2, b);
    if (f % 2 == 1) scene.see(f, 1, a);
  }
  const TrackTable tracks = associate(scene.table(), {});
  EXPECT_EQ(tracks.row_count(), 120U);
  EXPECT_EQ(ids_of(tracks), (std::map<int, std::set<TrackId>>{{1, {1}}, {2, {2}}}));
}

TEST(Associate, AnIdBeginsWithTheFirstDetection) {
  Scene scene;
  for (int f = 5; f < 15; ++f) scene.see(f, 1, box_at(10 * f, 50));
  const TrackTable tracks = associate(scene.table(), {.min_hits = 5});
  ASSERT_EQ(tracks.row_count(), 10U);
  EXPECT_EQ(tracks.first_frame, 5);
  EXPECT_EQ(tracks.id[0], 1);
}

TEST(Associate, BridgesGapsUpToTheLimitAndInventsNothing) {
  for (const int gap : {5, 20}) {
    Scene scene;
    for (int f = 0; f < 60; ++f)
      if (f < 20 || f >= 20 + gap) scene.see(f, 1, box_at(4 * f, 50));
    const TrackTable tracks = associate(scene.table(), {.max_gap = 10});
    EXPECT_EQ(tracks.row_count(), 60U - static_cast<unsigned>(gap));
    EXPECT_EQ(tracks.rows(22).size(), 0U);
    EXPECT_EQ(ids_of(tracks).at(1).size(), gap <= 10 ? 1U : 2U) << gap;
  }
}

TEST(Associate, FlickeringFalseAlarmsMakeNoTrack) {
  Scene scene;
  for (int f = 0; f < 30; ++f) {
    scene.see(f, 1, box_at(4 * f, 50));
    if (f % 10 == 0) scene.see(f, 2, box_at(500, 300));
  }
  EXPECT_EQ(ids_of(associate(scene.table(), {})).count(2), 0U);
  const TrackTable all = associate(scene.table(), {.keep_untracked = true});
  EXPECT_EQ(all.row_count(), 33U);
  EXPECT_EQ(ids_of(all).at(2), std::set<TrackId>{no_id});
}

TEST(Associate, UnsureDetectionsContinueButDoNotBegin) {
  Scene scene;
  for (int f = 0; f < 30; ++f) {
    scene.see(f, 1, box_at(4 * f, 50), f >= 10 && f < 20 ? 0.3F : 0.9F);
    scene.see(f, 2, box_at(4 * f, 300), 0.3F);
    scene.see(f, 3, box_at(4 * f, 500), 0.05F);
  }
  const TrackTable tracks = associate(scene.table(), {});
  EXPECT_EQ(tracks.row_count(), 30U);
  EXPECT_EQ(ids_of(tracks), (std::map<int, std::set<TrackId>>{{1, {1}}}));
}

TEST(Associate, RawScoresAreAllSure) {
  Scene scene;
  for (int f = 0; f < 10; ++f) {
    scene.see(f, 1, box_at(4 * f, 50), -3.5F);
    scene.see(f, 2, box_at(4 * f, 300), 40);
  }
  EXPECT_EQ(associate(scene.table(), {}).row_count(), 20U);
}

TEST(Associate, ClassesDoNotMixUnlessAsked) {
  Scene scene;
  for (int f = 0; f < 20; ++f) scene.see(f, 1, box_at(4 * f, 50), 1, f < 10 ? 1 : 2);
  EXPECT_EQ(ids_of(associate(scene.table(), {})).at(1).size(), 2U);
  EXPECT_EQ(ids_of(associate(scene.table(), {.per_class = false})).at(1).size(), 1U);
}

TEST(Associate, ADoubledDetectionIsOneThing) {
  Scene scene;
  for (int f = 0; f < 20; ++f) {
    scene.see(f, 1, box_at(4 * f, 50));
    scene.see(f, 2, box_at(4 * f + 1, 51));
  }
  EXPECT_EQ(ids_of(associate(scene.table(), {})).size(), 1U);
}

/// Thirty walkers with detector noise and misses; few may change their id.
TEST(Associate, ACrowdMostlyKeepsItsIds) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 1.5);
  std::uniform_real_distribution<double> place(0, 1), speed(-4, 4);
  Scene scene;
  std::vector<std::array<double, 4>> walkers(30);
  for (auto& w : walkers)
    w = {place(random) * 1200, place(random) * 600, speed(random), speed(random) / 3};
  for (int f = 0; f < 200; ++f)
    for (int i = 0; i < 30; ++i) {
      const auto& w = walkers[static_cast<std::size_t>(i)];
      if (place(random) < 0.05) continue;
      scene.see(f, i, box_at(w[0] + w[2] * f + noise(random), w[1] + w[3] * f + noise(random)));
    }
  const TrackTable tracks = associate(scene.table(), {});
  expect_unique_in_frames(tracks);
  int faithful = 0;
  for (const auto& [truth, ids] : ids_of(tracks)) faithful += ids.size() == 1 ? 1 : 0;
  EXPECT_GE(faithful, 24);
}

TEST(Associate, KeepsColumnsAndSurvivesEmptiness) {
  EXPECT_EQ(associate({}, {}).row_count(), 0U);
  Scene scene;
  scene.see(0, 1, {5, 5, 0, 0});
  EXPECT_EQ(associate(scene.table(), {.min_hits = 1}).row_count(), 0U);
}

TEST(Associate, RealDetectionsBecomeLongTracks) {
  const auto path = std::filesystem::path(OVERLACE_TEST_DATA) / "pets09-s2l1" / "det.txt";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path;
  TrackReport report;
  const TrackTable detections = read_tracks(path, {}, report);
  const TrackTable tracks = associate(detections, {});
  expect_unique_in_frames(tracks);
  EXPECT_GT(tracks.row_count(), detections.row_count() * 95 / 100);

  std::map<TrackId, int> length;
  for (const TrackId id : tracks.id) ++length[id];
  // Nineteen people walk there; occlusion by the lamp post splits some of them.
  EXPECT_GE(length.size(), 19U);
  EXPECT_LE(length.size(), 50U);
  double own = 0;
  for (const auto& [id, boxes] : length) own += boxes * boxes;
  EXPECT_GT(own / tracks.row_count(), 150) << "mean length of the track that a box belongs to";

  const TrackTable again = associate(detections, {});
  EXPECT_EQ(tracks.id, again.id);
  EXPECT_EQ(tracks.box, again.box);
}

}  // namespace
}  // namespace overlace
