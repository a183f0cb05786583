// SPDX-License-Identifier: Apache-2.0
// Association on tracks with known truth, and on real detections.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <random>
#include <set>

#include "io/tracks/reader.h"
#include "tracking/associate.h"
#include "tracking/left_edges.h"
#include "tracking/overlap.h"

namespace overlace {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// Builds detections and stores the object of each in the attribute "truth".
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

/// The ids that each true object was given.
std::map<int, std::set<TrackId>> ids_of(const TrackTable& table) {
  std::map<int, std::set<TrackId>> ids;
  for (std::uint32_t r = 0; r < table.row_count(); ++r)
    ids[static_cast<int>(table.attributes[0].values[r])].insert(table.id[r]);
  return ids;
}

/// How well ids follow the truth. A switch: an object's id differs from the last id it had.
/// Coverage: the share of all boxes with the most frequent id of their object.
struct Quality {
  int switches = 0;
  double coverage = 0;
};

Quality quality_of(const TrackTable& table) {
  Quality quality;
  std::map<int, TrackId> latest;
  std::map<int, std::map<TrackId, int>> votes;
  for (std::uint32_t r = 0; r < table.row_count(); ++r) {
    if (table.id[r] == no_id) continue;
    const int truth = static_cast<int>(table.attributes[0].values[r]);
    const auto [entry, fresh] = latest.try_emplace(truth, table.id[r]);
    if (!fresh && entry->second != table.id[r]) ++quality.switches;
    entry->second = table.id[r];
    ++votes[truth][table.id[r]];
  }
  int faithful = 0;
  for (const auto& [truth, ids] : votes)
    faithful += std::ranges::max_element(ids, {}, [](const auto& v) { return v.second; })->second;
  quality.coverage = static_cast<double>(faithful) / table.row_count();
  return quality;
}

void expect_unique_in_frames(const TrackTable& table) {
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange rows = table.rows(table.first_frame + f);
    std::set<TrackId> ids;
    for (std::uint32_t r = rows.begin; r < rows.end; ++r)
      EXPECT_TRUE(table.id[r] == no_id || ids.insert(table.id[r]).second)
          << "frame " << f << " id " << table.id[r];
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

TEST(Associate, NoTrackGoesOnOverACut) {
  Scene scene;
  for (int f = 0; f < 20; ++f) scene.see(f, 0, box_at(100, 100));
  TrackTable detections = scene.table();
  detections.cuts = {10};
  const TrackTable tracks = associate(detections, {});
  EXPECT_EQ(tracks.cuts, detections.cuts);
  for (std::int32_t f = 0; f < 20; ++f)
    EXPECT_EQ(tracks.id[tracks.rows(f).begin], f < 10 ? 1 : 2) << f;
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

TEST(Associate, ANewTrackMissesNoDetection) {
  Scene flicker, every_fifth;
  for (int f = 0; f < 30; ++f) {
    flicker.see(f, 1, box_at(4 * f, 50));
    if (f % 2 == 0) flicker.see(f, 2, box_at(500, 300));
    if (f % 5 == 0) every_fifth.see(f, 1, box_at(2 * f, 50));
  }
  EXPECT_EQ(ids_of(associate(flicker.table(), {})).count(2), 0U);
  EXPECT_EQ(associate(every_fifth.table(), {}).row_count(), 6U)
      << "frames without any detection were not searched";
}

TEST(Associate, TheSurerShareBeginsTracks) {
  // Of a hundred detections, those of the second object have the lowest scores.
  const auto tracked = [](float second, const AssociateOptions& options) {
    Scene scene;
    for (int f = 0; f < 20; ++f)
      for (int object = 1; object <= 5; ++object)
        scene.see(f, object, box_at(100 * object, 50), object == 2 ? second : 0.99F);
    return ids_of(associate(scene.table(), options)).size();
  };
  EXPECT_EQ(tracked(0.8F, {}), 4U);
  EXPECT_EQ(tracked(0.8F, {.new_share = 1}), 5U);
  EXPECT_EQ(tracked(0.8F, {.new_share = 0.79}), 4U) << "80 of 100 are surer";
  EXPECT_EQ(tracked(0.8F, {.new_share = 0.85}), 5U) << "0.8 is among the surer 85";
  EXPECT_EQ(tracked(0.91F, {}), 5U) << "0.9 is always enough";
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

/// Thirty walkers who cross each other, with detector noise, scores that drop under occlusion,
/// misses both there and elsewhere, and false alarms with low scores.
TEST(Associate, ACrowdMostlyKeepsItsIds) {
  std::mt19937 random(3);
  std::normal_distribution<double> noise(0, 1.5);
  std::uniform_real_distribution<double> place(0, 1), speed(-4, 4);
  Scene scene;
  std::vector<std::array<double, 4>> walkers(30);
  for (auto& w : walkers)
    w = {place(random) * 1200, place(random) * 600, speed(random), speed(random) / 3};
  for (int f = 0; f < 200; ++f) {
    std::vector<Box> boxes;
    for (const auto& w : walkers)
      boxes.push_back(box_at(w[0] + w[2] * f + noise(random), w[1] + w[3] * f + noise(random)));
    for (std::size_t i = 0; i < walkers.size(); ++i) {
      double covered = 0;  // by nearer people, who are lower in the picture
      for (const Box& other : boxes)
        if (other.y > boxes[i].y) covered = std::max(covered, overlap(boxes[i], other));
      if (covered > 0.5 || place(random) < 0.05) continue;
      scene.see(f, static_cast<int>(i), boxes[i], static_cast<float>(0.9 - covered));
    }
    if (f % 3 == 0) scene.see(f, 100 + f, box_at(place(random) * 1200, place(random) * 600), 0.3F);
  }
  const TrackTable tracks = associate(scene.table(), {.keep_untracked = true});
  expect_unique_in_frames(tracks);
  const Quality quality = quality_of(tracks);
  RecordProperty("switches", quality.switches);
  RecordProperty("coverage", std::to_string(quality.coverage));
  EXPECT_LE(quality.switches, 8);
  EXPECT_GE(quality.coverage, 0.93);

  // A single stage instead of two loses people who are half covered.
  const Quality strict =
      quality_of(associate(scene.table(), {.min_score = 0.5F, .keep_untracked = true}));
  EXPECT_GT(quality.coverage, strict.coverage);
}

/// Two people who meet, wait one behind the other and turn back: by motion alone they seem to pass
/// each other. Each has its own embedding, with noise.
TrackTable turn_back(bool with_embeddings) {
  std::mt19937 random(8);
  std::normal_distribution<float> noise(0, 0.15F);
  Scene scene;
  std::vector<float> embeddings;
  for (int f = 0; f < 60; ++f) {
    if (f >= 26 && f < 34) continue;  // both are hidden
    const double way = f < 30 ? f : 60 - f;
    for (const int who : {1, 2}) {
      scene.see(f, who, box_at(who == 1 ? 100 + 4 * way : 340 - 4 * way, 100 + 4 * who));
      for (int i = 0; i < 8; ++i)
        embeddings.push_back((i % 2 == who - 1 ? 1.0F : 0) + noise(random));
    }
  }
  TrackTable table = scene.table();
  if (with_embeddings) {
    table.embedding = std::move(embeddings);
    table.embedding_size = 8;
  }
  return table;
}

TEST(Associate, AppearanceTellsWhoTurnedBack) {
  EXPECT_EQ(quality_of(associate(turn_back(true), {})).switches, 0);
  EXPECT_EQ(quality_of(associate(turn_back(true), {})).coverage, 1);
  EXPECT_GT(quality_of(associate(turn_back(true), {.appearance = 0})).switches, 0);
  EXPECT_GT(quality_of(associate(turn_back(false), {})).switches, 0);
}

/// Someone hidden for 15 frames, who reappears moving faster than before.
TEST(Associate, LooksFindWhoWasLost) {
  Scene scene;
  std::vector<float> embeddings;
  for (int f = 0; f < 60; ++f) {
    if (f >= 20 && f < 35) continue;
    scene.see(f, 1, box_at(f < 20 ? 3 * f : 57 + 8 * (f - 19), 50));
    embeddings.insert(embeddings.end(), {0.6F, 0.8F});
  }
  TrackTable table = scene.table();
  const auto switches = [&](const AssociateOptions& options) {
    return quality_of(associate(table, options)).switches;
  };
  EXPECT_EQ(switches({}), 1) << "without embeddings";
  table.embedding = embeddings;
  table.embedding_size = 2;
  EXPECT_EQ(switches({}), 0);
  for (std::uint32_t r = 20; r < table.row_count(); ++r) table.embedding[2 * r] = -0.6F;
  EXPECT_EQ(switches({}), 1) << "someone else: the cosine is 0.28";
  EXPECT_EQ(switches({.min_similarity = 0.2}), 0);
}

TEST(Associate, ThresholdsAreByteTracks) {
  const auto ids = [](const AssociateOptions& options, float first, float later, double step) {
    Scene scene;
    for (int f = 0; f < 20; ++f) scene.see(f, 1, box_at(step * f, 50), f < 5 ? first : later);
    const TrackTable tracks = associate(scene.table(), options);
    return std::pair(tracks.row_count(), std::set(tracks.id.begin(), tracks.id.end()).size());
  };
  // 0.65 is a sure detection, but does not begin a track.
  EXPECT_EQ(ids({}, 0.65F, 0.65F, 4), (std::pair<std::uint32_t, std::size_t>(0, 0)));
  EXPECT_EQ(ids({.new_score = 0.6F}, 0.65F, 0.65F, 4).first, 20U);
  // Unsure detections that are 12 of 30 px off the prediction overlap it by 18 / 42 = 0.43.
  Scene jump;
  for (int f = 0; f < 20; ++f) jump.see(f, 1, box_at(f < 10 ? 0 : 12, 50), f < 10 ? 0.9F : 0.3F);
  EXPECT_EQ(associate(jump.table(), {}).row_count(), 10U);
  EXPECT_EQ(associate(jump.table(), {.low_overlap = 0.4}).row_count(), 20U);
  // Fused with a score of 0.7, an overlap of 0.43 becomes 0.3; C-BIoU's round accepts it anyway.
  Scene fused;
  for (int f = 0; f < 20; ++f) fused.see(f, 1, box_at(f < 10 ? 0 : 12, 50), 0.7F);
  EXPECT_EQ(ids_of(associate(fused.table(), {.min_overlap = 0.35})).at(1).size(), 1U);
}

/// `boxes` boxes on one spot in each of two frames, spaced by `apart` px. In the first frame each
/// has a class of its own, so that all begin tracks; in the second none has a class, so that each
/// may continue any track.
TrackTable heap(int boxes, double apart = 0) {
  Scene scene;
  for (int f = 0; f < 2; ++f)
    for (int i = 0; i < boxes; ++i)
      scene.see(f, i, box_at(100 + apart * i, 100), unknown, f == 0 ? i : -1);
  return scene.table();
}

AssociateWork work_of(const TrackTable& table) {
  AssociateWork work;
  (void)associate(table, {.min_hits = 1}, &work);
  return work;
}

TEST(Associate, WorkIsLinearWhereBoxesLieInAHeap) {
  constexpr std::uint64_t stages = 4, best = 32;
  for (const int boxes : {4000, 8000}) {
    for (const double apart : {0.0, 0.001}) {
      const AssociateWork work = work_of(heap(boxes, apart));
      const auto count = static_cast<std::uint64_t>(boxes);
      EXPECT_LE(work.looks, count * stages * LeftEdges::most_seen) << boxes;
      EXPECT_LE(work.pairs, count * stages * best) << boxes;
    }
  }
  const TrackTable tracks = associate(heap(4000), {.min_hits = 1});
  expect_unique_in_frames(tracks);
  EXPECT_EQ(tracks.id, associate(heap(4000), {.min_hits = 1}).id);
}

TEST(Associate, AllOfASmallerHeapIsLookedAt) {
  // In the second frame each of 500 tracks looks at all 500 boxes and competes for 32 of them.
  const AssociateWork work = work_of(heap(500));
  EXPECT_GE(work.looks, 500U * 500);
  EXPECT_GE(work.pairs, 500U * 32);
}

TEST(Associate, WorkIsLinearWhereBoxesLieApart) {
  Scene scene;
  for (int f = 0; f < 3; ++f)
    for (int i = 0; i < 20'000; ++i) scene.see(f, i, box_at(i % 200 * 40, i / 200 * 100));
  const TrackTable table = scene.table();
  EXPECT_LE(work_of(table).looks, table.row_count() * std::uint64_t{2} * LeftEdges::most_seen);
  EXPECT_EQ(quality_of(associate(table, {})).coverage, 1);
}

TEST(Associate, KeepsColumnsAndSurvivesEmptiness) {
  EXPECT_EQ(associate({}, {}).row_count(), 0U);
  Scene scene;
  scene.see(0, 1, {5, 5, 0, 0});
  EXPECT_EQ(associate(scene.table(), {.min_hits = 1}).row_count(), 0U);
}

/// Tracks that begin inside the picture where another one ended up to 50 frames before, within a
/// quarter of a box height plus a tenth per frame: perhaps the same person.
int suspected_switches(const TrackTable& table, Size picture) {
  TrackTable finished = table;
  finish_tracks(finished, {.frame_rate = {7}});
  const auto tracks = rows_by_track(finished);
  const auto is_inside = [&](std::uint32_t row) {
    const Box& box = finished.box[row];
    return box.x > box.width && box.x + 2 * box.width < static_cast<float>(picture.width);
  };
  const auto continues = [&](const auto& before, const auto& after) {
    const int passed = finished.frame_of(after.front()) - finished.frame_of(before.back());
    const Box& box = finished.box[before.back()];
    const Vec2 way = finished.box[after.front()].center() - box.center();
    return passed > 0 && passed <= 50 && is_inside(before.back()) && is_inside(after.front()) &&
           std::hypot(way.x, way.y) < box.height * (0.25 + 0.1 * passed);
  };
  int count = 0;
  for (const auto& after : tracks)
    count +=
        std::ranges::any_of(tracks, [&](const auto& t) { return continues(t, after); }) ? 1 : 0;
  return count;
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
  // Nineteen people walk in this clip; occlusion by the lamp post splits some tracks. The file has
  // no true ids, so switches can only be suspected.
  const double coverage = static_cast<double>(tracks.row_count()) / detections.row_count();
  const int suspected = suspected_switches(tracks, {768, 576});
  std::cout << "det.txt: " << length.size() << " ids, coverage " << coverage << ", " << suspected
            << " suspected switches\n";
  EXPECT_GE(length.size(), 19U);
  EXPECT_LE(length.size(), 45U);
  EXPECT_LE(suspected, 12);
  double own = 0;
  for (const auto& [id, boxes] : length) own += boxes * boxes;
  EXPECT_GT(own / tracks.row_count(), 150) << "mean length of the track that a box belongs to";

  const TrackTable again = associate(detections, {});
  EXPECT_EQ(tracks.id, again.id);
  EXPECT_EQ(tracks.box, again.box);
}

}  // namespace
}  // namespace overlace
