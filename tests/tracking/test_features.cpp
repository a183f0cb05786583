// SPDX-License-Identifier: Apache-2.0
// Corners in clips with known motion.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>

#include "graph/core/error.h"
#include "tests/tracking/painted_clip.h"
#include "tracking/features.h"

namespace overlace {
namespace {

TrackTable find_features(const PlayVideo& play, const FeatureOptions& options) {
  return watch(play, *feature_finder(options));
}

constexpr Size size{320, 240};

/// A textured world that moves by (3, -2) pixels a frame.
PlayVideo panning(int frames, Size picture = size, int zoom = 1) {
  return test::painted_clip(frames, picture, [=](int f, int x, int y) {
    return test::block_texture(x / zoom - 3 * f, y / zoom + 2 * f);
  });
}

Vec2 center(const TrackTable& table, std::uint32_t row) {
  return table.box[row].center();
}

/// Expects that all points of all tracks move with the world.
void expect_moves(const TrackTable& table, Vec2 step, float tolerance) {
  std::map<TrackId, std::pair<std::int32_t, Vec2>> first;
  for (std::uint32_t r = 0; r < table.row_count(); ++r) {
    const std::int32_t frame = table.frame_of(r);
    const auto [entry, fresh] = first.try_emplace(table.id[r], frame, center(table, r));
    const auto passed = static_cast<float>(frame - entry->second.first);
    EXPECT_NEAR(center(table, r).x, entry->second.second.x + step.x * passed, tolerance);
    EXPECT_NEAR(center(table, r).y, entry->second.second.y + step.y * passed, tolerance);
  }
}

TEST(Features, FollowAMovingWorld) {
  const TrackTable table = find_features(panning(30), {});
  ASSERT_EQ(table.frame_count(), 30);
  EXPECT_GT(table.rows(15).size(), 50U);
  expect_moves(table, {3, -2}, 0.5F);
}

TEST(Features, LargePicturesGiveFullPixels) {
  const TrackTable table = find_features(panning(10, {640, 1152}, 2), {});
  ASSERT_GT(table.row_count(), 100U);
  expect_moves(table, {6, -4}, 2);
}

TEST(Features, KeepTheirDistanceAndTheirNumber) {
  const FeatureOptions options{.max_count = 40, .min_distance = 0.1};
  const TrackTable table = find_features(panning(30), options);
  EXPECT_GT(table.rows(15).size(), 10U);
  for (std::int32_t f = 0; f < table.frame_count(); ++f) {
    const RowRange rows = table.rows(f);
    EXPECT_LE(rows.size(), 40U);
    std::set<TrackId> ids;
    for (std::uint32_t a = rows.begin; a < rows.end; ++a) {
      EXPECT_TRUE(ids.insert(table.id[a]).second);
      for (std::uint32_t b = a + 1; b < rows.end; ++b) {
        const Vec2 way = center(table, a) - center(table, b);
        EXPECT_GT(std::hypot(way.x, way.y), 0.1 * size.height / 2 - 1);
      }
    }
  }
}

TEST(Features, LostPointsAreReplaced) {
  // After 60 frames the world has moved by 180 pixels: more than half of the first points are gone.
  const TrackTable table = find_features(panning(60), {.max_count = 60});
  EXPECT_GT(table.rows(59).size(), 40U);
  const RowRange last = table.rows(59);
  std::size_t late = 0;
  const RowRange first = table.rows(0);
  const std::set<TrackId> at_first(table.id.begin() + first.begin, table.id.begin() + first.end);
  for (std::uint32_t r = last.begin; r < last.end; ++r)
    late += at_first.contains(table.id[r]) ? 0 : 1;
  EXPECT_GT(late, 10U);
}

TEST(Features, ACutEndsAllTracks) {
  const PlayVideo play = test::painted_clip(20, size, [](int f, int x, int y) {
    return test::block_texture(x + (f < 10 ? 0 : 4321), y);
  });
  const TrackTable table = find_features(play, {.min_length = 2});
  std::set<TrackId> before, after;
  for (std::uint32_t r = 0; r < table.row_count(); ++r)
    (table.frame_of(r) < 10 ? before : after).insert(table.id[r]);
  std::vector<TrackId> both;
  std::ranges::set_intersection(before, after, std::back_inserter(both));
  EXPECT_LE(both.size() * 20, before.size()) << "a chance similarity at most";
  EXPECT_GT(after.size(), 20U);
}

TEST(Features, WhatStandsCanBeLeftOut) {
  const PlayVideo still =
      test::painted_clip(12, size, [](int, int x, int y) { return test::block_texture(x, y); });
  EXPECT_GT(find_features(still, {}).row_count(), 0U);
  EXPECT_EQ(find_features(still, {.min_travel = 0.02}).row_count(), 0U);
  EXPECT_EQ(find_features(still, {.min_length = 13}).row_count(), 0U);
}

TEST(Features, ABlankPictureHasNoneAndTheSameClipTheSame) {
  const PlayVideo blank = test::painted_clip(5, size, [](int, int, int) {
    return test::Bgr{90, 90, 90};
  });
  EXPECT_EQ(find_features(blank, {}).row_count(), 0U);
  EXPECT_EQ(find_features([](const auto&) {}, {}).row_count(), 0U);
  const TrackTable table = find_features(panning(12), {});
  EXPECT_GT(table.row_count(), 0U);
  EXPECT_EQ(table.box, find_features(panning(12), {}).box);
}

}  // namespace
}  // namespace overlace
