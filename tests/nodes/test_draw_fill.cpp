// SPDX-License-Identifier: Apache-2.0
// draw_fill: one colour over everything.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

TEST(DrawFill, CoversEveryPixelOnce) {
  GraphRun run(R"("fill": {"type": "draw_fill", "params": {"color": "#ff804080"}})", R"(["fill"])",
               tracks_of({{}}));
  run.draw();
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      ASSERT_NEAR(run.picture().at(x, y, 0), 255 * 128 / 255.0, 1);
      ASSERT_NEAR(run.picture().at(x, y, 1), 128 * 128 / 255.0, 1);
      ASSERT_NEAR(run.picture().at(x, y, 2), 64 * 128 / 255.0, 1);
    }
}

TEST(DrawFill, FollowsKeyframes) {
  GraphRun run(R"("fill": {"type": "draw_fill", "params": {"color": {"keyframes": [
                   {"frame": 0, "value": "#00000000"}, {"frame": 10, "value": "#ffffffff"}]}}})",
               R"(["fill"])", tracks_of({{}}));
  run.draw(0);
  EXPECT_EQ(run.picture().at(5, 5, 0), 0);
  run.draw(10);
  EXPECT_EQ(run.picture().at(5, 5, 0), 255);
}

}  // namespace
}  // namespace overlace::test
