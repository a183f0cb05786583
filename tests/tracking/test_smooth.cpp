// SPDX-License-Identifier: Apache-2.0
// The One Euro filter against numbers of the paper's algorithm, and smoothing along tracks.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tracking/smooth.h"

namespace overlace {
namespace {

constexpr OneEuro filter{.cutoff = 1.5, .speed_response = 0.7, .derivative_cutoff = 1};
const std::vector<double> time_s = {0, 0.1, 0.2, 0.3, 0.5, 0.6};
const std::vector<double> samples = {0, 1, 0.5, 2, 2.5, 2};

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_NEAR(values[i], expected[i], 1e-6) << i;
}

// Expected numbers: algorithms 1 and 2 of Casiez et al. 2012, run in Python.
TEST(OneEuro, FollowsThePaper) {
  std::vector<double> value = samples;
  filter.forwards(time_s, value);
  expect_near(value, {0, 0.725246, 0.586551, 1.70222, 2.391075, 2.148029});
  value = samples;
  filter.both_ways(time_s, value);
  expect_near(value, {0.176785, 0.764992, 0.872768, 1.850345, 2.287869, 2.148029});
}

/// One object with an id, whose box is a function of the frame, at 10 fps.
template <class Place>
TrackTable track(int frames, Place place) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < frames; ++f) rows.push_back({f, 1, place(f)});
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

SmoothOptions options(bool both_ways) {
  return {.filter = {.cutoff = 1},
          .both_ways = both_ways,
          .clip = {.frame_rate = {10}},
          .picture_height = 100};
}

TEST(Smooth, ASteadyWalkLagsOneWayAndNotBothWays) {
  const TrackTable walk = track(80, [](int f) {
    return Box{2.0F * static_cast<float>(f), 5, 10, 20};
  });
  // A first-order low-pass lags (1 - a) / a samples behind a ramp; a = 1 / (1 + 1 / (2 pi 0.1)).
  const double lag = 2 / (2 * M_PI * 1 * 0.1);
  EXPECT_NEAR(smooth_tracks(walk, options(false)).box[40].x, 80 - lag, 0.01);
  EXPECT_NEAR(smooth_tracks(walk, options(true)).box[40].x, 80, 0.01);
}

TEST(Smooth, JitterOfCentreAndSizeShrinks) {
  const TrackTable shaking = track(60, [](int f) {
    const float d = f % 2 == 0 ? 2.0F : -2.0F;
    return Box{50 - d, 30, 10 + 2 * d, 20};  // the centre stays at 55, 40
  });
  const TrackTable calm = smooth_tracks(shaking, options(true));
  for (std::uint32_t r = 10; r < 50; ++r) {
    EXPECT_NEAR(calm.box[r].width, 10, 0.8) << r;
    EXPECT_NEAR(calm.box[r].center().x, 55, 1e-4) << r;
    EXPECT_EQ(calm.box[r].y, 30) << r;
  }
}

TEST(Smooth, RotationsTakeTheShortWay) {
  TrackTable turning = track(60, [](int) { return Box{0, 0, 10, 20}; });
  for (int f = 0; f < 60; ++f)
    turning.rotation.push_back(static_cast<float>(std::remainder(170 + f, 360)));  // wraps around
  const TrackTable smooth = smooth_tracks(turning, options(true));
  for (std::uint32_t r = 20; r < 40; ++r)
    EXPECT_NEAR(std::remainder(smooth.rotation[r] - (170.0F + static_cast<float>(r)), 360), 0, 0.1);
}

TEST(Smooth, KeyPointsBeginAnewAfterTheyWereAway) {
  TrackTable table = track(20, [](int) { return Box{0, 0, 10, 20}; });
  for (std::uint32_t f = 0; f < 20; ++f) {
    KeyPoint point{.at = {f < 10 ? 10.0F : 90.0F, 7}, .state = PointState::visible};
    if (f == 9) point = {};
    table.key_points.put(f, std::vector{point});
  }
  const TrackTable smooth = smooth_tracks(table, options(true));
  // Each side is constant, so any trace of the other would show.
  EXPECT_EQ(smooth.key_points.of(8)[0].at.x, 10);
  EXPECT_EQ(smooth.key_points.of(10)[0].at.x, 90);
  EXPECT_EQ(smooth.key_points.of(9)[0].state, PointState::absent);
}

TEST(Smooth, ThingsWithoutAnIdStay) {
  TrackTable table = make_track_table(
      std::vector<TrackRow>{{0, no_id, {1, 2, 3, 4}}, {1, no_id, {50, 2, 3, 4}}}, {});
  finish_tracks(table, {.frame_rate = {10}});
  EXPECT_EQ(smooth_tracks(table, options(true)).box, table.box);
}

}  // namespace
}  // namespace overlace
