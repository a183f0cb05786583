// SPDX-License-Identifier: Apache-2.0
// draw_points: area and place of each mark, at the centre (100, 50).
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

double ink(const std::string& params, TrackRow row = {.box = {90, 40, 20, 20}}) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["points"])", tracks_of({{row}}));
  run.draw();
  double sum = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, 0) / 255.0;
  return sum;
}

constexpr double pi = 3.14159265358979;

TEST(DrawPoints, DotHasTheAreaOfItsDisc) {
  EXPECT_NEAR(ink(R"({"size": 20, "color": "#ff0000"})"), pi * 100, 1.5);
}

TEST(DrawPoints, RingIsAnAnnulus) {
  EXPECT_NEAR(ink(R"({"style": "ring", "size": 20, "stroke_width": 4, "color": "#ff0000"})"),
              pi * (144 - 64), 2.5);
}

TEST(DrawPoints, SizeCanComeFromAnAttribute) {
  EXPECT_NEAR(ink(R"({"size": {"map": "width", "stops": [[0, 0], [40, 40]]}, "color": "#ff0000"})"),
              pi * 100, 1.5);
}

TEST(DrawPoints, SitsOnItsAnchor) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                   "params": {"anchor": "bottom", "size": 6, "color": "#ff0000"}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  EXPECT_EQ(run.picture().at(100, 60, 0), 255);
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

TEST(DrawPoints, CrossHasAnOpenMiddle) {
  GraphRun run(R"("points": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                   "params": {"style": "cross", "size": 30, "stroke_width": 2, "color": "#ff0000"}})",
               R"(["points"])", tracks_of({{{.box = {90, 40, 20, 20}}}}));
  run.draw();
  EXPECT_EQ(run.picture().at(111, 50, 0), 255);
  EXPECT_EQ(run.picture().at(100, 61, 0), 255);
  EXPECT_EQ(run.picture().at(111, 61, 0), 0);
}

}  // namespace
}  // namespace overlace::test
