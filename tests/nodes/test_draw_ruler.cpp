// SPDX-License-Identifier: Apache-2.0
// draw_ruler: where lines lie in a 200 x 100 px picture, and what they are called.
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun ruler(const std::string& params) {
  GraphRun run(R"("ruler": {"type": "draw_ruler", "params": {)" + params + "}}", R"(["ruler"])",
               TrackTable());
  run.draw();
  return run;
}

std::size_t glyphs(const GraphRun& run) {
  return static_cast<std::size_t>(std::ranges::count_if(
      run.primitives(), [](const Primitive& p) { return p.kind == PrimitiveKind::glyph; }));
}

TEST(DrawRuler, LinesDivideBothSidesIntoEqualParts) {
  const GraphRun run = ruler(R"("divisions": 4, "size": 8)");
  std::vector<float> upright, level;
  for (const Primitive& p : run.primitives()) {
    if (p.kind != PrimitiveKind::curve) continue;
    if (p.curve.p0.x == p.curve.p1.x)
      upright.push_back(p.curve.p0.x);
    else
      level.push_back(p.curve.p0.y);
  }
  EXPECT_EQ(upright, (std::vector<float>{50, 100, 150}));
  EXPECT_EQ(level, (std::vector<float>{25, 50, 75}));
}

// "25%" over "50", "50%" over "100", "75%" over "150"; "25%  25", "50%  50", "75%  75".
TEST(DrawRuler, LinesHaveTheirPercentagesAndPixels) {
  EXPECT_EQ(glyphs(ruler(R"("divisions": 4, "size": 8)")), 3U * 3 + 2 + 3 + 3 + 3U * 5);
  EXPECT_EQ(glyphs(ruler(R"("divisions": 2, "size": 8)")), 3U + 3 + 5);
}

}  // namespace
}  // namespace overlace::test
