// SPDX-License-Identifier: Apache-2.0
// link_chain: who follows whom, chains of groups, rings, breaks, and chains with hysteresis.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

using Pairs = std::vector<std::pair<TrackId, TrackId>>;

/// 10 x 10 px boxes with these centres; ids count from 0, classes alternate between 0 and 1.
std::vector<TrackRow> row_of_boxes(const std::vector<Vec2>& middles) {
  std::vector<TrackRow> rows;
  for (std::size_t i = 0; i < middles.size(); ++i)
    rows.push_back({.id = static_cast<TrackId>(i),
                    .box = {middles[i].x - 5, middles[i].y - 5, 10, 10},
                    .class_index = static_cast<std::int32_t>(i % 2)});
  return rows;
}

GraphRun chain(const std::string& params, const std::vector<std::vector<TrackRow>>& frames) {
  return {R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}, "params": )" + params +
              R"(}, "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
              "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}})",
          R"(["lines"])", tracks_of(frames)};
}

Pairs linked(const std::string& params, const std::vector<Vec2>& middles) {
  GraphRun run = chain(params, {row_of_boxes(middles)});
  run.draw();
  Pairs pairs;
  for (const Link& link : run.links()) pairs.emplace_back(link.row_a, link.row_b);
  return pairs;
}

const std::vector<Vec2> scattered = {{90, 20}, {10, 30}, {50, 80}, {170, 40}};

TEST(LinkChain, FollowsIdsByDefault) {
  EXPECT_EQ(linked("{}", scattered), (Pairs{{0, 1}, {1, 2}, {2, 3}}));
}

TEST(LinkChain, FollowsAnExpression) {
  EXPECT_EQ(linked(R"({"order": {"expr": "x"}})", scattered), (Pairs{{1, 2}, {2, 0}, {0, 3}}));
  EXPECT_EQ(linked(R"({"order": {"expr": "-y"}})", scattered), (Pairs{{2, 3}, {3, 1}, {1, 0}}));
}

TEST(LinkChain, EqualOnesFollowByIdWhateverTheirRows) {
  EXPECT_EQ(linked(R"js({"order": {"expr": "step(60, x)"}})js", scattered),
            (Pairs{{1, 2}, {2, 0}, {0, 3}}));
}

TEST(LinkChain, GroupsAreChainsOfTheirOwn) {
  EXPECT_EQ(linked(R"({"group": {"expr": "class"}})", scattered), (Pairs{{0, 2}, {1, 3}}));
}

TEST(LinkChain, ClosesFromThreeOn) {
  EXPECT_EQ(linked(R"({"closed": true})", {{10, 10}, {50, 10}}), (Pairs{{0, 1}}));
  EXPECT_EQ(linked(R"({"closed": true})", {{10, 10}, {50, 10}, {50, 50}}),
            (Pairs{{0, 1}, {1, 2}, {0, 2}}));
}

TEST(LinkChain, BreaksAtALongLink) {
  // 0-1 is 81 px long, 1-2 64, 2-3 126.
  EXPECT_EQ(linked(R"({"max_distance": 100})", scattered), (Pairs{{0, 1}, {1, 2}}));
}

TEST(LinkChain, HasAMemory) {
  // The first two drift apart; their link is kept up to 60 px and then fades over three frames.
  std::vector<std::vector<TrackRow>> frames;
  for (const float x : {30.0F, 40.0F, 60.0F, 80.0F, 90.0F, 100.0F, 110.0F})
    frames.push_back(row_of_boxes({{10, 50}, {x, 50}}));
  GraphRun run = chain(R"({"max_distance": 35, "leave_distance": 60, "fade_out": 3})", frames);
  const std::vector<float> expected = {1, 1, 1, 0.75F, 0.5F, 0.25F, 0};
  for (int frame = 0; frame < 7; ++frame) {
    run.draw(frame);
    const float strength = run.links().empty() ? 0 : run.links()[0].strength;
    EXPECT_FLOAT_EQ(strength, expected[static_cast<std::size_t>(frame)]) << "frame " << frame;
  }
}

}  // namespace
}  // namespace overlace::test
