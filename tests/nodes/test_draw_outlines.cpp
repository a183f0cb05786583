// SPDX-License-Identifier: Apache-2.0
// draw_outlines: polygons and masks of hand-made tracks, in a 200 x 100 px picture.
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

/// On a grid of half the picture's size: rows 10 to 19 of columns 20 to 39.
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

TEST(DrawOutlines, BoxesOrEllipsesStandForShapesThatAreMissing) {
  const TrackTable boxes = tracks_of({{{.box = {40, 20, 60, 40}}}});
  const auto area = [&](const std::string& missing) {
    const GraphRun run =
        drawn(R"({"stroke_width": 0, "fill": "#fff", "missing": ")" + missing + R"("})", boxes);
    double sum = 0;
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x) sum += run.picture().at(x, y, 0) / 255.0;
    return sum;
  };
  EXPECT_NEAR(area("box"), 60 * 40, 1);
  EXPECT_NEAR(area("ellipse"), 3.14159265 * 30 * 20, 0.005 * 3.14159265 * 30 * 20);
  // Four corners with a radius of 6% of the picture's 100 px, each a quarter of a circle.
  EXPECT_NEAR(area("rounded"), 60 * 40 - (4 - 3.14159265) * 6 * 6, 2);
}

TEST(DrawOutlines, ThingsWithoutShapesDrawNothing) {
  EXPECT_TRUE(drawn(filled, tracks_of({{{.box = {40, 40, 40, 40}}}})).primitives().empty());
}

TEST(DrawOutlines, FeatherFadesOutBeyondTheEdge) {
  const GraphRun run =
      drawn(R"({"stroke_width": 0, "fill": "#ffffff80", "feather": 10})", polygon());
  EXPECT_NEAR(run.picture().at(45, 60, 0), 128, 1);
  EXPECT_NEAR(run.picture().at(41, 60, 0), 128, 1) << "all of the inside is as it was";
  // The glow of a line that extends half a pixel to either side of the edge.
  const double left = 1 - (40 - 35.5 - 0.5) / 10;
  EXPECT_NEAR(run.picture().at(35, 60, 0), 128 * left * left, 2);
  EXPECT_EQ(run.picture().at(28, 60, 0), 0);
}

TEST(DrawOutlines, AHaloLeavesTheBodyAsItIs) {
  const std::string halo = R"({"stroke_width": 1, "color": "#fff", "fill": "#0000",
                               "glow_radius": 10, "glow_gain": 1, "glow_side": )";
  const GraphRun both = drawn(halo + R"("both"})", polygon());
  const GraphRun out = drawn(halo + R"("out"})", polygon());
  EXPECT_GT(both.picture().at(43, 65, 0), 50);
  EXPECT_EQ(out.picture().at(43, 65, 0), 0);
  const double left = 1 - (40 - 35.5 - 0.5) / 10;
  EXPECT_NEAR(out.picture().at(35, 65, 0), 255 * left * left, 2);
  EXPECT_NEAR(out.picture().at(35, 65, 0), both.picture().at(35, 65, 0), 1);
  EXPECT_GT(out.picture().at(52, 55, 0), 100) << "a hole is outside, too";
}

/// The number of corners kept of a 100 px square whose sides wobble by half a pixel.
std::size_t corners_left(const std::string& tolerance) {
  TrackTable table = tracks_of({{{.box = {40, 0, 100, 100}}}});
  std::vector<OutlinePoint> ring;
  const Vec2 corners[] = {{40, 0}, {140, 0}, {140, 100}, {40, 100}};
  for (std::size_t side = 0; side < 4; ++side)
    for (int i = 0; i < 20; ++i) {
      const Vec2 a = corners[side], b = corners[(side + 1) % 4];
      const float wander = i % 2 == 0 ? 0 : 0.5F;
      ring.push_back({a + (b - a) * (static_cast<float>(i) / 20) + Vec2{wander, wander}, 0});
    }
  table.outlines.put(0, ring);
  const GraphRun run = drawn(
      R"({"stroke_width": 2, "fill": "#0000", "simplify": )" + tolerance + "}", std::move(table));
  return run.primitives().size();
}

TEST(DrawOutlines, SimplifyLeavesOutWhatIsNearerThanItsTolerance) {
  // A ring starts in the middle of a side: one segment more than corners.
  EXPECT_EQ(corners_left("0"), 81U);
  EXPECT_EQ(corners_left("1"), 5U);
}

/// Which of two overlapping squares is on top: the first one is large, high up and of class 1.
int seen_on_top(const std::string& order) {
  TrackTable table = tracks_of(
      {{{.box = {20, 10, 60, 60}, .score = 0.9F}, {.box = {40, 30, 40, 50}, .score = 0.1F}}});
  for (std::uint32_t row = 0; row < 2; ++row) {
    const Box& b = table.box[row];
    table.outlines.put(row, std::vector<OutlinePoint>{{{b.x, b.y}, 0},
                                                      {{b.x + b.width, b.y}, 0},
                                                      {{b.x + b.width, b.y + b.height}, 0},
                                                      {{b.x, b.y + b.height}, 0}});
  }
  const GraphRun run = drawn(R"({"stroke_width": 0, "priority": {"expr": "score"},
      "fill": {"map": "index", "ramp": [[0, "#f00"], [1, "#0f0"]]}, "order": ")" +
                                 order + R"("})",
                             std::move(table));
  return run.picture().at(60, 50, 0) > 128 ? 0 : 1;
}

TEST(DrawOutlines, OrderSaysWhichObjectLiesOnTop) {
  EXPECT_EQ(seen_on_top("file"), 1);
  EXPECT_EQ(seen_on_top("area"), 1);
  EXPECT_EQ(seen_on_top("y"), 1);
  EXPECT_EQ(seen_on_top("priority"), 0);
}

}  // namespace
}  // namespace overlace::test
