// SPDX-License-Identifier: Apache-2.0
// Series: which value holds when, their names, and how tables pass them on.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/core/error.h"
#include "graph/data/tracks.h"

namespace overlace {
namespace {

SharedSeries series(Series s) {
  return std::make_shared<const Series>(std::move(s));
}

TEST(Series, AFrameHasItsValueAndTheEndsHold) {
  const Series counts{.name = "door.in", .values = {0, 2, 5}, .first_frame = 10};
  EXPECT_EQ(counts.at({.frame = 0}), 0);
  EXPECT_EQ(counts.at({.frame = 11}), 2);
  EXPECT_EQ(counts.at({.frame = 12}), 5);
  EXPECT_EQ(counts.at({.frame = 2000000000}), 5);
  EXPECT_TRUE(std::isnan(Series{}.at({})));
}

// Sound is sampled by presentation time, whatever the frame number.
TEST(Series, SamplesHoldInPresentationTime) {
  const Series level{
      .name = "audio.level", .values = {1, 2, 3, 4}, .sample_rate = 100, .start_s = 0.5};
  EXPECT_EQ(level.at({.frame = 9, .shown_s = 0}), 1);
  EXPECT_EQ(level.at({.frame = 0, .shown_s = 0.509}), 1);
  EXPECT_EQ(level.at({.frame = 0, .shown_s = 0.51}), 2);
  EXPECT_EQ(level.at({.frame = 0, .shown_s = 0.1 + 0.42}), 3);  // 0.52 less half an ulp
  EXPECT_EQ(level.at({.frame = 0, .shown_s = 3600}), 4);
}

TEST(Series, OneNameIsOneSeries) {
  const SharedSeries in = series({.name = "door.in"}), twin = series({.name = "door.in"});
  SeriesList list = {in};
  add_series(list, {in, series({.name = "door.out"})});  // the same one again is allowed
  EXPECT_EQ(list.size(), 2U);
  try {
    add_series(list, {twin});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().front().message, "two series are called 'door.in'");
  }
}

TEST(Series, TablesPassThemOn) {
  TrackTable left, right, made;
  left.series = {series({.name = "a.in"})};
  left.shapes = {{"a", {{0, 0}, {9, 9}}}};
  left.marks = {{.frame = 7, .name = "a", .event = "in"},
                {.frame = 9, .name = "a", .event = "out"}};
  right.series = {left.series.front(), series({.name = "b.in"})};
  right.shapes = left.shapes;
  right.marks = {left.marks.front(), {.frame = 8, .name = "b", .event = "in"}};
  pass_on(std::vector<const TrackTable*>{&left, nullptr, &right}, made);
  EXPECT_EQ(made.series.size(), 2U);
  EXPECT_EQ(made.shapes, left.shapes);
  ASSERT_EQ(made.marks.size(), 3U);
  for (std::int32_t i = 0; i < 3; ++i)
    EXPECT_EQ(made.marks[static_cast<std::size_t>(i)].frame, 7 + i);
}

}  // namespace
}  // namespace overlace
