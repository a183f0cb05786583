// SPDX-License-Identifier: Apache-2.0
// draw_bars: bars of an object whose box is 40 x 20 px at (40, 40).
#include <gtest/gtest.h>

#include <limits>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun bars(const std::string& params, float score = 0.5F) {
  TrackTable table = tracks_of({{{.id = 1, .box = {40, 40, 40, 20}, .score = score}}});
  finish_tracks(table, {.frame_rate = {10}});
  GraphRun run(R"("bars": {"type": "draw_bars", "inputs": {"tracks": "tracks"}, "params": {
                   "width": 20, "height": 6, "offset": 4, "corner_radius": 0, "color": "#f00",
                   "empty": "#0f0")" +
                   params + "}}",
               R"(["bars"])", std::move(table));
  run.draw();
  return run;
}

Box box_of(const Primitive& primitive) {
  const ShapeGeometry& shape = primitive.shape;
  const Vec2 corner = shape.center - shape.half_size;
  return {corner.x, corner.y, 2 * shape.half_size.x, 2 * shape.half_size.y};
}

TEST(DrawBars, ShowsTheScoreAboveTheBox) {
  const GraphRun run = bars("");
  ASSERT_EQ(run.primitives().size(), 2U);
  EXPECT_EQ(box_of(run.primitives()[0]), (Box{50, 30, 20, 6}));
  EXPECT_EQ(box_of(run.primitives()[1]), (Box{50, 30, 10, 6}));
}

TEST(DrawBars, StandsAnywhereAndFitsTheBox) {
  const GraphRun below = bars(R"(, "position": "bottom", "fit": "box")");
  EXPECT_EQ(box_of(below.primitives()[0]), (Box{40, 64, 40, 6}));
  const GraphRun left = bars(R"(, "position": "left")");
  EXPECT_EQ(box_of(left.primitives()[0]), (Box{16, 47, 20, 6}));
}

TEST(DrawBars, HasARangeAndAnyValue) {
  const GraphRun run = bars(R"(, "value": {"expr": "width"}, "low": 30, "high": 70)");
  EXPECT_FLOAT_EQ(box_of(run.primitives()[1]).width, 5);
  const GraphRun full = bars(R"(, "value": 99)");
  EXPECT_FLOAT_EQ(box_of(full.primitives()[1]).width, 20);
}

TEST(DrawBars, LightsSegments) {
  const GraphRun run = bars(R"(, "segments": 4)", 0.7F);
  ASSERT_EQ(run.primitives().size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_EQ(run.primitives()[i].fill.r, i < 3 ? 1.0F : 0.0F) << i;
  EXPECT_FLOAT_EQ(box_of(run.primitives()[3]).x + box_of(run.primitives()[3]).width, 70);
}

TEST(DrawBars, AMissingScoreIsEmpty) {
  EXPECT_EQ(bars("", std::numeric_limits<float>::quiet_NaN()).primitives().size(), 1U);
}

}  // namespace
}  // namespace overlace::test
