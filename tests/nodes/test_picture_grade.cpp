// SPDX-License-Identifier: Apache-2.0
// picture_grade: colours of the picture under a region. Its arithmetic is tested in
// tests/gpu/test_picture_grade.cpp.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A colour over the whole picture, graded under a box.
GraphRun graded(const std::string& params, const std::string& color = "#c08040") {
  const std::vector<TrackRow> box = {{.box = {40, 20, 120, 60}}};
  return {R"("paint": {"type": "draw_fill", "params": {"color": ")" + color + R"("}},
    "box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
    "look": {"type": "picture_grade", "inputs": {"region": "box"}, "params": )" +
              params + "}",
          R"(["paint", "look"])", tracks_of({box, box})};
}
std::vector<int> pixel(const GraphRun& run, int x, int y) {
  return {run.picture().at(x, y, 0), run.picture().at(x, y, 1), run.picture().at(x, y, 2)};
}
void expect_middle(GraphRun run, const std::vector<int>& want) {
  run.draw();
  EXPECT_EQ(pixel(run, 20, 50), pixel(run, 190, 90)) << "beside the box";
  const std::vector<int> got = pixel(run, 100, 50);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(got[c], want[c], 1) << "component " << c;
}

TEST(PictureGradeNode, LooksColoursUp) {
  expect_middle(graded(R"({"lut": "inverted"})"), {255 - 192, 255 - 128, 255 - 64});
}

/// The luma of the colour is 0.2126 x 192 + 0.7152 x 128 + 0.0722 x 64 = 137.
TEST(PictureGradeNode, TurnsAndFadesColours) {
  expect_middle(graded(R"({"saturation": 0})"), {137, 137, 137});
  expect_middle(graded(R"({"hue": 180})"), {2 * 137 - 192, 2 * 137 - 128, 2 * 137 - 64});
  expect_middle(graded(R"({"gain": 0.5})"), {96, 64, 32});
}

/// Viridis starts at #440154.
TEST(PictureGradeNode, RampByName) {
  expect_middle(graded(R"({"ramp": ["viridis"]})", "#000000"), {0x44, 0x01, 0x54});
}

TEST(PictureGradeNode, StrengthIsHowMuch) {
  expect_middle(graded(R"({"gain": 0.5, "strength": 0.5})"), {144, 96, 48});
  expect_middle(graded(R"({"gain": 0.5, "strength": 0})"), {192, 128, 64});
}

TEST(PictureGradeNode, ByDefaultNothingChanges) {
  expect_middle(graded("{}"), {192, 128, 64});
}

}  // namespace
}  // namespace overlace::test
