// SPDX-License-Identifier: Apache-2.0
// draw_lines: strokes of a straight link from (50, 50) to (150, 50).
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& params, float score_a = 0, float score_b = 0) {
  GraphRun run(
      R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
                   "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": )" +
          params + "}",
      R"(["lines"])",
      tracks_of({{{.box = {49, 49, 2, 2}, .score = score_a},
                  {.box = {149, 49, 2, 2}, .score = score_b}}}));
  run.draw();
  return run;
}

int red(const GraphRun& run, int x, int y) {
  return run.picture().at(x, y, 0);
}

/// Sum of coverage in one column.
double ink_in_column(const GraphRun& run, int x) {
  double sum = 0;
  for (int y = 0; y < 100; ++y) sum += red(run, x, y) / 255.0;
  return sum;
}

TEST(DrawLines, LaysExactlyTheWidthAsked) {
  for (const double width : {0.25, 0.5, 1.0, 2.0, 3.5, 20.0})
    EXPECT_NEAR(ink_in_column(
                    drawn(R"({"color": "#ff0000", "width": )" + std::to_string(width) + "}"), 100),
                width, 0.02)
        << width;
}

TEST(DrawLines, RoundCapsReachHalfAWidthBeyondTheEnd) {
  const GraphRun round = drawn(R"({"color": "#ff0000", "width": 10})");
  EXPECT_EQ(red(round, 47, 50), 255);
  EXPECT_EQ(red(round, 44, 50), 0);
  const GraphRun butt = drawn(R"({"color": "#ff0000", "width": 10, "cap": "butt"})");
  EXPECT_EQ(red(butt, 48, 50), 0);
  EXPECT_EQ(red(butt, 51, 50), 255);
}

TEST(DrawLines, TapersFromOneWidthToTheOther) {
  const GraphRun run = drawn(R"({"color": "#ff0000", "width": 20, "width_end": 4, "taper": true})");
  EXPECT_NEAR(ink_in_column(run, 75), 16, 0.3);
  EXPECT_NEAR(ink_in_column(run, 125), 8, 0.3);
}

TEST(DrawLines, RunsFromOneEndsColourToTheOthers) {
  const GraphRun mapped = drawn(
      R"({"width": 4, "color": {"map": "score", "ramp": [[0, "#000000"], [1, "#ff0000"]]}})", 0, 1);
  EXPECT_NEAR(red(mapped, 75, 50), 64, 3);
  EXPECT_NEAR(red(mapped, 125, 50), 191, 3);
  const GraphRun gradient =
      drawn(R"({"width": 4, "color": "#000000", "color_end": "#ff0000", "gradient": true})");
  EXPECT_NEAR(red(gradient, 125, 50), 191, 3);
}

TEST(DrawLines, FadesWithLinkLength) {
  const GraphRun run = drawn(
      R"({"width": 4, "color": "#ff0000", "opacity": {"map": "length", "stops": [[0, 1], [200, 0]]}})");
  EXPECT_NEAR(red(run, 100, 50), 128, 1);  // 100 px of 200
}

TEST(DrawLines, DashesCanMove) {
  const GraphRun run = drawn(
      R"({"color": "#ff0000", "width": 2, "cap": "butt", "dash_length": 10, "dash_gap": 10})");
  EXPECT_EQ(red(run, 55, 50), 255);
  EXPECT_EQ(red(run, 65, 50), 0);
  const GraphRun moved = drawn(
      R"({"color": "#ff0000", "width": 2, "cap": "butt", "dash_length": 10, "dash_gap": 10, "dash_offset": 10})");
  EXPECT_EQ(red(moved, 55, 50), 0);
  EXPECT_EQ(red(moved, 65, 50), 255);
}

TEST(DrawLines, GlowFallsOffToItsRadius) {
  const GraphRun run =
      drawn(R"({"color": "#ff0000", "width": 2, "glow_radius": 10, "glow_gain": 0.5})");
  EXPECT_GT(red(run, 100, 53), red(run, 100, 56));
  EXPECT_GT(red(run, 100, 56), 0);
  EXPECT_EQ(red(run, 100, 63), 0);
  // Half strength at the edge, quadratic: at d = 2.5 px of 10, 0.5 x 0.75^2.
  EXPECT_NEAR(red(run, 100, 53), 255 * 0.5 * 0.5625, 4);
}

}  // namespace
}  // namespace overlace::test
