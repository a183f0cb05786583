// SPDX-License-Identifier: Apache-2.0
// track_angles: angles against geometry, repetitions counted by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// One object whose leg has these angles, frame by frame: a thigh upwards, the shin turned from it.
TrackTable legs(const std::vector<double>& degrees, TrackId id = 1) {
  std::vector<TrackRow> rows;
  for (std::size_t f = 0; f < degrees.size(); ++f)
    rows.push_back({static_cast<std::int32_t>(f), id, {40, 20, 20, 60}});
  TrackTable table = make_track_table(rows, {});
  table.skeletons = {{"leg", {"hip", "knee", "ankle"}, {}}};
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const double turn = degrees[row] * std::numbers::pi / 180;
    const Vec2 ankle{static_cast<float>(50 + 30 * std::sin(turn)),
                     static_cast<float>(50 - 30 * std::cos(turn))};
    table.key_points.put(row, std::vector<KeyPoint>{{{50, 20}, 1, PointState::visible},
                                                    {{50, 50}, 1, PointState::visible},
                                                    {ankle, 0.5F, PointState::visible}});
  }
  table.skeleton.assign(table.row_count(), 0);
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

TrackTable measured(const TrackTable& table, const std::string& more = "",
                    std::vector<std::string>* said = nullptr) {
  TrackNode node("track_angles", R"({"points": ["hip", "knee", "ankle"])" + more + "}");
  node.context.inputs = {&table};
  TrackTable out = node.make();
  if (said != nullptr) *said = node.said;
  return out;
}

const std::vector<float>& column(const TrackTable& table, const char* name) {
  return std::ranges::find(table.attributes, name, &AttributeColumn::name)->values;
}

TEST(TrackAngles, AnglesOfAnyTurn) {
  const std::vector<double> degrees = {0.5, 30, 90, 135, 180, 200, 330};
  const std::vector<float> angle = column(measured(legs(degrees)), "knee");
  const double expected[] = {0.5, 30, 90, 135, 180, 160, 30};
  for (std::size_t i = 0; i < degrees.size(); ++i) EXPECT_NEAR(angle[i], expected[i], 1e-3) << i;
}

// Whatever else there is, such as a van, has no repetitions, not even 0.
TEST(TrackAngles, WhatNeverShowsTheJointHasNoRepetitions) {
  const TrackTable table = legs({170, 80, 170});
  std::vector<TrackRow> rows;
  for (std::int32_t f = 0; f < 3; ++f)
    for (const TrackId id : {1, 2}) rows.push_back({f, id, {40, 20, 20, 60}});
  TrackTable both = make_track_table(rows, {});
  both.skeletons = table.skeletons;
  both.skeleton.assign(both.row_count(), 0);
  for (std::uint32_t row = 0; row < both.row_count(); row += 2)
    both.key_points.put(row, table.key_points.of(row / 2));
  finish_tracks(both, {.frame_rate = {10}});
  const std::vector<float> reps = column(measured(both), "knee_reps");
  EXPECT_EQ(reps[4], 1);
  for (const std::size_t row : {1, 3, 5}) EXPECT_TRUE(std::isnan(reps[row])) << row;
}

// Bent at 80 and stretched at 150 twice; going only to 120, or wavering around 145, does not count.
TEST(TrackAngles, RepetitionsHaveHysteresis) {
  const TrackTable table =
      measured(legs({170, 120, 80, 100, 144, 146, 140, 150, 85, 160, 120, 160}));
  EXPECT_EQ(column(table, "knee_reps"), (std::vector<float>{0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2}));
  EXPECT_EQ(column(table, "knee_stage"), (std::vector<float>{0, 0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0}));
  EXPECT_EQ(column(measured(legs({170, 120, 170}), R"(, "down": 130)"), "knee_reps").back(), 1);
  EXPECT_EQ(values(table, "knee.known"), std::vector<double>{1});
}

TEST(TrackAngles, WhereItBeginsIsNoRepetition) {
  const TrackTable table = measured(legs({120, 170}));
  EXPECT_TRUE(std::isnan(column(table, "knee_stage")[0])) << "neither bent nor stretched yet";
  EXPECT_EQ(column(table, "knee_reps")[1], 0);
}

TEST(TrackAngles, PointsThatAreMissing) {
  EXPECT_TRUE(std::isnan(column(measured(legs({90}), R"(, "min_score": 0.6)"), "knee")[0]));
  TrackTable hidden = legs({90, 90});
  hidden.key_points.items[1].state = PointState::absent;
  const std::vector<float> angle = column(measured(hidden), "knee");
  EXPECT_TRUE(std::isnan(angle[0]));
  EXPECT_NEAR(angle[1], 90, 1e-3);
  std::vector<std::string> said;
  const TrackTable other = measured(legs({90}), R"(, "name": "elbow")", &said);
  EXPECT_NEAR(column(other, "elbow")[0], 90, 1e-3);
  TrackNode arm("track_angles");
  const TrackTable leg = legs({90});
  arm.context.inputs = {&leg};
  EXPECT_EQ(values(arm.make(), "knee.known"), std::vector<double>{0});
  EXPECT_NE(arm.said[0].find("it has hip, knee, ankle"), std::string::npos);
}

TEST(TrackAngles, SaysThatPointsHaveNoNames) {
  TrackTable bare = legs({90});
  bare.skeletons.clear();
  bare.skeleton.clear();
  TrackNode arm("track_angles");
  arm.context.inputs = {&bare};
  EXPECT_EQ(values(arm.make(), "knee.known"), std::vector<double>{0});
  ASSERT_FALSE(arm.said.empty());
  EXPECT_NE(arm.said[0].find("have no names"), std::string::npos);
  EXPECT_NE(arm.said[0].find("track_skeleton"), std::string::npos);
}

TEST(TrackAngles, PointsByNumber) {
  TrackTable bare = legs({90});
  bare.skeletons.clear();
  bare.skeleton.clear();
  TrackNode node("track_angles", R"({"points": ["0", "1", "2"]})");
  node.context.inputs = {&bare};
  EXPECT_NEAR(column(node.make(), "knee")[0], 90, 1e-3);
}

TEST(TrackAngles, Refuses) {
  const auto refusal = [](const std::string& params) {
    const TrackTable input;
    TrackNode node("track_angles", params);
    node.context.inputs = {&input};
    return node.refusal();
  };
  EXPECT_NE(refusal(R"({"points": ["a", "b"]})").find("three points"), std::string::npos);
  EXPECT_NE(refusal(R"({"up": 80})").find("less than 'up'"), std::string::npos);
  EXPECT_EQ(refusal("{}"), "");
}

}  // namespace
}  // namespace overlace::test
