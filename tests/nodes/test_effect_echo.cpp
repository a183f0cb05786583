// SPDX-License-Identifier: Apache-2.0
// effect_echo: where earlier frames appear, and how strongly.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A 6 px wide box that moves right by 20 px per frame, from x = 10.
TrackTable walker() {
  std::vector<std::vector<TrackRow>> frames;
  for (int f = 0; f < 8; ++f)
    frames.push_back({{.box = {static_cast<float>(10 + 20 * f), 20, 6, 40}}});
  return tracks_of(frames);
}
const std::string box = R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}})";

GraphRun echo_of_box(const std::string& params) {
  return {box + R"(, "ghosts": {"type": "effect_echo", "inputs": {"layer": "box"}, "params": )" +
              params + "}",
          R"(["ghosts"])", walker()};
}
/// The value in the middle of the box's place in a frame.
int shown(const GraphRun& run, int frame) {
  return run.picture().at(13 + 20 * frame, 40, 0);
}

TEST(EffectEcho, EachCopyIsFainterThanTheNext) {
  GraphRun run = echo_of_box(R"({"copies": 3, "spacing": 1, "decay": 0.5})");
  run.draw(5);
  EXPECT_EQ(shown(run, 5), 255);
  EXPECT_EQ(shown(run, 4), 128);
  EXPECT_EQ(shown(run, 3), 64);
  EXPECT_EQ(shown(run, 2), 32);
  EXPECT_EQ(shown(run, 1), 0);
  EXPECT_EQ(shown(run, 6), 0);
}

TEST(EffectEcho, SpacingSkipsFrames) {
  GraphRun run = echo_of_box(R"({"copies": 2, "spacing": 2, "decay": 0.5})");
  run.draw(5);
  EXPECT_EQ(shown(run, 4), 0);
  EXPECT_EQ(shown(run, 3), 128);
  EXPECT_EQ(shown(run, 2), 0);
  EXPECT_EQ(shown(run, 1), 64);
}

TEST(EffectEcho, DecayFollowsItsKeyframes) {
  GraphRun run = echo_of_box(R"({"copies": 2, "spacing": 1,
      "decay": {"keyframes": [{"frame": 0, "value": 0}, {"frame": 5, "value": 1}]}})");
  run.draw(3);
  EXPECT_NEAR(shown(run, 2), 0.6 * 255, 1);
  EXPECT_NEAR(shown(run, 1), 0.36 * 255, 1);
}

/// A still 20 x 20 px box around (x, y), whose echoes are placed elsewhere.
GraphRun placed(const std::string& params, float x, float y, int copies = 1) {
  const TrackRow row{.box = {x - 10, y - 10, 20, 20}};
  return {box + R"(, "ghosts": {"type": "effect_echo", "inputs": {"layer": "box"}, "params":
      {"copies": )" +
              std::to_string(copies) + R"(, "spacing": 1, "decay": 0.5, )" + params + "}}",
          R"(["ghosts"])", tracks_of({{row}, {row}, {row}})};
}
/// Expects a value inside a box with these corners, and nothing 2 px outside it.
void expect_box(const GraphRun& run, int left, int top, int right, int bottom, int value) {
  const auto at = [&](int x, int y) {
    const bool is_inside = x >= 0 && y >= 0 && x < 200 && y < 100;
    return is_inside ? run.picture().at(x, y, 0) : 0;
  };
  for (const int x : {left + 1, right - 2})
    for (const int y : {top + 1, bottom - 2}) EXPECT_NEAR(at(x, y), value, 1) << x << ", " << y;
  const int x = (left + right) / 2, y = (top + bottom) / 2;
  EXPECT_EQ(at(left - 3, y), 0);
  EXPECT_EQ(at(right + 2, y), 0);
  EXPECT_EQ(at(x, top - 3), 0);
  EXPECT_EQ(at(x, bottom + 2), 0);
}

TEST(EffectEcho, EachCopyIsMovedBesideTheOneBefore) {
  GraphRun run = placed(R"("x": 40, "y": -10)", 40, 70, 2);
  run.draw(2);
  expect_box(run, 30, 60, 50, 80, 255);
  expect_box(run, 70, 50, 90, 70, 128);
  expect_box(run, 110, 40, 130, 60, 64);
}

/// The middle of the picture is (100, 50).
TEST(EffectEcho, CopiesAreTurnedAndEnlargedAroundTheMiddle) {
  GraphRun turned = placed(R"("angle": 90)", 140, 50);
  turned.draw(1);
  expect_box(turned, 130, 40, 150, 60, 255);
  expect_box(turned, 90, 80, 110, 100, 128);
  GraphRun larger = placed(R"("scale": 1.5)", 140, 50);
  larger.draw(1);
  EXPECT_EQ(larger.picture().at(149, 50, 0), 255);
  for (const int x : {152, 173}) EXPECT_NEAR(larger.picture().at(x, 37, 0), 128, 1) << x;
  EXPECT_EQ(larger.picture().at(177, 50, 0), 0);
  EXPECT_EQ(larger.picture().at(160, 32, 0), 0);
  GraphRun smaller = placed(R"("scale": 0.5)", 160, 50, 2);
  smaller.draw(2);
  expect_box(smaller, 125, 45, 135, 55, 128);
  EXPECT_NEAR(smaller.picture().at(115, 50, 0), 64, 1);
}

/// Scaled by 1.25 and moved by 10 px, twice: 0 -> 10 -> 22.5 px right of the middle.
TEST(EffectEcho, PlacesFollowOneAnother) {
  GraphRun run = placed(R"("scale": 1.25, "x": 10)", 100, 50, 2);
  run.draw(2);
  EXPECT_EQ(run.picture().at(100, 50, 0), 255);
  EXPECT_NEAR(run.picture().at(120, 50, 0), 159, 1);  // both copies; the first ends at 122.5
  EXPECT_NEAR(run.picture().at(126, 50, 0), 64, 1);   // the second ends at 138.1
  EXPECT_NEAR(run.picture().at(136, 50, 0), 64, 1);
  EXPECT_EQ(run.picture().at(141, 50, 0), 0);
}

/// Copies placed at their own position by keyframes equal those without placement.
TEST(EffectEcho, PlacedNowhereElseIsTheSame) {
  GraphRun plain = echo_of_box(R"({"copies": 3, "spacing": 1, "decay": 0.5})");
  GraphRun still = echo_of_box(R"({"copies": 3, "spacing": 1, "decay": 0.5,
      "x": {"keyframes": [{"frame": 0, "value": 0}, {"frame": 5, "value": 0}]}})");
  plain.draw(5);
  still.draw(5);
  for (std::size_t i = 0; i < plain.picture().rgb.size(); ++i)
    ASSERT_NEAR(plain.picture().rgb[i], still.picture().rgb[i], 1);
}

/// Nothing was drawn before the first frame, not even drawings without tracks.
TEST(EffectEcho, BeginsWithTheClip) {
  GraphRun run = echo_of_box(R"({"copies": 8, "spacing": 1, "decay": 0.5})");
  run.draw(1);
  EXPECT_EQ(shown(run, 1), 255);
  EXPECT_EQ(shown(run, 0), 128);
  EXPECT_EQ(run.picture().at(2, 40, 0), 0);
  GraphRun fill(R"("veil": {"type": "draw_fill", "params": {"color": "#ffffff80"}},
      "ghosts": {"type": "effect_echo", "inputs": {"layer": "veil"},
                 "params": {"copies": 8, "spacing": 1, "decay": 0.5}})",
                R"(["ghosts"])", walker());
  fill.draw(0);
  EXPECT_EQ(fill.picture().at(50, 50, 0), 128);
  fill.draw(1);
  const double opacity = 128.0 / 255;
  EXPECT_NEAR(fill.picture().at(50, 50, 0), 255 * (opacity + (1 - opacity) * opacity / 2), 1);
}

TEST(EffectEcho, CopiesLieUnderTheDrawing) {
  const TrackTable still = tracks_of({{{.box = {40, 20, 120, 60}}}, {{.box = {40, 20, 120, 60}}}});
  GraphRun run(R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"}, "params":
      {"stroke_width": 0, "fill": {"keyframes": [{"frame": 0, "value": "#ff0000"},
                                                  {"frame": 1, "value": "#00ff00"}]}}},
      "ghosts": {"type": "effect_echo", "inputs": {"layer": "box"}, "params": {"decay": 1}})",
               R"(["ghosts"])", still);
  run.draw(1);
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
  EXPECT_EQ(run.picture().at(100, 50, 1), 255);
}

/// A copy of an effect equals the effect on a copy.
TEST(EffectEcho, RepeatsEffects) {
  const std::string soft = box + R"(, "soft": {"type": "effect_blur", "inputs": {"layer": "box"},
      "params": {"sigma": {"keyframes": [{"frame": 0, "value": 1}, {"frame": 7, "value": 8}]}}})";
  GraphRun echo(soft + R"(, "ghosts": {"type": "effect_echo", "inputs": {"layer": "soft"},
      "params": {"copies": 1, "spacing": 3, "decay": 0.5}})",
                R"(["ghosts"])", walker());
  GraphRun plain(soft, R"(["soft"])", walker());
  echo.draw(6);
  plain.draw(3);
  for (int x = 0; x < 90; ++x)  // left of what frame 6 itself shows
    EXPECT_NEAR(echo.picture().at(x, 40, 0), plain.picture().at(x, 40, 0) / 2.0, 1) << x;
}

TEST(EffectEcho, EchoesOfEchoes) {
  GraphRun run(box + R"(,
      "near": {"type": "effect_echo", "inputs": {"layer": "box"},
               "params": {"copies": 1, "spacing": 1, "decay": 0.5}},
      "far":  {"type": "effect_echo", "inputs": {"layer": "near"},
               "params": {"copies": 1, "spacing": 1, "decay": 0.5}})",
               R"(["far"])", walker());
  run.draw(5);
  EXPECT_EQ(shown(run, 5), 255);
  EXPECT_NEAR(shown(run, 4), 0.75 * 255, 1);
  EXPECT_NEAR(shown(run, 3), 0.25 * 255, 1);
  EXPECT_EQ(shown(run, 2), 0);
}

TEST(EffectEcho, RegionHoldsTheCopiesAlone) {
  GraphRun run(box + R"(,
      "where":  {"type": "draw_boxes", "inputs": {"tracks": "tracks"}, "params":
                 {"stroke_width": 0, "corner_radius": 0, "padding": 30, "fill": "#ff0000"}},
      "ghosts": {"type": "effect_echo", "inputs": {"layer": "box", "region": "where"},
                 "params": {"copies": 3, "spacing": 1, "decay": 0.5}})",
               R"(["ghosts"])", walker());
  run.draw(5);
  EXPECT_EQ(shown(run, 5), 255);
  EXPECT_EQ(shown(run, 4), 128);
  EXPECT_EQ(shown(run, 3), 0);
}

TEST(EffectEcho, FramesStandAlone) {
  const std::string params = R"({"copies": 4, "spacing": 1, "decay": 0.7})";
  GraphRun whole = echo_of_box(params), alone = echo_of_box(params);
  for (int frame = 0; frame < 7; ++frame) whole.draw(frame);
  alone.draw(6);
  EXPECT_EQ(whole.picture().rgb, alone.picture().rgb);
}

std::string problem_of(const std::string& nodes, const std::string& painted) {
  try {
    GraphRun(nodes, "[\"" + painted + "\"]", walker());
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "nothing";
}

TEST(EffectEcho, RefusesTooManyCopies) {
  const auto echo = [](const std::string& name, const std::string& of, int copies) {
    return ", \"" + name + R"(": {"type": "effect_echo", "inputs": {"layer": ")" + of +
           R"("}, "params": {"copies": )" + std::to_string(copies) + "}}";
  };
  EXPECT_NE(problem_of(box + echo("one", "box", 33), "one").find("/nodes/one/params/copies"),
            std::string::npos);
  // 17 x 15 - 1 = 254, and 17 x 16 - 1 = 271.
  EXPECT_EQ(problem_of(box + echo("one", "box", 16) + echo("two", "one", 14), "two"), "nothing");
  const std::string problem =
      problem_of(box + echo("one", "box", 16) + echo("two", "one", 15), "two");
  EXPECT_NE(problem.find("/nodes/two/params/copies"), std::string::npos) << problem;
  EXPECT_NE(problem.find("271 in all, and 256 are the most; set \"copies\" to 14 or less"),
            std::string::npos)
      << problem;
}

}  // namespace
}  // namespace overlace::test
