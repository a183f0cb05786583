// SPDX-License-Identifier: Apache-2.0
// track_zone: series, attributes and marks; visits are tested separately.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <fstream>

#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

/// A 10 x 20 box with its bottom at these x and at height 50, one per frame from `first` on.
std::vector<TrackRow> walk_to(TrackId id, std::int32_t first, const std::vector<float>& xs,
                              int class_index = 0) {
  std::vector<TrackRow> rows;
  for (const float x : xs) rows.push_back({first++, id, {x - 5, 30, 10, 20}, class_index});
  return rows;
}

/// The inside is x = 50 to 100. 1 enters in frame 1, leaves in 4 and returns in 7 for good; 2 is
/// inside in frames 2 and 3; 3 never enters.
std::vector<TrackRow> yard() {
  return walk_to(1, 0, {40, 60, 70, 80, 120, 130, 120, 90, 80, 80}) +
         walk_to(2, 2, {60, 60, 40, 30}, 1) + walk_to(3, 0, {10, 20, 30, 40});
}

constexpr const char* plain = R"({"name": "yard", "corners": ["50 0", "100 0", "100 100", "50 100"],
                                  "enter_frames": 1, "gap": 1})";

TrackTable watched(const std::vector<TrackRow>& rows, const std::string& params = plain,
                   std::vector<std::string>* said = nullptr) {
  return made_of("track_zone", rows, params, said);
}

using Values = std::vector<double>;

// Frames 0 to 9, and the end of the clip, when everyone is gone.
TEST(TrackZone, SeriesOfEveryFrame) {
  std::vector<std::string> said;
  const TrackTable table = watched(yard(), plain, &said);
  EXPECT_EQ(values(table, "yard.in"), (Values{0, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_EQ(values(table, "yard.out"), (Values{0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 3}));
  EXPECT_EQ(values(table, "yard.now"), (Values{0, 1, 2, 2, 0, 0, 0, 1, 1, 1, 0}));
  EXPECT_EQ(values(table, "yard.peak"), (Values{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(values(table, "yard.total"), (Values{0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_EQ(values(table, "yard.now.person"), (Values{0, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0}));
  EXPECT_EQ(values(table, "yard.in.car"), (Values{0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(values(table, "yard.out.car"), (Values{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_EQ(said, std::vector<std::string>{"yard: 3 visits by 2 objects, 2 at once"});
}

// At 10 frames per second: 1 stays for 0.3 s and again from frame 7 on, 2 stays for 0.2 s.
TEST(TrackZone, MeanTime) {
  const Values mean = values(watched(yard()), "yard.mean_time");
  EXPECT_TRUE(std::isnan(mean[0]));
  EXPECT_DOUBLE_EQ(mean[1], 0);
  EXPECT_DOUBLE_EQ(mean[2], (0.1 + 0) / 2);
  EXPECT_DOUBLE_EQ(mean[6], (0.3 + 0.2) / 2);
  EXPECT_DOUBLE_EQ(mean[9], (0.3 + 0.2 + 0.2) / 3);
}

// A box of 10 x 20 px at (44, 30): each zone holds one of the points, and none of the others.
TEST(TrackZone, TheAnchorMustBeInside) {
  const struct {
    const char *anchor, *corners;
  } zones[] = {{"top", R"(["0 0", "200 0", "200 35", "0 35"])"},
               {"bottom", R"(["0 45", "200 45", "200 100", "0 100"])"},
               {"left", R"(["0 0", "46 0", "46 100", "0 100"])"},
               {"right", R"(["52 0", "200 0", "200 100", "52 100"])"},
               {"center", R"(["46 35", "52 35", "52 45", "46 45"])"}};
  for (const auto& zone : zones)
    for (const auto& other : zones) {
      const TrackTable table =
          watched(walk_to(1, 0, {49, 49}),
                  std::string(R"({"name": "yard", "enter_frames": 1, "anchor": ")") + other.anchor +
                      R"(", "corners": )" + zone.corners + "}");
      EXPECT_EQ(values(table, "yard.now")[0], &other == &zone ? 1 : 0)
          << other.anchor << " in the zone of " << zone.anchor;
    }
}

TEST(TrackZone, WhatObjectsKnow) {
  const TrackTable table = watched(yard());
  const auto column = [&](const char* name) -> const std::vector<float>& {
    return std::ranges::find(table.attributes, name, &AttributeColumn::name)->values;
  };
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  const float inside[] = {0, 1, 1, 1, 0, 0, 0, 1, 1, 1}, visits[] = {0, 1, 1, 1, 1, 1, 1, 2, 2, 2},
              time[] = {-1, 0, 0.1F, 0.2F, -1, -1, -1, 0, 0.1F, 0.2F};
  int rows = 0;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.id[row] != 1) continue;
    ++rows;
    const auto f = static_cast<std::size_t>(frame[row]);
    EXPECT_EQ(column("yard")[row], inside[f]) << f;
    EXPECT_EQ(column("yard_visits")[row], visits[f]) << f;
    if (time[f] < 0)
      EXPECT_TRUE(std::isnan(column("yard_time")[row])) << f;
    else
      EXPECT_FLOAT_EQ(column("yard_time")[row], time[f]) << f;
  }
  EXPECT_EQ(rows, 10);
}

TEST(TrackZone, MarksWhoComesAndGoes) {
  TrackTable table = watched(yard());
  std::ranges::stable_sort(table.marks, {}, &TrackMark::frame);
  std::string story;
  for (const TrackMark& mark : table.marks)
    story += std::to_string(mark.frame) + " " + mark.class_name + " " + std::to_string(mark.id) +
             " " + mark.event + " " + mark.name + "\n";
  EXPECT_EQ(story,
            "1 person 1 enter yard\n2 car 2 enter yard\n4 person 1 leave yard\n4 car 2 leave yard\n"
            "7 person 1 enter yard\n");
  EXPECT_EQ(table.marks.front().at, (Vec2{60, 50}));
}

// Four frames outside are forgiven, so 1 never left.
TEST(TrackZone, GapAndEnterFrames) {
  const auto with = [](const std::string& rules) {
    return watched(
        yard(),
        R"({"name": "yard", "corners": ["50 0", "100 0", "100 100", "50 100"], )" + rules + "}");
  };
  EXPECT_EQ(values(with(R"("enter_frames": 1, "gap": 4)"), "yard.now"),
            (Values{0, 1, 2, 2, 1, 1, 1, 1, 1, 1, 0}));
  EXPECT_EQ(values(with(R"("enter_frames": 3, "gap": 1)"), "yard.in").back(), 2)
      << "2 has 2 frames";
}

TEST(TrackZone, ClassesAndExclude) {
  const char* corners = R"("name": "yard", "corners": ["50 0", "100 0", "100 100", "50 100"],
                           "enter_frames": 1, "gap": 0)";
  EXPECT_EQ(
      values(watched(yard(), std::string("{") + corners + R"(, "classes": ["car"]})"), "yard.in")
          .back(),
      1);
  // 1 is outside in frame 0 and from 4 to 6, 2 in 4 and 5, 3 from 0 to 3.
  EXPECT_EQ(
      values(watched(yard(), std::string("{") + corners + R"(, "exclude": true})"), "yard.now"),
      (Values{2, 1, 1, 1, 2, 2, 1, 0, 0, 0, 0}));
}

// The current count is recomputed in every frame with a loop over the boxes.
TEST(TrackZone, NowIsWhoIsThere) {
  std::ifstream file(OVERLACE_TEST_DATA "/mot15/TUD-Campus-gt.txt");
  if (!file) GTEST_SKIP() << "no TUD-Campus-gt.txt";
  std::vector<TrackRow> rows;
  std::vector<double> expected(72, 0);
  for (std::string line; std::getline(file, line);) {
    TrackRow row;
    long long id = 0;
    ASSERT_EQ(std::sscanf(line.c_str(), "%d,%lld,%f,%f,%f,%f", &row.frame, &id, &row.box.x,
                          &row.box.y, &row.box.width, &row.box.height),
              6);
    row.id = id;
    --row.frame;
    row.class_index = 0;
    rows.push_back(row);
    const double x = row.box.x + row.box.width / 2, y = row.box.y + row.box.height;
    if (x > 200 && x < 500 && y > 200 && y < 420) ++expected[static_cast<std::size_t>(row.frame)];
  }
  const TrackTable table = watched(rows, R"({"enter_frames": 1, "gap": 0,
      "corners": ["200 200", "500 200", "500 420", "200 420"]})");
  expected.resize(values(table, "zone.now").size());
  EXPECT_EQ(values(table, "zone.now"), expected);
  Values balance = values(table, "zone.in");
  const Values out = values(table, "zone.out");
  for (std::size_t i = 0; i < balance.size(); ++i) balance[i] -= out[i];
  EXPECT_EQ(balance, expected) << "in less out is who is inside";
}

TEST(TrackZone, RefusesWhatIsNoZone) {
  const auto refusal = [](const std::string& params) { return refusal_of("track_zone", params); };
  EXPECT_NE(refusal(R"({"name": "a.b"})").find("'a.b' cannot name a series"), std::string::npos);
  EXPECT_NE(refusal(R"({"corners": [], "otherwise": []})").find("three corners"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"corners": ["1 1", "2 2"]})").find("at least 3 points"), std::string::npos);
  EXPECT_NE(refusal(R"({"corners": ["1 1", "1 1", "1 1"]})").find("on one line"),
            std::string::npos);
  EXPECT_NE(refusal(R"({"corners": ["10% 10%", "30% 30%", "70% 70%"]})").find("on one line"),
            std::string::npos);
  EXPECT_EQ(refusal("{}"), "");
}

// "area" is what people call a zone, and every object has an attribute of that name: its box's
// area.
TEST(TrackZone, MayBeCalledAsAnAttributeOfEveryObject) {
  const std::string corners = R"("corners": ["50 0", "100 0", "100 100", "50 100"])";
  for (const char* const name : {"area", "time"}) {
    std::vector<std::string> said;
    const std::string zone = name;
    const TrackTable table = watched(
        walk_to(1, 0, {40, 60, 120}),
        R"({"enter_frames": 1, "gap": 0, "name": ")" + zone + "\", " + corners + "}", &said);
    EXPECT_EQ(values(table, zone + ".now"), (Values{0, 1, 0, 0}));
    EXPECT_EQ(std::ranges::find(table.attributes, zone, &AttributeColumn::name),
              table.attributes.end());
    const auto inside =
        std::ranges::find(table.attributes, zone + "_inside", &AttributeColumn::name);
    ASSERT_NE(inside, table.attributes.end());
    EXPECT_EQ(inside->values, (std::vector<float>{0, 1, 0}));
    EXPECT_NE(said.front().find(zone + "_inside"), std::string::npos) << said.front();
  }
}

TEST(TrackZone, RefusesANameThatTheTracksHave) {
  for (const char* const column : {"yard", "yard_time", "yard_visits"}) {
    TrackTable input = make_track_table(walk_to(1, 0, {40}), {}, {{column, {3}}});
    TrackNode node("track_zone", plain);
    node.context.inputs = {&input};
    const std::string refusal = node.refusal();
    EXPECT_NE(refusal.find("already have an attribute '" + std::string(column) + "'"),
              std::string::npos)
        << refusal;
  }
}

// An hourglass: its two halves are inside, the areas beside its waist are not.
TEST(TrackZone, CornersMayCross) {
  const char* hourglass = R"({"name": "yard", "corners": ["0 0", "100 0", "0 100", "100 100"],
                              "enter_frames": 1})";
  const auto now = [&](Vec2 foot) {
    const TrackTable table = watched({{0, 1, {foot.x - 5, foot.y - 20, 10, 20}, 0}}, hourglass);
    return values(table, "yard.now")[0];
  };
  EXPECT_EQ(now({50, 20}), 1);
  EXPECT_EQ(now({50, 80}), 1);
  EXPECT_EQ(now({10, 50}), 0);
  EXPECT_EQ(now({90, 50}), 0);
}

}  // namespace
}  // namespace overlace::test
