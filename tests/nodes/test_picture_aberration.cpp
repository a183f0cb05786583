// SPDX-License-Identifier: Apache-2.0
// picture_aberration: how colours part. tests/gpu/test_picture_aberration.cpp tests how far.
#include <gtest/gtest.h>

#include <string>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white box from 90 to 109 px, with the whole picture as the region.
GraphRun parted(const std::string& params) {
  return {R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
    "all": {"type": "draw_fill", "params": {"color": "#123456"}},
    "lens": {"type": "picture_aberration", "inputs": {"region": "all"}, "params": )" +
              params + "}",
          R"(["box", "lens"])", tracks_of({{{.box = {90, 30, 20, 40}}}, {}})};
}
std::string colors(const GraphRun& run, int x) {
  std::string all;
  for (int c = 0; c < 3; ++c) all += run.picture().at(x, 50, c) > 127 ? "RGB"[c] : '-';
  return all;
}

TEST(PictureAberrationNode, RedGoesAlongTheAngleAndBlueAgainstIt) {
  GraphRun run = parted(R"({"kind": "linear", "amount": 6})");
  run.draw();
  EXPECT_EQ(colors(run, 85), "--B");
  EXPECT_EQ(colors(run, 92), "-GB");
  EXPECT_EQ(colors(run, 100), "RGB");
  EXPECT_EQ(colors(run, 107), "RG-");
  EXPECT_EQ(colors(run, 113), "R--");
  GraphRun back = parted(R"({"kind": "linear", "amount": 6, "angle": 180})");
  back.draw();
  EXPECT_EQ(colors(back, 85), "R--");
  EXPECT_EQ(colors(back, 113), "--B");
}

TEST(PictureAberrationNode, RadialGrowsFromTheMiddle) {
  GraphRun run = parted(R"({"amount": 60})");  // 5.4 px at 10 px from the middle
  run.draw();
  EXPECT_EQ(colors(run, 88), "R--");
  EXPECT_EQ(colors(run, 91), "RG-");
  EXPECT_EQ(colors(run, 100), "RGB");
  EXPECT_EQ(colors(run, 108), "RG-");
  EXPECT_EQ(colors(run, 112), "R--");
}

TEST(PictureAberrationNode, WithoutAmountOrStrengthIsNothing) {
  for (const char* params : {R"({"kind": "linear", "amount": 0})",
                             R"({"kind": "linear", "amount": 6, "strength": 0})"}) {
    GraphRun run = parted(params);
    run.draw();
    for (int x = 0; x < 200; ++x)
      EXPECT_EQ(colors(run, x), x >= 90 && x < 110 ? "RGB" : "---") << x;
  }
}

}  // namespace
}  // namespace overlace::test
