// SPDX-License-Identifier: Apache-2.0
// link_hub: which object is the hub, and which objects are linked to it.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::vector<std::pair<TrackId, TrackId>>;

/// Frame 0 has objects 0 and 1, and frame 1 two more: 2 is the largest, 3 is a ball.
TrackTable scene(TrackId ball = 3) {
  const std::vector<TrackRow> rows = {
      {.frame = 0, .id = 0, .box = {10, 10, 10, 10}, .class_index = 0},
      {.frame = 0, .id = 1, .box = {90, 40, 10, 10}, .class_index = 0},
      {.frame = 1, .id = 0, .box = {10, 10, 10, 10}, .class_index = 0},
      {.frame = 1, .id = 1, .box = {90, 40, 10, 10}, .class_index = 0},
      {.frame = 1, .id = 2, .box = {150, 60, 30, 30}, .class_index = 0},
      {.frame = 1, .id = ball, .box = {120, 10, 4, 4}, .class_index = 1}};
  return make_track_table(rows, {"player", "ball"});
}

GraphRun hub(const std::string& params, TrackId ball = 3) {
  return {R"("links": {"type": "link_hub", "inputs": {"points": "tracks"}, "params": )" + params +
              R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"},
                               "params": {"style": "straight"}},
              "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
          R"(["lines"])", scene(ball)};
}

/// Pairs of ids that are linked in frame 1.
Pairs linked(const std::string& params, TrackId ball = 3) {
  GraphRun run = hub(params, ball);
  run.draw(1);
  Pairs pairs;
  const TrackTable table = scene(ball);
  for (const Link& link : run.links())
    pairs.emplace_back(table.id[link.row_a], table.id[link.row_b]);
  return pairs;
}

TEST(LinkHub, TheLargestByDefault) {
  EXPECT_EQ(linked("{}"), (Pairs{{0, 2}, {1, 2}, {3, 2}}));
}

TEST(LinkHub, TheOldestOfEqualAgeIsThatOfTheLowestId) {
  EXPECT_EQ(linked(R"({"to": "oldest"})"), (Pairs{{1, 0}, {2, 0}, {3, 0}}));
}

TEST(LinkHub, TheNearestToAPoint) {
  EXPECT_EQ(linked(R"({"to": "center"})"), (Pairs{{0, 1}, {2, 1}, {3, 1}}));
  EXPECT_EQ(linked(R"({"to": "center", "point": "122 12"})"), (Pairs{{0, 3}, {1, 3}, {2, 3}}));
}

TEST(LinkHub, AnId) {
  EXPECT_EQ(linked(R"({"to": "id", "id": 1})"), (Pairs{{0, 1}, {2, 1}, {3, 1}}));
  EXPECT_EQ(linked(R"({"to": "id", "id": 7})"), Pairs{});
  constexpr TrackId large = 900'000'000'000'003;  // more than 32 bits
  EXPECT_EQ(linked(R"({"to": "id", "id": 900000000000003})", large),
            (Pairs{{0, large}, {1, large}, {2, large}}));
}

TEST(LinkHub, TheNearestOfAClass) {
  EXPECT_EQ(linked(R"({"to": "class", "classes": ["ball"]})"), (Pairs{{0, 3}, {1, 3}, {2, 3}}));
  EXPECT_EQ(linked(R"({"to": "class", "classes": ["player"]})"), (Pairs{{3, 1}}));
}

TEST(LinkHub, APlaceOfThePicture) {
  GraphRun run = hub(R"({"to": "point", "point": "50% 100%", "max_distance": 95})");
  run.draw(1);
  ASSERT_EQ(run.links().size(), 3U);  // object 0 is 124 px away
  for (const Link& link : run.links()) EXPECT_EQ(link.b, (Vec2{100, 100}));
  ASSERT_EQ(run.curves().size(), 3U);
  EXPECT_EQ(run.curves()[0].p0, (Vec2{95, 45}));
  EXPECT_EQ(run.curves()[0].p1, (Vec2{100, 100}));
}

TEST(LinkHub, LinksReachNoFurtherThanTheLimit) {
  EXPECT_EQ(linked(R"({"max_distance": 80})"), (Pairs{{1, 2}, {3, 2}}));  // 0-2: 163 px
}

TEST(LinkHub, RefusesAClassThatIsMissingOrUnknown) {
  EXPECT_THROW(hub(R"({"to": "class"})"), Error);
  EXPECT_THROW(hub(R"({"to": "class", "classes": ["bal"]})"), Error);
}

}  // namespace
}  // namespace overlace::test
