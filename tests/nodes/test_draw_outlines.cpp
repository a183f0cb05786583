// SPDX-License-Identifier: Apache-2.0
// draw_outlines: polygons and masks of hand-made tracks, in a picture of 200 x 100 px.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& params, TrackTable tracks) {
  GraphRun run(R"("shapes": {"type": "draw_outlines", "inputs": {"tracks": "tracks"}, "params": )" +
                   params + "}",
               R"(["shapes"])", std::move(tracks));
  run.draw();
  return run;
}

constexpr const char* filled = R"({"stroke_width": 0, "fill": "#fff"})";

/// A square from 40 to 80 with a hole from 50 to 60.
TrackTable polygon() {
  TrackTable table = tracks_of({{{.box = {40, 40, 40, 40}}}});
  table.outlines.put(0, std::vector<OutlinePoint>{{{40, 40}, 0},
                                                  {{80, 40}, 0},
                                                  {{80, 80}, 0},
                                                  {{40, 80}, 0},
                                                  {{50, 50}, 1},
                                                  {{60, 50}, 1},
                                                  {{60, 60}, 1},
                                                  {{50, 60}, 1}});
  return table;
}

/// On a grid of half the picture's size: pixels 10 to 19 of columns 20 to 39.
TrackTable mask() {
  TrackTable table = tracks_of({{{.box = {40, 20, 40, 20}}}});
  std::vector<std::uint32_t> runs{20 * 50 + 10};
  for (int x = 0; x < 20; ++x) {
    runs.push_back(10);
    runs.push_back(x < 19 ? 40 : 60 * 50 + 30);
  }
  table.mask_runs.put(0, runs);
  table.mask_size = {{100, 50}};
  return table;
}

TEST(DrawOutlines, FillsByTheEvenOddRule) {
  const GraphRun run = drawn(filled, polygon());
  EXPECT_EQ(run.picture().at(45, 45, 0), 255);
  EXPECT_EQ(run.picture().at(40, 79, 0), 255);
  EXPECT_EQ(run.picture().at(55, 55, 0), 0) << "the hole";
  EXPECT_EQ(run.picture().at(39, 45, 0), 0);
  EXPECT_EQ(run.picture().at(45, 80, 0), 0);
}

TEST(DrawOutlines, EdgesBetweenRowsCoverTheirPart) {
  TrackTable table = tracks_of({{{.box = {40, 10, 40, 40}}}});
  table.outlines.put(0,
                     std::vector<OutlinePoint>{
                         {{40, 10.3F}, 0}, {{80, 10.3F}, 0}, {{80, 50.6F}, 0}, {{40, 50.6F}, 0}});
  const GraphRun run = drawn(filled, std::move(table));
  EXPECT_NEAR(run.picture().at(60, 10, 0), 0.7 * 255, 1);
  EXPECT_NEAR(run.picture().at(60, 50, 0), 0.6 * 255, 1);
  EXPECT_EQ(run.picture().at(60, 11, 0), 255);
  EXPECT_EQ(run.picture().at(60, 9, 0), 0);
}

TEST(DrawOutlines, StrokesEveryRingOnce) {
  const GraphRun run =
      drawn(R"({"stroke_width": 4, "color": "#ffffff80", "fill": "#0000"})", polygon());
  const int half = run.picture().at(60, 40, 0);
  EXPECT_NEAR(half, 128, 1);
  EXPECT_EQ(run.picture().at(40, 60, 0), half);
  EXPECT_EQ(run.picture().at(41, 41, 0), half) << "corners are not blended twice";
  EXPECT_EQ(run.picture().at(50, 55, 0), half) << "the hole's outline";
  EXPECT_EQ(run.picture().at(70, 70, 0), 0);
}

TEST(DrawOutlines, MasksAreScaledToThePicture) {
  const GraphRun run = drawn(filled, mask());
  EXPECT_EQ(run.picture().at(60, 30, 0), 255);
  EXPECT_EQ(run.picture().at(42, 22, 0), 255);
  EXPECT_EQ(run.picture().at(77, 37, 0), 255);
  EXPECT_EQ(run.picture().at(38, 30, 0), 0);
  EXPECT_EQ(run.picture().at(60, 18, 0), 0);
  EXPECT_EQ(run.picture().at(60, 41, 0), 0);
}

TEST(DrawOutlines, ThingsWithoutShapesDrawNothing) {
  EXPECT_TRUE(drawn(filled, tracks_of({{{.box = {40, 40, 40, 40}}}})).primitives().empty());
}

}  // namespace
}  // namespace overlace::test
