// SPDX-License-Identifier: Apache-2.0
// effect_aberration: colour fringes of a box, in its middle and at the picture's sides.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white box, 80 to 120 px from the left and over the whole height, under the effect.
GraphRun parted_box(const std::string& params, float left = 80) {
  return {R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
    "parted": {"type": "effect_aberration", "inputs": {"layer": "box"}, "params": )" +
              params + "}",
          R"(["parted"])", tracks_of({{{.box = {left, -200, 40, 500}}}})};
}

TEST(EffectAberration, MovesRedAlongTheAngle) {
  GraphRun run = parted_box(R"({"amount": 4, "kind": "linear", "angle": 180})");
  run.draw();
  for (int x = 60; x < 140; ++x) {
    EXPECT_EQ(run.picture().at(x, 50, 0), x >= 76 && x < 116 ? 255 : 0) << x;
    EXPECT_EQ(run.picture().at(x, 50, 1), x >= 80 && x < 120 ? 255 : 0) << x;
    EXPECT_EQ(run.picture().at(x, 50, 2), x >= 84 && x < 124 ? 255 : 0) << x;
  }
}

/// Shifts grow in proportion to the distance from the middle, red outwards and blue inwards.
TEST(EffectAberration, GrowsFromTheMiddle) {
  const double corner = std::hypot(100, 50);
  GraphRun run = parted_box(R"({"amount": 20})", 150);
  run.draw();
  const auto edge = [&](int c) {  // of the box's left side, between pixels
    double sum = 0;
    for (int x = 120; x < 170; ++x) sum += run.picture().at(x, 50, c) / 255.0;
    return 170 - sum;
  };
  // A point p is displaced by d(p'), where p' is the place at which it is shown: outwards by the
  // factor 1 / (1 - 20 / corner).
  EXPECT_NEAR(edge(0), 100 + 50 / (1 - 20 / corner), 0.1);
  EXPECT_NEAR(edge(1), 150, 0.01);
  EXPECT_NEAR(edge(2), 100 + 50 / (1 + 20 / corner), 0.1);
}

TEST(EffectAberration, RefusesWhatIsOutOfRange) {
  std::string problem = "nothing";
  try {
    parted_box(R"({"amount": 100})");
  } catch (const Error& error) {
    problem = error.what();
  }
  EXPECT_NE(problem.find("-64 to 64"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
