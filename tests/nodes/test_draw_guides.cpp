// SPDX-License-Identifier: Apache-2.0
// draw_guides: positions of lines in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun guides(const std::string& params) {
  GraphRun run(
      R"("guides": {"type": "draw_guides", "params": {"width": 2, "opacity": 1, )" + params + "}}",
      R"(["guides"])", TrackTable());
  run.draw();
  return run;
}

/// Expects that all these pixels have the value.
void expect(const GraphRun& run, int value, std::initializer_list<std::pair<int, int>> pixels) {
  for (const auto& [x, y] : pixels) EXPECT_EQ(run.picture().at(x, y, 0), value) << x << ", " << y;
}

bool is_one_of(float value, std::initializer_list<float> others) {
  return std::ranges::any_of(others, [=](float other) { return std::abs(value - other) < 1e-4F; });
}

// SMPTE ST 2046-1: 93 % and 90 % of width and height.
TEST(DrawGuides, SafeAreas) {
  const GraphRun action = guides(R"("kind": "action")");
  EXPECT_EQ(action.primitives().size(), 5U) << "four sides, of which one is in two pieces";
  expect(action, 255, {{6, 50}, {7, 50}, {192, 50}, {193, 50}, {100, 3}, {100, 96}});
  for (const Primitive& side : action.primitives())
    for (const Vec2 end : {side.curve.p0, side.curve.p1}) {
      EXPECT_TRUE(is_one_of(end.x, {7, 193, 100})) << end.x;
      EXPECT_TRUE(is_one_of(end.y, {3.5F, 96.5F, 50})) << end.y;
    }
  expect(guides(R"("kind": "title")"), 255,
         {{9, 50}, {10, 50}, {189, 50}, {190, 50}, {100, 4}, {100, 95}});
}

TEST(DrawGuides, Thirds) {
  const GraphRun run = guides(R"("kind": "thirds")");
  expect(run, 255, {{66, 10}, {133, 10}, {10, 33}, {10, 66}});
  expect(run, 0, {{60, 10}, {100, 10}, {10, 50}});
}

TEST(DrawGuides, ACrossInTheMiddle) {
  const GraphRun run = guides(R"("kind": "cross", "size": 20)");
  expect(run, 255, {{100, 50}, {92, 50}, {107, 50}, {100, 42}, {99, 57}});
  expect(run, 0, {{85, 50}, {100, 65}, {95, 55}});
}

// 30 px apart, measured from the middle: x = 10, 40, 70, 100 …, y = 20, 50, 80.
TEST(DrawGuides, AGridFromTheMiddle) {
  const GraphRun run = guides(R"("kind": "grid", "size": 30)");
  EXPECT_EQ(run.primitives().size(), 7U + 3U);
  expect(run, 255, {{10, 5}, {40, 5}, {100, 5}, {190, 5}, {5, 20}, {5, 50}, {5, 80}});
  EXPECT_TRUE(guides(R"("kind": "grid", "size": 0)").primitives().empty());
}

TEST(DrawGuides, Corners) {
  const GraphRun run = guides(R"("kind": "corners", "size": 15, "margin": 10)");
  expect(run, 255, {{20, 10}, {10, 20}, {180, 10}, {190, 20}, {20, 90}, {190, 80}});
  expect(run, 0, {{30, 10}, {100, 10}, {10, 50}, {20, 20}});
}

}  // namespace
}  // namespace overlace::test
