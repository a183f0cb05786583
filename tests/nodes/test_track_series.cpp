// SPDX-License-Identifier: Apache-2.0
// track_series: each way to reduce objects, on tables small enough to add up by hand.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
using Values = std::vector<double>;

/// Widths 10 and 30 in frame 0, 20 in frame 1, none in frame 2, 40 in frame 3 (id 1 again).
TrackTable crowd() {
  TrackTable table = make_track_table(std::vector<TrackRow>{{0, 1, {0, 0, 10, 5}, 0, 0.5F},
                                                            {0, 2, {0, 0, 30, 5}, 1, nan},
                                                            {1, 3, {0, 0, 20, 5}, 0, 0.75F},
                                                            {3, 1, {0, 0, 40, 5}, 0, 0.25F}},
                                      {"person", "car"});
  finish_tracks(table, {.frame_rate = {10}});
  table.series = {std::make_shared<const Series>(
      Series{.name = "door.now", .values = {0, 9, 2, 7}, .first_frame = 0})};
  return table;
}

Values made(const std::string& params) {
  const TrackTable input = crowd();
  TrackNode node("track_series", params);
  node.context.inputs = {&input};
  const TrackTable table = node.make();
  EXPECT_EQ(table.row_count(), input.row_count());
  return table.series.back()->values;
}

TEST(TrackSeries, CountsObjectsByDefault) {
  EXPECT_EQ(made("{}"), (Values{2, 1, 0, 1}));
  EXPECT_EQ(made(R"({"where": "class == 0"})"), (Values{1, 1, 0, 1}));
  EXPECT_EQ(made(R"({"where": "score > 0.4", "name": "sure"})"), (Values{1, 1, 0, 0}));
}

TEST(TrackSeries, Reduces) {
  const auto of_width = [](const char* reduce) {
    return made(std::string(R"({"of": "width", "reduce": ")") + reduce + "\"}");
  };
  EXPECT_EQ(of_width("sum"), (Values{40, 20, 0, 40}));
  EXPECT_EQ(of_width("count"), (Values{2, 1, 0, 1}));
  EXPECT_EQ(of_width("distinct"), (Values{2, 3, 3, 3}));
  EXPECT_EQ(of_width("so_far"), (Values{40, 60, 60, 100}));
  EXPECT_EQ(of_width("total"), (Values{100, 100, 100, 100}));
  for (const auto& [reduce, first] : {std::pair("mean", 20.0), {"min", 10.0}, {"max", 30.0}}) {
    const Values values = of_width(reduce);
    EXPECT_EQ(values[0], first) << reduce;
    EXPECT_TRUE(std::isnan(values[2])) << reduce << " of nobody";
    EXPECT_EQ(values[3], 40) << reduce;
  }
}

// Objects without a score are left out of reductions of scores.
TEST(TrackSeries, WhatIsMissingIsLeftOut) {
  EXPECT_EQ(made(R"({"of": "score", "reduce": "mean"})")[0], 0.5);
  EXPECT_EQ(made(R"({"of": "score", "reduce": "count"})")[0], 1);
}

TEST(TrackSeries, AlarmsAreHeld) {
  EXPECT_EQ(made(R"({"of": "door.now > 5"})"), (Values{0, 1, 0, 1}));
  EXPECT_EQ(made(R"({"of": "door.now > 8"})"), (Values{0, 1, 0, 0}));
  EXPECT_EQ(made(R"({"of": "door.now > 8", "hold": 0.1})"), (Values{0, 1, 1, 0}));
  EXPECT_EQ(made(R"({"of": "door.now", "hold": 0.2})"), (Values{0, 9, 9, 9}));
  EXPECT_EQ(made(R"({"of": "door.now", "hold": 0.1})"), (Values{0, 9, 9, 7}));
  EXPECT_EQ(made(R"({"of": "door.now", "where": "frame != 1"})"), (Values{0, 0, 2, 7}));
}

// In frame 2 there are no objects, but the mean width of frame 1, 20, is held.
TEST(TrackSeries, WhatIsHeldOutlastsFramesWithoutAValue) {
  const auto held_for = [](const char* seconds) {
    return made(std::string(R"({"of": "width", "reduce": "mean", "hold": )") + seconds + "}");
  };
  EXPECT_TRUE(std::isnan(held_for("0")[2]));
  EXPECT_EQ(held_for("0.1"), (Values{20, 20, 20, 40}));
  EXPECT_TRUE(
      std::isnan(made(R"({"of": "width", "reduce": "mean", "where": "frame > 2", "hold": 1})")[2]))
      << "nothing came before it";
}

// Two objects in frame 0, one in frames 1 and 3, none in frame 2.
TEST(TrackSeries, EachRiseFromNothingIsAnEvent) {
  const auto frames_of = [](const std::string& params) {
    const TrackTable input = crowd();
    TrackNode node("track_series", params);
    node.context.inputs = {&input};
    std::vector<std::int32_t> frames;
    for (const TrackMark& mark : node.make().marks) {
      EXPECT_EQ(mark.name, "busy");
      EXPECT_EQ(mark.event, "alarm");
      EXPECT_EQ(mark.id, no_id);
      frames.push_back(mark.frame);
    }
    return frames;
  };
  using Frames = std::vector<std::int32_t>;
  EXPECT_EQ(frames_of(R"({"name": "busy"})"), Frames{});
  EXPECT_EQ(frames_of(R"({"name": "busy", "event": "alarm"})"), (Frames{0, 3}));
  EXPECT_EQ(frames_of(R"({"name": "busy", "event": "alarm", "hold": 0.1})"), Frames{0})
      << "held over frame 2";
  EXPECT_EQ(frames_of(R"({"name": "busy", "event": "alarm", "of": "door.now > 5"})"),
            (Frames{1, 3}));
}

TEST(TrackSeries, RefusesWhatIsNoNumber) {
  const auto refusal = [](const std::string& params) {
    const TrackTable input = crowd();
    TrackNode node("track_series", params);
    node.context.inputs = {&input};
    return node.refusal();
  };
  EXPECT_NE(refusal(R"({"of": "witdh"})").find("unknown name 'witdh'"), std::string::npos);
  EXPECT_NE(refusal(R"({"of": "witdh"})").find("did you mean 'width'?"), std::string::npos);
  EXPECT_NE(refusal(R"({"where": "1 +"})").find("the expression ends too early"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"of": "door.nwo"})").find("unknown series 'door.nwo'"), std::string::npos);
  EXPECT_NE(refusal(R"({"name": "a b"})").find("cannot name a series"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
