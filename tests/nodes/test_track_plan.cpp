// SPDX-License-Identifier: Apache-2.0
// track_plan: places on the plan.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// Objects 1, 2, … at these places, in one frame of 200 x 100 px; NaN is an unknown place.
TrackTable planned(const std::vector<std::pair<float, float>>& places, const std::string& params,
                   std::string* refusal = nullptr) {
  std::vector<TrackRow> rows;
  AttributeColumn x{"ground_x", {}}, y{"ground_y", {}};
  for (const auto& [at_x, at_y] : places) {
    rows.push_back({0, static_cast<TrackId>(rows.size() + 1), {1, 1, 1, 1}});
    x.values.push_back(at_x);
    y.values.push_back(at_y);
  }
  TrackTable input = make_track_table(rows, {}, {x, y});
  input.key_points.put(0, std::vector<KeyPoint>{{{1, 1}, 1, PointState::visible}});
  finish_tracks(input, {.frame_rate = {10}});
  TrackNode node("track_plan", params);
  node.context.inputs = {&input};
  if (refusal == nullptr) return node.make();
  *refusal = node.refusal();
  return {};
}

constexpr const char* corner =
    R"({"extent": ["0 0", "20 10"], "width": 40, "margin": 10, "size": 4, "position": "top_left"})";

// 2 px per metre: the plan is 40 x 20 px, at 10, 10.
TEST(TrackPlan, MetresArePixels) {
  const TrackTable table = planned({{0, 0}, {20, 10}, {5, 4}}, corner);
  ASSERT_EQ(table.row_count(), 3U);
  EXPECT_EQ(table.box[0], (Box{8, 28, 4, 4})) << "the origin is at the bottom";
  EXPECT_EQ(table.box[1], (Box{48, 8, 4, 4}));
  EXPECT_EQ(table.box[2].center(), (Vec2{20, 22}));
  EXPECT_TRUE(table.key_points.empty()) << "they lie about the old place";
  ASSERT_EQ(table.shapes.size(), 1U);
  EXPECT_EQ(table.shapes[0].name, "plan");
  EXPECT_EQ(table.shapes[0].points, (std::vector<Vec2>{{10, 10}, {50, 10}, {50, 30}, {10, 30}}));
}

TEST(TrackPlan, YDownAndOtherCorner) {
  const TrackTable table = planned(
      {{0, 0}},
      R"({"extent": ["20 10", "0 0"], "width": 40, "margin": 10, "size": 4, "y_up": false})");
  EXPECT_EQ(table.box[0].center(), (Vec2{150, 70})) << "the plan ends at 190, 90";
}

TEST(TrackPlan, ItsRectangleHasItsName) {
  EXPECT_EQ(planned({{0, 0}, {20, 10}}, R"({"name": "pitch"})").shapes.at(0).name, "pitch");
}

TEST(TrackPlan, WhatIsOutsideIsLeftOut) {
  const TrackTable table =
      planned({{-1, 5}, {5, 11}, {std::nanf(""), std::nanf("")}, {5, 5}}, corner);
  EXPECT_EQ(table.id, std::vector<TrackId>{4});
}

// Objects walk from 0 to 20 m and from 0 to 10 m; a margin of 1 m makes that 22 x 12 m.
TEST(TrackPlan, ExtentOfAllThatWalk) {
  const TrackTable table = planned({{0, 0}, {20, 10}}, R"({"width": 44, "margin": 0, "size": 2,
                                                           "position": "top_left"})");
  EXPECT_EQ(table.shapes[0].points[2], (Vec2{44, 24}));
  EXPECT_EQ(table.box[0].center(), (Vec2{2, 22}));
  EXPECT_EQ(planned({{std::nanf(""), 0}}, "{}").row_count(), 0U);
}

TEST(TrackPlan, Refuses) {
  std::string said;
  planned({{0, 0}}, R"({"ground": "field"})", &said);
  EXPECT_NE(said.find("'field_x'"), std::string::npos);
  for (const char* extent : {R"(["0 0"])", R"(["0 0", "0 5"])", R"(["0 0", "a b"])"}) {
    planned({{0, 0}}, fmt::format(R"({{"extent": {}}})", extent), &said);
    EXPECT_NE(said.find("two of its corners"), std::string::npos) << extent;
  }
}

}  // namespace
}  // namespace overlace::test
