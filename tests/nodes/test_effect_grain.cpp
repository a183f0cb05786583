// SPDX-License-Identifier: Apache-2.0
// effect_grain: noise on a drawing and none beside it, different in every frame. Its deviation is
// tested in tests/gpu/test_grain.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun grain_on_box(const std::string& params) {
  const std::vector<TrackRow> box = {{.box = {40, 20, 120, 60}}};
  return {R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#808080"}},
    "film": {"type": "effect_grain", "inputs": {"layer": "box"}, "params": )" +
              params + "}",
          R"(["film"])", tracks_of({box, box})};
}

TEST(EffectGrain, IsOnTheDrawingAlone) {
  GraphRun run = grain_on_box(R"({"amount": 0.1})");
  run.draw();
  double squares = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) {
      const int v = run.picture().at(x, y, 0);
      if (x < 40 || x >= 160 || y < 20 || y >= 80)
        ASSERT_EQ(v, 0) << x << ", " << y;
      else
        squares += (v - 128) * (v - 128);
    }
  EXPECT_NEAR(std::sqrt(squares / (120 * 60)), 25.5, 1);
}

TEST(EffectGrain, FramesStandAlone) {
  GraphRun whole = grain_on_box("{}"), alone = grain_on_box("{}");
  whole.draw(0);
  const std::vector<std::uint8_t> first = whole.picture().rgb;
  whole.draw(1);
  alone.draw(1);
  EXPECT_EQ(whole.picture().rgb, alone.picture().rgb);
  EXPECT_NE(first, alone.picture().rgb);
}

TEST(EffectGrain, WithoutAmountNothingChanges) {
  GraphRun run = grain_on_box(R"({"amount": 0})");
  run.draw();
  EXPECT_EQ(run.picture().at(100, 50, 0), 128);
}

TEST(EffectGrain, RefusesWhatIsOutOfRange) {
  std::string problem = "nothing";
  try {
    grain_on_box(R"({"size": 0.5})");
  } catch (const Error& error) {
    problem = error.what();
  }
  EXPECT_NE(problem.find("1 to 64"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
