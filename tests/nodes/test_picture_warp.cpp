// SPDX-License-Identifier: Apache-2.0
// picture_warp: where it bends the picture, and what leaves it alone. Displacements are tested in
// tests/gpu/test_picture_gather.cpp.
#include <gtest/gtest.h>

#include <string>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// White down to row 49, with a downward push of 10 px.
std::string graph(const std::string& region, const std::string& strokes, const std::string& more) {
  return R"("white": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
  "all": {"type": "draw_fill", "params": {"color": "#123456"}},
  "bent": {"type": "picture_warp", "inputs": {"region": ")" +
         region + "\"" + strokes + R"(}, "params": {"amount": 10, "angle": 90, "radius": 12)" +
         more + "}}";
}
/// Its centre is at (100, -100).
TrackTable one_box() {
  return tracks_of({{{.box = {-200, -250, 600, 300}}}, {}});
}
int white_rows(const GraphRun& run, int x) {
  int rows = 0;
  while (rows < 100 && run.picture().at(x, rows, 0) > 127) ++rows;
  return rows;
}

/// One stroke, in the picture's middle, moves pixels by about the amount; 48 px away nothing moves.
TEST(PictureWarpNode, BendsInTheMiddle) {
  GraphRun run(graph("all", "", ""), R"(["white", "bent"])", one_box());
  run.draw();
  EXPECT_GE(white_rows(run, 100), 57);
  EXPECT_LE(white_rows(run, 100), 60);
  EXPECT_EQ(white_rows(run, 40), 50);
  EXPECT_EQ(white_rows(run, 160), 50);
}

TEST(PictureWarpNode, PlaceAndStrengthCount) {
  GraphRun moved(graph("all", "", R"(, "x": -60)"), R"(["white", "bent"])", one_box());
  moved.draw();
  EXPECT_GE(white_rows(moved, 40), 57);
  EXPECT_EQ(white_rows(moved, 100), 50);
  GraphRun half(graph("all", "", R"(, "strength": 0.5)"), R"(["white", "bent"])", one_box());
  half.draw();
  EXPECT_EQ(half.picture().at(100, 53, 0), 128);
}

/// The box's centre is above the picture, too far away to bend its lower edge.
TEST(PictureWarpNode, StrokesAreTheMiddlesOfObjects) {
  GraphRun run(graph("all", R"(, "strokes": "tracks")", ""), R"(["white", "bent"])", one_box());
  run.draw();
  EXPECT_EQ(white_rows(run, 100), 50);
}

/// The region is the white box itself: none of it moves out.
TEST(PictureWarpNode, StaysInItsRegion) {
  GraphRun run(graph("white", "", ""), R"(["white", "bent"])", one_box());
  run.draw();
  EXPECT_EQ(white_rows(run, 100), 50);
}

}  // namespace
}  // namespace overlace::test
