// SPDX-License-Identifier: Apache-2.0
// effect_grade: colours on a picture, and files that are refused. Its arithmetic is tested in
// tests/gpu/test_grade.cpp, and against FFmpeg in tests/io/test_cube.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun graded_box(const std::string& params, const std::string& fill = "#c08040") {
  const std::vector<TrackRow> box = {{.box = {40, 20, 120, 60}}};
  return {R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": ")" +
              fill + R"("}},
    "look": {"type": "effect_grade", "inputs": {"layer": "box"}, "params": )" +
              params + "}",
          R"(["look"])", tracks_of({box, box})};
}
std::vector<int> middle(GraphRun& run) {
  run.draw();
  EXPECT_EQ(run.picture().at(20, 50, 0), 0) << "beside the box";
  return {run.picture().at(100, 50, 0), run.picture().at(100, 50, 1), run.picture().at(100, 50, 2)};
}
void expect_near(const std::vector<int>& got, const std::vector<int>& want) {
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(got[c], want[c], 1) << "component " << c;
}

TEST(EffectGrade, LooksColoursUp) {
  GraphRun run = graded_box(R"({"lut": "inverted"})");
  expect_near(middle(run), {255 - 192, 255 - 128, 255 - 64});
}

TEST(EffectGrade, TableComesLast) {
  GraphRun run = graded_box(R"({"gain": 0.5, "lut": "inverted"})");
  expect_near(middle(run), {255 - 96, 255 - 64, 255 - 32});
}

TEST(EffectGrade, WithoutSaturationColoursAreTheirLuma) {
  GraphRun run = graded_box(R"({"saturation": 0})");
  const int luma = 137;  // 0.2126 x 192 + 0.7152 x 128 + 0.0722 x 64
  expect_near(middle(run), {luma, luma, luma});
}

/// Half a turn mirrors R', G' and B' about the luma.
TEST(EffectGrade, HalfATurnOfHue) {
  GraphRun run = graded_box(R"({"hue": 180})");
  expect_near(middle(run), {2 * 137 - 192, 2 * 137 - 128, 2 * 137 - 64});
}

TEST(EffectGrade, RampOfListedColours) {
  GraphRun run = graded_box(R"({"ramp": ["#000000", "#ff0000", "#ffff00"]})", "#808080");
  expect_near(middle(run), {255, 1, 0});
}

/// Viridis starts at #440154 and ends at #fde725.
TEST(EffectGrade, RampByName) {
  GraphRun dark = graded_box(R"({"ramp": ["viridis"]})", "#000000");
  expect_near(middle(dark), {0x44, 0x01, 0x54});
  GraphRun bright = graded_box(R"({"ramp": ["viridis"], "by": "alpha"})", "#000000");
  expect_near(middle(bright), {0xfd, 0xe7, 0x25});
}

TEST(EffectGrade, ByDefaultNothingChanges) {
  GraphRun run = graded_box("{}");
  expect_near(middle(run), {192, 128, 64});
}

std::string problem_of(const std::string& params) {
  try {
    graded_box(params);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "nothing";
}

TEST(EffectGrade, RefusesDamagedTablesWithTheirLine) {
  EXPECT_NE(
      problem_of(R"({"lut": "missing"})").find("/nodes/look/params/lut: missing:3: has no colours"),
      std::string::npos)
      << problem_of(R"({"lut": "missing"})");
}

TEST(EffectGrade, RefusesWhatIsNoColour) {
  const auto expect = [](const char* ramp, const std::string& text) {
    const std::string problem = problem_of(std::string(R"({"ramp": )") + ramp + "}");
    EXPECT_NE(problem.find(text), std::string::npos) << problem;
  };
  expect(R"(["viridi"])",
         "ramp/0: 'viridi' is neither a ramp nor a colour; did you mean 'viridis'?");
  expect(R"(["#fff", "viridis"])",
         "/nodes/look/params/ramp/1: 'viridis' is a ramp, not a colour; the name of a ramp stands "
         "alone: [\"viridis\"]");
  expect(R"(["#12", "#fff"])",
         "ramp/0: '#12' is not a colour; write #rgb, #rgba, #rrggbb, #rrggbbaa");
  expect(R"(["whit", "#fff"])", "did you mean 'white'?");
  expect(R"("viridis")", "expected a list of strings, got 'viridis'; write [\"viridis\"]");
}

}  // namespace
}  // namespace overlace::test
