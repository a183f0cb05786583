// SPDX-License-Identifier: Apache-2.0
// The track table and the columns derived from it.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/core/error.h"
#include "graph/core/math.h"
#include "graph/data/attributes.h"
#include "graph/data/tracks.h"

namespace overlace {
namespace {

TrackRow row_of(std::int32_t frame, TrackId id, float x, float y = 0) {
  return {.frame = frame, .id = id, .box = {x, y, 10, 20}};
}

TEST(TrackTable, SortsByFrameAndKeepsTheOrderWithin) {
  const std::vector<TrackRow> rows = {row_of(7, 1, 0), row_of(5, 2, 1), row_of(7, 3, 2),
                                      row_of(5, 4, 3)};
  const TrackTable t = make_track_table(rows, {"a"}, {{"n", {70, 50, 71, 51}}});
  EXPECT_EQ(t.first_frame, 5);
  EXPECT_EQ(t.frame_count(), 3);
  EXPECT_EQ(t.id, (std::vector<TrackId>{2, 4, 1, 3}));
  EXPECT_EQ(t.attributes[0].values, (std::vector<float>{50, 51, 70, 71}));
  EXPECT_EQ(t.rows(6).size(), 0U);
  EXPECT_EQ(t.rows(4).size(), 0U);
  EXPECT_EQ(t.rows(8).size(), 0U);
  EXPECT_EQ(t.rows(std::numeric_limits<std::int32_t>::min()).size(), 0U);
  EXPECT_EQ(t.frame_of(1), 5);
  EXPECT_EQ(t.frame_of(2), 7);
}

/// Row 0 has a mask, row 1 key points and a rotation, row 2 an outline; all have text attributes.
TEST(TrackTable, EveryColumnFollowsItsRow) {
  TrackColumns rows;
  rows.box = {{0, 0, 1, 1}, {1, 0, 1, 1}, {2, 0, 1, 1}};
  rows.id = {10, 11, 12};
  rows.class_index = {-1, -1, -1};
  rows.score = {0.1F, 0.2F, 0.3F};
  rows.rotation = {0, 30, 0};
  rows.attributes = {{"mood", {1, 0, 1}, {"calm", "wild"}}};
  rows.skeleton = {-1, 0, -1};
  rows.skeletons = {{"stick", {"top", "end"}, {{0, 1}}}};
  rows.mask_runs.put(0, std::vector<std::uint32_t>{3, 2, 1});
  rows.mask_size = {{2, 3}, {}, {}};
  const std::vector<KeyPoint> points = {{{5, 6}, 0.5F, PointState::visible}, {{7, 8}, 0.5F}};
  rows.key_points.put(1, points);
  const std::vector<OutlinePoint> outline = {{{0, 0}, 0}, {{4, 0}, 0}, {{0, 4}, 0}};
  rows.outlines.put(2, outline);
  rows.embedding_size = 2;
  rows.embedding = {1, 2, 3, 4, 5, 6};

  const TrackTable t = sort_tracks(rows, std::vector<std::int32_t>{4, 6, 3});
  EXPECT_EQ(t.first_frame, 3);
  EXPECT_EQ(t.id, (std::vector<TrackId>{12, 10, 11}));
  EXPECT_EQ(t.rotation, (std::vector<float>{0, 0, 30}));
  EXPECT_EQ(t.attributes[0].values, (std::vector<float>{1, 1, 0}));
  EXPECT_EQ(t.attributes[0].texts, (std::vector<std::string>{"calm", "wild"}));
  EXPECT_TRUE(std::ranges::equal(t.outlines.of(0), outline));
  EXPECT_TRUE(std::ranges::equal(t.mask_runs.of(1), std::vector<std::uint32_t>{3, 2, 1}));
  EXPECT_EQ(t.mask_size[1], (Size{2, 3}));
  EXPECT_EQ(t.key_points.of(2).size(), 2U);
  EXPECT_EQ(t.key_points.of(2)[0], points[0]);
  EXPECT_EQ(t.skeleton[2], 0);
  EXPECT_EQ(t.skeletons, rows.skeletons);
  EXPECT_TRUE(t.key_points.of(0).empty());
  EXPECT_TRUE(t.mask_runs.of(2).empty());
  EXPECT_TRUE(std::ranges::equal(t.embedding_of(2), std::vector<float>{3, 4}));
}

TEST(TrackTable, EmptyAndTooLong) {
  EXPECT_EQ(make_track_table({}, {}).frame_count(), 0);
  EXPECT_EQ(make_track_table({}, {}).rows(0).size(), 0U);
  const std::vector<TrackRow> rows = {row_of(-2'000'000'000, 1, 0), row_of(2'000'000'000, 1, 0)};
  EXPECT_THROW((void)make_track_table(rows, {}), Error);
}

TEST(TrackTable, NeighboursAgesAndEnds) {
  // Track 1 in frames 0, 1, 4, with a stray second row in frame 1; and a detection without an id.
  TrackTable t = make_track_table(std::vector{row_of(0, 1, 0), row_of(1, 1, 10), row_of(1, 1, 99),
                                              row_of(1, no_id, 50), row_of(4, 1, 40)},
                                  {});
  finish_tracks(t, {.frame_rate = {10}});
  EXPECT_EQ(t.previous, (std::vector<std::uint32_t>{no_row, 0, no_row, no_row, 1}));
  EXPECT_EQ(t.next, (std::vector<std::uint32_t>{1, 4, no_row, no_row, no_row}));
  EXPECT_EQ(t.age, (std::vector<float>{0, 1, 0, 0, 4}));
  EXPECT_EQ(t.remaining, (std::vector<float>{4, 3, 0, 0, 0}));
  EXPECT_EQ(t.velocity[3], (Vec2{0, 0}));
}

TEST(TrackTable, VelocityIsTheCentralDifferenceWithinTheWindow) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < 20; ++f)
    rows.push_back(row_of(f, 1, static_cast<float>(f * f), static_cast<float>(3 * f)));
  TrackTable t = make_track_table(rows, {});
  finish_tracks(t, {.frame_rate = {25}});
  // d/df f^2 over [f-4, f+4] is 2f exactly.
  EXPECT_NEAR(t.velocity[10].x, 2 * 10 * 25, 1e-3);
  EXPECT_NEAR(t.velocity[10].y, 75, 1e-3);
  EXPECT_NEAR(t.velocity[0].x, 4 * 25, 1e-3);  // one-sided: (16 - 0) / 4
  EXPECT_NEAR(t.velocity[19].x, (19 * 19 - 15 * 15) / 4.0 * 25, 1e-3);
}

TEST(TrackTable, SelectRowsKeepsColumns) {
  const TrackTable t = make_track_table(
      std::vector{row_of(3, 1, 0), row_of(4, 2, 5), row_of(9, 1, 7)}, {"a"}, {{"n", {1, 2, 3}}});
  const TrackTable s = select_rows(t, [&](std::uint32_t r) { return t.id[r] == 1; });
  EXPECT_EQ(s.row_count(), 2U);
  EXPECT_EQ(s.first_frame, 3);
  EXPECT_EQ(s.frame_of(1), 9);
  EXPECT_EQ(s.attributes[0].values, (std::vector<float>{1, 3}));
  EXPECT_EQ(s.class_names, t.class_names);
}

TEST(Direction, FollowsAtan2) {
  for (int i = 0; i < 100'000; ++i) {
    const double angle = i * 0.0036;
    const auto x = static_cast<float>(1000 * std::cos(angle * M_PI / 180));
    const auto y = static_cast<float>(1000 * std::sin(angle * M_PI / 180));
    double expected = std::atan2(double{y}, double{x}) * 180 / M_PI;
    if (expected < 0) expected += 360;
    const double got = direction_degrees(x, y);
    EXPECT_GE(got, 0);
    EXPECT_LT(got, 360);
    const double off = std::abs(got - expected);
    EXPECT_LT(std::min(off, 360 - off), 1e-4) << angle;
  }
  EXPECT_EQ(direction_degrees(1, 0), 0);
  EXPECT_EQ(direction_degrees(0, 1), 90);
  EXPECT_EQ(direction_degrees(-1, 0), 180);
  EXPECT_EQ(direction_degrees(0, -1), 270);
  EXPECT_EQ(direction_degrees(1, -1e-30F), 0);
}

class Attributes : public ::testing::Test {
 protected:
  void SetUp() override {
    std::vector<TrackRow> rows;
    for (int f = 0; f < 5; ++f) {
      TrackRow row = row_of(f, 42, static_cast<float>(3 * f), static_cast<float>(4 * f));
      row.class_index = 2;
      row.score = 0.75F;
      rows.push_back(row);
    }
    rows.push_back(row_of(2, no_id, 500));
    table_ = make_track_table(rows, {}, {{"visibility", {1, 1, 0.5F, 1, 1, 0}}});
    finish_tracks(table_, {.frame_rate = {10}});
  }
  [[nodiscard]] float value(std::string_view name, std::uint32_t row) const {
    const float* const columns[] = {table_.attributes[0].values.data()};
    const TrackView view{table_.box.data(),      table_.id.data(),  table_.class_index.data(),
                         table_.score.data(),    table_.age.data(), table_.remaining.data(),
                         table_.velocity.data(), columns,           table_.rows(2)};
    return attribute_value(view, find_attribute(name, &table_).value(), {row, 120, 7, 0.25F});
  }
  TrackTable table_;
};

TEST_F(Attributes, HaveTheirValues) {
  EXPECT_EQ(value("id", 2), 42);
  EXPECT_EQ(value("class", 2), 2);
  EXPECT_EQ(value("score", 2), 0.75F);
  EXPECT_EQ(value("x", 2), 11);
  EXPECT_EQ(value("y", 2), 18);
  EXPECT_EQ(value("width", 2), 10);
  EXPECT_EQ(value("height", 2), 20);
  EXPECT_EQ(value("area", 2), 200);
  EXPECT_EQ(value("aspect", 2), 0.5F);
  EXPECT_EQ(value("age", 2), 2);
  EXPECT_EQ(value("remaining", 2), 2);
  EXPECT_FLOAT_EQ(value("speed", 2), 50);  // 3-4-5 at 10 frames per second
  EXPECT_NEAR(value("heading", 2), 53.1301, 1e-3);
  EXPECT_EQ(value("length", 2), 120);
  EXPECT_EQ(value("link_age", 2), 7);
  EXPECT_EQ(value("strength", 2), 0.25F);
  EXPECT_EQ(value("visibility", 2), 0.5F);
}

TEST_F(Attributes, AreNotANumberWhereThereIsNone) {
  const std::uint32_t stray = table_.rows(2).end - 1;
  for (const char* name : {"id", "class", "score", "heading"})
    EXPECT_TRUE(std::isnan(value(name, stray))) << name;
  EXPECT_EQ(value("speed", stray), 0);
}

TEST_F(Attributes, AreFoundByName) {
  EXPECT_FALSE(find_attribute("visibility", nullptr).has_value());
  EXPECT_FALSE(find_attribute("nonsense", &table_).has_value());
  for (const AttributeInfo& info : builtin_attributes())
    EXPECT_EQ(find_attribute(info.name, nullptr).value().source, info.source);
}

}  // namespace
}  // namespace overlace
