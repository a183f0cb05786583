// SPDX-License-Identifier: Apache-2.0
// draw_lines: strokes of a straight link from (50, 50) to (150, 50).
#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& params, float score_a = 0, float score_b = 0, float end = 150) {
  GraphRun run(
      R"("links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
                   "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
                   "lines": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": )" +
          params + "}",
      R"(["lines"])",
      tracks_of({{{.box = {49, 49, 2, 2}, .score = score_a},
                  {.box = {end - 1, 49, 2, 2}, .score = score_b}}}));
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

TEST(DrawLines, HasAThirdColourOnItsWay) {
  const std::string middle =
      R"("width": 4, "color": "#000000", "middle": 0.25, "color_middle": "#ff0000", "middle_width": 3)";
  const GraphRun run = drawn("{" + middle + "}");
  EXPECT_NEAR(red(run, 62, 50), 255 * 12.5 / 25, 3);
  EXPECT_NEAR(red(run, 112, 50), 255 * 37.5 / 75, 3);
  const GraphRun part = drawn(R"({"trim_start": 0.1, "trim_end": 0.8, )" + middle + "}");
  EXPECT_NEAR(red(part, 62, 50), 255 * 12.5 / 25, 3);
  EXPECT_NEAR(red(part, 112, 50), 255 * 37.5 / 75, 3);
  const GraphRun behind = drawn(R"({"trim_start": 0.5, )" + middle + "}");
  EXPECT_NEAR(red(behind, 112, 50), 255 * 37.5 / 75, 3);
  const GraphRun wide = drawn(
      R"({"width": 4, "color": "#ff0000", "middle": 0.5, "color_middle": "#ff0000", "middle_width": 3})");
  EXPECT_NEAR(ink_in_column(wide, 75), 8, 0.1);
  EXPECT_NEAR(ink_in_column(wide, 125), 8, 0.1);
}

TEST(DrawLines, FadesWithLinkLength) {
  const GraphRun run = drawn(
      R"({"width": 4, "color": "#ff0000", "opacity": {"map": "length", "stops": [[0, 1], [200, 0]]}})");
  EXPECT_NEAR(red(run, 100, 50), 128, 1);  // 100 of 200 px
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

TEST(DrawLines, EveryLineHasAsManyDashes) {
  const std::string params =
      R"({"color": "#ff0000", "width": 2, "cap": "butt", "dash_length": 4, "dash_gap": 12, "dash_count": 5})";
  // A quarter of each fifth of the line is painted.
  for (const int length : {60, 100}) {
    const GraphRun run = drawn(params, 0, 0, static_cast<float>(50 + length));
    for (int x = 50; x < 50 + length; ++x)
      EXPECT_EQ(red(run, x, 50), (x - 50) % (length / 5) < length / 20 ? 255 : 0) << x;
  }
}

TEST(DrawLines, GlowFallsOffToItsRadius) {
  const GraphRun run =
      drawn(R"({"color": "#ff0000", "width": 2, "glow_radius": 10, "glow_gain": 0.5})");
  EXPECT_GT(red(run, 100, 53), red(run, 100, 56));
  EXPECT_GT(red(run, 100, 56), 0);
  EXPECT_EQ(red(run, 100, 63), 0);
  // Half strength at the edge, with quadratic falloff: at d = 2.5 px of 10, 0.5 x 0.75^2.
  EXPECT_NEAR(red(run, 100, 53), 255 * 0.5 * 0.5625, 4);
}

TEST(DrawLines, DrawsAPartOfTheLine) {
  const GraphRun run = drawn(
      R"({"color": "#ff0000", "width": 4, "cap": "butt", "trim_start": 0.2, "trim_end": 0.7})");
  for (const int x : {51, 68}) EXPECT_EQ(red(run, x, 50), 0) << x;
  for (const int x : {71, 119}) EXPECT_EQ(red(run, x, 50), 255) << x;
  EXPECT_EQ(red(run, 121, 50), 0);
  EXPECT_TRUE(drawn(R"({"trim_start": 0.6, "trim_end": 0.6})").primitives().empty());
}

TEST(DrawLines, APartKeepsItsColours) {
  const GraphRun run = drawn(
      R"({"width": 4, "color": "#000000", "color_end": "#ff0000", "gradient": true, "trim_start": 0.5})");
  EXPECT_NEAR(red(run, 125, 50), 191, 3);
  EXPECT_EQ(red(run, 90, 50), 0);
}

/// A 2 px line with heads, for comparing the ink in its columns with arithmetic.
GraphRun headed(const std::string& heads) {
  return drawn(R"({"color": "#ff0000", "width": 2, "cap": "butt", "head_size": 20, )" + heads +
               "}");
}

TEST(DrawLines, ATriangleEndsAtTheTip) {
  const GraphRun run = headed(R"("head": "triangle")");
  EXPECT_NEAR(ink_in_column(run, 120), 2, 0.05);              // the line, which ends at 130
  EXPECT_NEAR(ink_in_column(run, 131), 18 * 18.5 / 20, 0.2);  // as wide as 0.9 of its length
  EXPECT_NEAR(ink_in_column(run, 140), 18 * 9.5 / 20, 0.2);
  EXPECT_NEAR(ink_in_column(run, 151), 0, 0.01);
  EXPECT_NEAR(ink_in_column(run, 51), 2, 0.05);
}

TEST(DrawLines, ATailStandsAtTheOtherEnd) {
  const GraphRun run = headed(R"("tail": "triangle")");
  EXPECT_NEAR(ink_in_column(run, 68), 18 * 18.5 / 20, 0.2);
  EXPECT_NEAR(ink_in_column(run, 149), 2, 0.05);
}

TEST(DrawLines, OtherHeads) {
  EXPECT_NEAR(ink_in_column(headed(R"("head": "bar")"), 149), 18, 0.3);
  EXPECT_NEAR(ink_in_column(headed(R"("head": "dot")"), 149), 20, 0.3);
  EXPECT_NEAR(ink_in_column(headed(R"("head": "diamond")"), 140), 9, 0.6);
  // Two 2 px strokes that diverge by 2 x 0.45 px per px.
  const double slant = std::sqrt(1 + 0.45 * 0.45);
  EXPECT_NEAR(ink_in_column(headed(R"("head": "open")"), 135), 2 + 2 * 2 * slant, 0.2);
}

TEST(DrawLines, AHeadLongerThanTheLineIsAllThereIs) {
  const GraphRun run =
      drawn(R"({"color": "#ff0000", "width": 2, "head": "triangle", "head_size": 400})");
  EXPECT_NEAR(ink_in_column(run, 60), 90 * 0.9, 1);
}

/// What a link from (20, 50) to (180, 50) is drawn as on a path of many pieces, with 16 px heads.
std::vector<Primitive> headed_path(const std::string& style, const std::string& head) {
  GraphRun run(R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
         "curves": {"type": "curve_path", "inputs": {"links": "links"},
                    "params": {"wavelength": 9, "amount": 0.3, "style": ")" +
                   style + R"("}},
         "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                   "params": {"head_size": 16, "head": ")" +
                   head + R"(", "tail": ")" + head + R"(", "gradient": true, "color": "#ff0000"}})",
               R"(["lines"])", tracks_of({{{.box = {19, 49, 2, 2}}, {.box = {179, 49, 2, 2}}}}));
  run.draw();
  return run.primitives();
}

double length_of(const Curve& curve) {
  return distance(curve.p0, curve.p1);
}

TEST(DrawLines, HeadsOnPathsOfManyPiecesAreAsLong) {
  for (const std::string style : {"wave", "electric", "s", "orthogonal"}) {
    SCOPED_TRACE(style);
    const std::vector<Primitive> painted = headed_path(style, "triangle");
    ASSERT_GE(painted.size(), 3U);
    const auto line = std::span(painted).first(painted.size() - 2);
    const Curve& tail = painted[painted.size() - 2].curve;
    const Curve& head = painted.back().curve;
    EXPECT_EQ(tail.p1, (Vec2{20, 50}));
    EXPECT_EQ(head.p1, (Vec2{180, 50}));
    EXPECT_NEAR(length_of(tail), 16, 1e-3);
    EXPECT_NEAR(length_of(head), 16, 1e-3);
    // The line runs from the base of one head to that of the other, as one stroke.
    EXPECT_LT(distance(line.front().curve.p0, tail.p0), 1e-3);
    EXPECT_LT(distance(line.back().curve.p1, head.p0), 1e-3);
    for (std::size_t i = 0; i < line.size(); ++i) EXPECT_EQ(line[i].joined, i > 0);
    EXPECT_EQ(line.front().stroke.r, 1);
    EXPECT_EQ(line.front().stroke.g, 0);
    EXPECT_EQ(line.back().stroke_end.g, 1);
  }
}

TEST(DrawLines, DotsAndBarsOnPathsHaveTheirSize) {
  for (const std::string style : {"wave", "electric"}) {
    EXPECT_NEAR(headed_path(style, "dot").back().shape.half_size.x, 8, 1e-3);
    EXPECT_NEAR(length_of(headed_path(style, "bar").back().curve), 0.9 * 16, 1e-3);
  }
}

TEST(DrawLines, AShortPathIsAllHead) {
  GraphRun run(R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
         "curves": {"type": "curve_path", "inputs": {"links": "links"},
                    "params": {"style": "wave", "wavelength": 4}},
         "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                   "params": {"head": "triangle", "tail": "triangle", "head_size": 100}})",
               R"(["lines"])", tracks_of({{{.box = {19, 49, 2, 2}}, {.box = {49, 49, 2, 2}}}}));
  run.draw();
  for (const Primitive& head : std::span(run.primitives()).last(2))
    EXPECT_NEAR(length_of(head.curve), 30, 1e-3);
}

TEST(DrawLines, AHeadLeadsALineThatIsBeingDrawn) {
  const std::vector<TrackRow> rows{{.box = {49, 49, 2, 2}}, {.box = {149, 49, 2, 2}}};
  GraphRun run(
      R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
         "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
         "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                   "params": {"head": "triangle", "head_size": 20, "enter": 9, "motion": "draw",
                              "trim_start": 0.2}})",
      R"(["lines"])", tracks_of(std::vector<std::vector<TrackRow>>(30, rows)));
  run.draw(4);  // half of the drawn part, which is 70 to 150
  ASSERT_EQ(run.primitives().size(), 2U);
  EXPECT_NEAR(run.primitives()[0].curve.p0.x, 70, 1e-3);
  EXPECT_NEAR(run.primitives()[0].curve.p1.x, 90, 1e-3);
  EXPECT_NEAR(run.primitives()[1].curve.p1.x, 110, 1e-3);
  run.draw(20);
  EXPECT_NEAR(run.primitives()[1].curve.p1.x, 150, 1e-3);
}

TEST(DrawLines, AHeadEndsAPartOfALine) {
  const GraphRun run = headed(R"("head": "triangle", "trim_end": 0.6)");
  EXPECT_NEAR(ink_in_column(run, 91), 18 * 18.5 / 20, 0.2);
  EXPECT_NEAR(ink_in_column(run, 111), 0, 0.01);
}

/// A horizontal line from x = 20 to 180, under another one from `from` to `to`, both 8 px wide.
GraphRun crossing(const std::string& params, Vec2 from = {100, 10}, Vec2 to = {100, 90}) {
  const auto at = [](float x, float y, std::int32_t kind) {
    return TrackRow{.box = {x - 1, y - 1, 2, 2}, .class_index = kind};
  };
  GraphRun run(
      R"("back": {"type": "draw_fill", "params": {"color": "#0000ff"}},
         "links": {"type": "link_knn", "inputs": {"points": "tracks"},
                   "params": {"k": 1, "max_distance": 0, "classes": "same"}},
         "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
         "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                   "params": {"color": "#ff0000", "width": 8, "cap": "butt")" +
          params + "}}",
      R"(["back", "lines"])",
      tracks_of({{at(20, 50, 0), at(180, 50, 0), at(from.x, from.y, 1), at(to.x, to.y, 1)}}));
  run.draw();
  return run;
}

/// The painted red area in pixels.
double red_area(const GraphRun& run) {
  double sum = 0;
  for (int x = 0; x < 200; ++x) sum += ink_in_column(run, x);
  return sum;
}

TEST(DrawLines, KeepsTheSidesOfACrossingClear) {
  const GraphRun run = crossing(R"(, "clear": 5)");
  for (const int x : {85, 90, 96, 100, 103, 109, 115}) EXPECT_EQ(red(run, x, 50), 255) << x;
  for (const int x : {92, 94, 105, 107}) EXPECT_EQ(red(run, x, 50), 0) << x;
  for (int y = 12; y < 88; ++y) EXPECT_EQ(red(run, 100, y), 255) << y;  // upper line: complete
  EXPECT_EQ(run.picture().at(93, 50, 2), 255);                          // and the picture
  EXPECT_NEAR(red_area(crossing("")), 160 * 8 + 80 * 8 - 8 * 8, 1);
  EXPECT_NEAR(red_area(run), 160 * 8 + 80 * 8 - 8 * 8 - 2 * 5 * 8, 1);
}

TEST(DrawLines, GapsRunAlongTheLineAbove) {
  // At 45 degrees, an 8 px horizontal line loses a parallelogram of clear * sqrt(2) x 8 per side.
  const GraphRun run = crossing(R"(, "clear": 5)", {60, 10}, {140, 90});
  const double lost = red_area(crossing("", {60, 10}, {140, 90})) - red_area(run);
  EXPECT_NEAR(lost, 2 * 5 * std::sqrt(2.0) * 8, 2);
}

TEST(DrawLines, LinesThatMeetAtAnEndHaveNoGap) {
  const std::vector<std::pair<Vec2, Vec2>> meeting{{{100, 10}, {100, 50}}, {{20, 50}, {60, 90}}};
  for (const auto& [from, to] : meeting)
    EXPECT_EQ(red_area(crossing(R"(, "clear": 5)", from, to)), red_area(crossing("", from, to)));
}

TEST(DrawLines, WhatIsNotDrawnOfALineLeavesNoGap) {
  const std::string half = R"(, "trim_end": 0.4)";  // the upper line ends 8 px before the other one
  EXPECT_EQ(red_area(crossing(half + R"(, "clear": 5)", {140, 10}, {140, 90})),
            red_area(crossing(half, {140, 10}, {140, 90})));
}

TEST(DrawLines, FaintLinesLeaveFaintGaps) {
  const GraphRun run = crossing(R"(, "clear": 5, "opacity": 0.5)");
  EXPECT_NEAR(red(run, 93, 50), 64, 1);  // half of one half
}

}  // namespace
}  // namespace overlace::test
