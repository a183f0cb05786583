// SPDX-License-Identifier: Apache-2.0
// effect_outline: where a box's outline lies, what it is painted over, and what is refused. The
// accuracy of distances is tested in tests/gpu/test_outline.cpp.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A box, 80 to 120 px from the left and 30 to 70 px from the top, with a red outline. The box is
/// blue unless `look` says otherwise.
GraphRun outline_of_box(const std::string& params,
                        const std::string& look = R"("fill": "#0000ff", "stroke_width": 0)") {
  return {R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"corner_radius": 0, )" +
              look + R"(}}, "edge": {"type": "effect_outline", "inputs": {"layer": "box"},
    "params": )" +
              params + "}",
          R"(["edge"])", tracks_of({{{.box = {80, 30, 40, 40}}}, {}})};
}

TEST(EffectOutline, LiesOnItsSide) {
  struct Case {
    const char* side;
    int first, last;  ///< red columns left of the middle of the box
  };
  for (const Case& c : {Case{"outside", 76, 79}, {"inside", 80, 83}, {"both", 78, 81}}) {
    GraphRun run = outline_of_box(R"({"width": 4, "color": "#ff0000", "side": ")" +
                                  std::string(c.side) + R"("})");
    run.draw();
    for (int x = 60; x < 100; ++x) {
      const bool red = x >= c.first && x <= c.last;
      EXPECT_EQ(run.picture().at(x, 50, 0), red ? 255 : 0) << c.side << " " << x;
      EXPECT_EQ(run.picture().at(x, 50, 2), !red && x >= 80 ? 255 : 0) << c.side << " " << x;
    }
  }
}

/// The outline is round at a corner, where it ends at equal distances.
TEST(EffectOutline, IsRoundAtCorners) {
  GraphRun run = outline_of_box(R"({"width": 20, "color": "#ff0000"})");
  run.draw();
  EXPECT_EQ(run.picture().at(80 - 14, 30 - 14, 0), 255);  // 19.3 px from the corner
  EXPECT_EQ(run.picture().at(80 - 16, 30 - 16, 0), 0);    // 22.1 px
}

TEST(EffectOutline, EndsSoftly) {
  GraphRun run = outline_of_box(R"({"width": 10, "softness": 8, "color": "#ff0000"})");
  run.draw();
  for (int x = 60; x < 80; ++x) {
    const double edge = 80 - x - 0.5;
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * std::clamp((10 - edge) / 8 + 0.5, 0.0, 1.0), 1)
        << x;
  }
}

/// The outline ends below a translucent drawing, and has its opacity.
TEST(EffectOutline, FollowsTranslucentDrawings) {
  GraphRun run = outline_of_box(R"({"width": 4, "color": "#ff0000"})",
                                R"("fill": "#0000ff40", "stroke_width": 0)");
  run.draw();
  for (int x = 76; x < 80; ++x) EXPECT_NEAR(run.picture().at(x, 50, 0), 64, 1) << x;
  EXPECT_EQ(run.picture().at(75, 50, 0), 0);
  EXPECT_EQ(run.picture().at(82, 50, 0), 0);
  EXPECT_NEAR(run.picture().at(82, 50, 2), 64, 1);
}

/// There is no edge between an opaque stroke and a translucent fill.
TEST(EffectOutline, TakesNoEdgeBetweenPaintAndPaint) {
  GraphRun run = outline_of_box(R"({"width": 4, "color": "#ff0000"})",
                                R"("fill": "#0000ff40", "stroke_width": 6, "color": "#00ff00")");
  run.draw();
  EXPECT_EQ(run.picture().at(75, 50, 0), 255);  // outside the stroke, 77 to 83
  for (int x = 78; x < 100; ++x) EXPECT_EQ(run.picture().at(x, 50, 0), 0) << x;
  EXPECT_NEAR(run.picture().at(90, 50, 2), 64, 1);
}

TEST(EffectOutline, OfNothingIsNothing) {
  GraphRun run = outline_of_box("{}");
  run.draw(0);
  run.draw(1);  // the box is gone
  EXPECT_TRUE(std::ranges::all_of(run.picture().rgb, [](std::uint8_t v) { return v == 0; }));
}

TEST(EffectOutline, RefusesWhatIsOutOfRange) {
  const auto problem = [](const std::string& params) -> std::string {
    try {
      outline_of_box(params);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem(R"({"width": 65})").find("0 to 64"), std::string::npos);
  EXPECT_NE(problem(R"({"softness": 0.5})").find("1 to 64"), std::string::npos);
  EXPECT_NE(problem(R"({"side": "outsid"})").find("outside"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
