// SPDX-License-Identifier: Apache-2.0
// composite: groups, opacity and blend modes, with pixels checked against the blend formulas.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A red #804020 fill under a group with a full-frame #408060 fill and these composite params.
std::array<int, 3> blended(const std::string& params) {
  GraphRun run(R"("below": {"type": "draw_fill", "params": {"color": "#804020"}},
                   "above": {"type": "draw_fill", "params": {"color": "#408060"}},
                   "group": {"type": "composite", "inputs": {"layers": ["above"]}, "params": )" +
                   params + "}",
               R"(["below", "group"])", tracks_of({{}}));
  run.draw();
  return {run.picture().at(100, 50, 0), run.picture().at(100, 50, 1), run.picture().at(100, 50, 2)};
}

using Rgb = std::array<int, 3>;
constexpr int b[3] = {0x80, 0x40, 0x20}, s[3] = {0x40, 0x80, 0x60};

Rgb expected(double (*blend)(double, double), double opacity = 1) {
  Rgb out{};
  for (std::size_t c = 0; c < 3; ++c) {
    const double below = b[c] / 255.0, above = s[c] / 255.0;
    out[c] = static_cast<int>(
        std::lround(255 * ((1 - opacity) * below + opacity * blend(below, above))));
  }
  return out;
}

void expect_near(const Rgb& got, const Rgb& want) {
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(got[c], want[c], 1) << "channel " << c;
}

TEST(Composite, BlendModesFollowTheirFormulas) {
  expect_near(blended(R"({"blend": "normal"})"), expected([](double, double a) { return a; }));
  expect_near(blended(R"({"blend": "add"})"),
              expected([](double x, double a) { return std::min(1.0, x + a); }));
  expect_near(blended(R"({"blend": "screen"})"),
              expected([](double x, double a) { return x + a - x * a; }));
  expect_near(blended(R"({"blend": "multiply"})"),
              expected([](double x, double a) { return x * a; }));
  expect_near(blended(R"({"blend": "difference"})"),
              expected([](double x, double a) { return std::abs(x - a); }));
  expect_near(blended(R"({"blend": "lighten"})"),
              expected([](double x, double a) { return std::max(x, a); }));
  expect_near(blended(R"({"blend": "exclusion"})"),
              expected([](double x, double a) { return x + a - 2 * x * a; }));
}

TEST(Composite, OpacityAppliesToTheWhole) {
  expect_near(blended(R"({"opacity": 0.25})"), expected([](double, double a) { return a; }, 0.25));
  expect_near(blended(R"({"blend": "multiply", "opacity": 0.5})"),
              expected([](double x, double a) { return x * a; }, 0.5));
}

TEST(Composite, OverlapInsideAGroupDoesNotShowThrough) {
  // Two opaque fills in a half-transparent group: only the upper one shows, at half strength.
  GraphRun run(R"("one": {"type": "draw_fill", "params": {"color": "#ff0000"}},
                   "two": {"type": "draw_fill", "params": {"color": "#0000ff"}},
                   "group": {"type": "composite", "inputs": {"layers": ["one", "two"]}, "params": {"opacity": 0.5}})",
               R"(["group"])", tracks_of({{}}));
  run.draw();
  EXPECT_EQ(run.picture().at(10, 10, 0), 0);
  EXPECT_NEAR(run.picture().at(10, 10, 2), 128, 1);
}

TEST(Composite, AGroupThatIsReadTwiceBlendsTwice) {
  GraphRun run(R"("below": {"type": "draw_fill", "params": {"color": "#fff"}},
                   "gray": {"type": "draw_fill", "params": {"color": "#808080"}},
                   "half": {"type": "composite", "inputs": {"layers": ["gray"]}, "params": {"blend": "multiply"}})",
               R"(["below", "half", "half"])", tracks_of({{}}));
  run.draw();
  EXPECT_NEAR(run.picture().at(10, 10, 0), 255 * 0.502 * 0.502, 1);
}

TEST(Composite, NormalGroupAtFullOpacityIsNoGroup) {
  GraphRun run(
      R"("one": {"type": "draw_fill"}, "group": {"type": "composite", "inputs": {"layers": ["one"]}})",
      R"(["group"])", tracks_of({{}}));
  EXPECT_EQ(run.plan().steps.size(), 2U);  // the fill and the raster
}

constexpr const char* spotlight =
    R"("dim":   {"type": "draw_fill", "params": {"color": "#000000c0"}},
       "boxes": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
                 "params": {"stroke_width": 0, "fill": "#fff", "corner_radius": 0}},
       "holes": {"type": "composite", "inputs": {"layers": ["boxes"]}, "params": {"blend": "erase"}},
       "spot":  {"type": "composite", "inputs": {"layers": ["dim", "holes"]}},
       "white": {"type": "draw_fill", "params": {"color": "#fff"}})";

// A fill erased by boxes: inside a box, samples are kept; everything else is dimmed by the fill's
// alpha. The box's edge crosses the middle of a pixel, which is dimmed half as much.
TEST(Composite, EraseCutsHoles) {
  GraphRun run(spotlight, R"(["white", "spot"])", tracks_of({{{.box = {40.5F, 20, 60, 50}}}}));
  run.draw();
  const auto gray = [&](int x, int y) { return run.picture().at(x, y, 1); };
  for (const int x : {41, 70, 99}) EXPECT_EQ(gray(x, 45), 255) << x;
  for (const int x : {0, 39, 101, 199}) EXPECT_EQ(gray(x, 45), 63) << x;  // 255 x 63 / 255
  EXPECT_NEAR(gray(40, 45), 255 * (1 - 0.5 * 192 / 255), 1);
  EXPECT_EQ(gray(70, 10), 63);
  EXPECT_TRUE(run.plan().layers.empty());
  EXPECT_EQ(std::ranges::count_if(
                run.plan().steps,
                [](const Step& step) { return std::holds_alternative<RasterStep>(step.work); }),
            1)
      << "one pass";
}

// Far from the mask, nothing of the masked layers is left; layers above the mask are unaffected.
TEST(Composite, InsideMasksWhatIsBelowItAlone) {
  GraphRun run(R"("red":  {"type": "draw_fill", "params": {"color": "#ff0000"}},
      "disc": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
               "params": {"stroke_width": 0, "fill": "#fff", "style": "ellipse"}},
      "mask": {"type": "composite", "inputs": {"layers": ["disc"]}, "params": {"blend": "inside"}},
      "blue": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
               "params": {"stroke_width": 2, "color": "#0000ff", "padding": 10, "corner_radius": 0}},
      "all":  {"type": "composite", "inputs": {"layers": ["red", "mask", "blue"]}})",
               R"(["all"])", tracks_of({{{.box = {60, 20, 80, 60}}}}));
  run.draw();
  double red = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) red += run.picture().at(x, y, 0) / 255.0;
  EXPECT_NEAR(red, 3.14159265 * 40 * 30, 12) << "the ellipse's area";
  EXPECT_EQ(run.picture().at(5, 5, 0), 0);
  EXPECT_EQ(run.picture().at(100, 50, 0), 255);
  EXPECT_EQ(run.picture().at(100, 10, 2), 255) << "the frame around it, outside of the mask";
}

TEST(Composite, AMaskOfNothingLeavesNothing) {
  GraphRun run(R"("red":  {"type": "draw_fill", "params": {"color": "#ff0000"}},
      "disc": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}, "params": {"fill": "#fff"}},
      "mask": {"type": "composite", "inputs": {"layers": ["disc"]}, "params": {"blend": "inside"}},
      "all":  {"type": "composite", "inputs": {"layers": ["red", "mask"]}})",
               R"(["all"])", tracks_of({{}}));
  run.draw();
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

// Two boxes that share an edge inside a pixel column: added, they leave no seam; painted over each
// other, a quarter of what is below shows through.
TEST(Composite, PlusJoinsEdges) {
  const auto column = [](const char* blend) {
    GraphRun run(std::string(R"(
      "left":  {"type": "track_filter", "inputs": {"tracks": "tracks"}, "params": {"ids": ["0"]}},
      "right": {"type": "track_filter", "inputs": {"tracks": "tracks"}, "params": {"ids": ["1"]}},
      "a": {"type": "draw_boxes", "inputs": {"tracks": "left"},
            "params": {"stroke_width": 0, "fill": "#fff", "corner_radius": 0}},
      "b": {"type": "draw_boxes", "inputs": {"tracks": "right"},
            "params": {"stroke_width": 0, "fill": "#fff", "corner_radius": 0}},
      "over": {"type": "composite", "inputs": {"layers": ["b"]}, "params": {"blend": ")") +
                     blend + R"("}},
      "both": {"type": "composite", "inputs": {"layers": ["a", "over"]}})",
                 R"(["both"])",
                 tracks_of({{{.id = 0, .box = {20, 20, 40.5F, 40}},
                             {.id = 1, .box = {60.5F, 20, 40, 40}}}}));
    run.draw();
    return run.picture().at(60, 40, 0);
  };
  EXPECT_EQ(column("plus"), 255);
  EXPECT_NEAR(column("normal"), 255 * 0.75, 1);
}

/// The location and text of a document's problem.
Diagnostic refused(const std::string& nodes, const std::string& composite) {
  try {
    GraphRun(nodes, composite, tracks_of({{}}));
  } catch (const Error& error) {
    return error.problems().front();
  }
  return {};
}

TEST(Composite, OperatorsWithoutLayersBelowThemAreRefused) {
  const std::string hint = "blends plus, erase and inside belong in the layers of a composite node";
  const Diagnostic bottom = refused(spotlight, R"(["white", "holes"])");
  EXPECT_EQ(bottom.location.pointer, "/composite/1");
  EXPECT_EQ(bottom.message, "'holes' changes layers below it, and has none here");
  EXPECT_EQ(bottom.hint, hint);
  const Diagnostic entry = refused(spotlight, R"(["white", {"node": "boxes", "blend": "erase"}])");
  EXPECT_EQ(entry.location.pointer, "/composite/1/blend");
  const Diagnostic effect = refused(
      std::string(spotlight) + R"(, "soft": {"type": "effect_blur", "inputs": {"layer": "holes"}})",
      R"(["soft"])");
  EXPECT_EQ(effect.location.pointer, "/nodes/soft/inputs/layer");
  const Diagnostic first =
      refused(std::string(spotlight) +
                  R"(, "alone": {"type": "composite", "inputs": {"layers": ["holes"]}})",
              R"(["alone"])");
  EXPECT_EQ(first.location.pointer, "/nodes/alone/inputs/layers/0");
}

TEST(Composite, TooManyGroupsInEachOtherAreRefused) {
  const auto nested = [](int depth) {
    std::string nodes = R"("c0": {"type": "draw_fill"})", name = "c0";
    for (int i = 1; i <= depth; ++i) {
      nodes += ", \"c" + std::to_string(i) + R"(": {"type": "composite", "inputs": {"layers": [")" +
               name + R"("]}, "params": {"opacity": 0.9}})";
      name = "c" + std::to_string(i);
    }
    return refused(nodes, "[\"" + name + "\"]").message;
  };
  EXPECT_EQ(nested(8), "");
  EXPECT_EQ(nested(9), "groups are nested 9 deep; a graph has at most 8");
}

/// The amount of red in a pixel, 0 to 1.
double red_at(const GraphRun& run, int x, int y = 50) {
  return run.picture().at(x, y, 0) / 255.0;
}

std::string clipped(const std::string& params) {
  return R"("red": {"type": "draw_fill", "params": {"color": "#ff0000"}},
            "wipe": {"type": "composite", "inputs": {"layers": ["red"]}, "params": )" +
         params + "}";
}

/// A wipe: its edge moves by 12.5 px per frame, and pixels that it cuts are partly covered.
TEST(Composite, AKeyframedClipIsAWipe) {
  GraphRun run(clipped(R"({"clip_right": {"keyframes": [{"frame": 0, "value": 0},
                                                        {"frame": 16, "value": 1}]}})"),
               R"(["wipe"])", tracks_of(std::vector<std::vector<TrackRow>>(17)));
  for (int frame = 0; frame <= 16; ++frame) {
    run.draw(frame);
    for (int x = 0; x < 200; ++x)
      ASSERT_NEAR(red_at(run, x), std::clamp(12.5 * frame - x, 0.0, 1.0), 0.005)
          << "frame " << frame << ", column " << x;
  }
}

TEST(Composite, AClipHasFourSides) {
  GraphRun run(clipped(R"({"clip_left": 0.25, "clip_top": 0.1, "clip_right": 0.75,
                           "clip_bottom": 0.6})"),
               R"(["wipe"])", tracks_of({{}}));
  run.draw();
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x)
      ASSERT_EQ(run.picture().at(x, y, 0), x >= 50 && x < 150 && y >= 10 && y < 60 ? 255 : 0)
          << x << ", " << y;
}

TEST(Composite, AClipWithItsSidesCrossedShowsNothing) {
  GraphRun run(clipped(R"({"clip_left": 0.6, "clip_right": 0.4})"), R"(["wipe"])", tracks_of({{}}));
  run.draw();
  EXPECT_EQ(*std::ranges::max_element(run.picture().rgb), 0);
}

/// The group blends as without the clip, but only inside it.
TEST(Composite, AClippedGroupKeepsItsBlendAndItsOpacity) {
  const Rgb inside = blended(R"({"blend": "multiply", "opacity": 0.5, "clip_right": 0.75})");
  expect_near(inside, expected([](double x, double a) { return x * a; }, 0.5));
  const Rgb outside = blended(R"({"blend": "multiply", "opacity": 0.5, "clip_right": 0.25})");
  expect_near(outside, {b[0], b[1], b[2]});
}

/// Two clips that meet inside a pixel column: added, they cover it completely; painted over each
/// other, they let what is below show through.
TEST(Composite, ClipsThatMeetArePlus) {
  const auto column = [](const std::string& blend) {
    GraphRun run(R"("white": {"type": "draw_fill", "params": {"color": "#ffffff"}},
                  "left": {"type": "composite", "inputs": {"layers": ["white"]},
                           "params": {"clip_right": 0.3333}},
                  "right": {"type": "composite", "inputs": {"layers": ["white"]},
                            "params": {"clip_left": 0.3333, "blend": ")" +
                     blend + R"("}},
                  "both": {"type": "composite", "inputs": {"layers": ["left", "right"]}})",
                 R"(["both"])", tracks_of({{}}));
    run.draw();
    return run.picture().at(66, 50, 0);
  };
  EXPECT_EQ(column("plus"), 255);
  const double covered = 0.3333 * 200 - 66;
  EXPECT_NEAR(column("normal"), 255 * (1 - covered * (1 - covered)), 1);
}

/// Two adjacent clips make a split screen.
TEST(Composite, TwoClipsAreASplitScreen) {
  GraphRun run(R"("red": {"type": "draw_fill", "params": {"color": "#ff0000"}},
                  "blue": {"type": "draw_fill", "params": {"color": "#0000ff"}},
                  "left": {"type": "composite", "inputs": {"layers": ["red"]},
                           "params": {"clip_right": 0.5}},
                  "right": {"type": "composite", "inputs": {"layers": ["blue"]},
                            "params": {"clip_left": 0.5}})",
               R"(["left", "right"])", tracks_of({{}}));
  run.draw();
  for (int x = 0; x < 200; ++x) {
    EXPECT_EQ(run.picture().at(x, 50, 0), x < 100 ? 255 : 0) << x;
    EXPECT_EQ(run.picture().at(x, 50, 2), x < 100 ? 0 : 255) << x;
  }
}

}  // namespace
}  // namespace overlace::test
