// SPDX-License-Identifier: Apache-2.0
// effect_shadow: where a box's shadow falls and how it fades, against the error function in double
// precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A box of one colour, 80 to 120 px from the left and over the whole height, over a grey wall.
GraphRun shadow_of_box(const std::string& params, const std::string& fill = "#ffffff") {
  return {R"("wall": {"type": "draw_fill", "params": {"color": "#808080"}},
    "box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": ")" +
              fill + R"("}}, "lifted": {"type": "effect_shadow", "inputs": {"layer": "box"},
    "params": )" +
              params + "}",
          R"(["wall", "lifted"])", tracks_of({{{.box = {80, -200, 40, 500}}}, {}})};
}
/// The share of a shape from `left` to `right` that a Gaussian leaves at a pixel.
double spread(int x, double left, double right, double sigma) {
  const auto below = [&](double edge) {
    return 0.5 * std::erfc((edge - x - 0.5) / (sigma * std::sqrt(2)));
  };
  return below(left) - below(right);
}

TEST(EffectShadow, FallsWhereItIsMoved) {
  for (const double shift : {0.0, 12.0, -9.0, 7.25}) {
    GraphRun run = shadow_of_box(R"({"sigma": 5, "color": "#00000080", "y": 3, "x": )" +
                                 std::to_string(shift) + "}");
    run.draw();
    for (int x = 40; x < 160; ++x) {
      if (x >= 80 && x < 120) {
        EXPECT_EQ(run.picture().at(x, 50, 0), 255) << x;  // under the box
        continue;
      }
      const double shade = 128.0 / 255 * spread(x, 80 + shift, 120 + shift, 5);
      EXPECT_NEAR(run.picture().at(x, 50, 0), 128 * (1 - shade), 1.01) << x << ", " << shift;
    }
  }
}

TEST(EffectShadow, GrowsBySpread) {
  GraphRun run =
      shadow_of_box(R"({"sigma": 4, "color": "#ff0000", "x": 0, "y": 0, "spread": 10.5})");
  run.draw();
  for (int x = 40; x < 80; ++x) {
    const double shade = spread(x, 80 - 10.5, 120 + 10.5, 4);
    EXPECT_NEAR(run.picture().at(x, 50, 1), 128 * (1 - shade), 1.5) << x;
  }
}

/// The shadow of a translucent drawing is fainter, grown or not, and shows through the drawing.
TEST(EffectShadow, FadesWithItsDrawing) {
  for (const char* grown : {"0", "8"}) {
    GraphRun run = shadow_of_box(
        R"({"sigma": 1, "color": "#000000", "x": 0, "y": 0, "spread": )" + std::string(grown) + "}",
        "#ffffff40");
    run.draw();
    const double alpha = 64.0 / 255;
    EXPECT_NEAR(run.picture().at(100, 50, 0), 128 * (1 - alpha) * (1 - alpha) + 255 * alpha, 1.5);
  }
}

TEST(EffectShadow, OfNothingIsNothing) {
  GraphRun run = shadow_of_box("{}");
  run.draw(0);
  run.draw(1);  // the box is gone
  EXPECT_TRUE(std::ranges::all_of(run.picture().rgb, [](std::uint8_t v) { return v == 128; }));
}

TEST(EffectShadow, RefusesWhatIsOutOfRange) {
  const auto problem = [](const std::string& params) -> std::string {
    try {
      shadow_of_box(params);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem(R"({"spread": -1})").find("0 to 64"), std::string::npos);
  EXPECT_NE(problem(R"({"sigma": 0.2})").find("0.5 to 100"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
