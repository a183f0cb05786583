// SPDX-License-Identifier: Apache-2.0
// draw_graph: positions of values in a 100 x 50 px graph, at 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

constexpr const char* bare =
    R"("width": 100, "height": 50, "margin": 0, "position": "top_left", "plate": "#0000",
       "plate_padding": 0, "grid": 0, "dot_size": 0, )";

/// A graph in the picture's top left corner: one second is 10 frames of 10 px each.
GraphRun in_picture(const std::string& params, std::int32_t frame,
                    const std::string& seconds = "1") {
  GraphRun run(R"("graph": {"type": "draw_graph", "params": {)" + (bare + params) +
                   R"(, "seconds": )" + seconds + "}}",
               R"(["graph"])", TrackTable());
  run.draw(frame);
  return run;
}

double ink_of(const Picture& picture) {
  double ink = 0;
  for (int y = 0; y < picture.size.height; ++y)
    for (int x = 0; x < picture.size.width; ++x) ink += picture.at(x, y, 0) / 255.0;
  return ink;
}

TEST(DrawGraph, NowIsAtTheRight) {
  const GraphRun run =
      in_picture(R"("value": {"expr": "frame"}, "range": "fixed", "low": 0, "high": 10)", 4);
  // Values 4, 3, 2, 1, 0 from right to left, at 5 px each above the bottom.
  ASSERT_EQ(run.primitives().size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const Curve& leg = run.primitives()[i].curve;
    const auto back = static_cast<float>(i);
    EXPECT_NEAR(leg.p0.x, 100 - 10 * back, 1e-4F);
    EXPECT_NEAR(leg.p0.y, 50 - 5 * (4 - back), 1e-4F);
    EXPECT_EQ(run.primitives()[i].joined, i > 0) << "it is one line";
  }
  EXPECT_NEAR(run.primitives().back().curve.p1.x, 60, 1e-4F) << "before the clip there is nothing";
}

TEST(DrawGraph, ShowsNoMoreThanItsSeconds) {
  const GraphRun run = in_picture(R"("value": {"expr": "frame"})", 50);
  ASSERT_EQ(run.primitives().size(), 10U);
  EXPECT_NEAR(run.primitives().back().curve.p1.x, 0, 1e-4F);
}

// The clip has frames 0 to 99: the value of frame 50 is 50/99 of the way up, in any frame.
TEST(DrawGraph, TheRangeIsThatOfTheClip) {
  const GraphRun run = in_picture(R"("value": {"expr": "frame + 1000"})", 50);
  EXPECT_NEAR(run.primitives().front().curve.p0.y, 50.0F - 50.0F * 50 / 99, 1e-3F);
}

// An area of value 8 of 10 over the upper half of the graph, across its whole width.
TEST(DrawGraph, AreasAndBarsStandOnZero) {
  const std::string params =
      R"("value": 8, "range": "fixed", "low": -10, "high": 10, "line_width": 0, "fill": "#f00", )";
  EXPECT_NEAR(ink_of(in_picture(params + R"("style": "area")", 50).picture()), 100 * 20, 1);
  const GraphRun bars = in_picture(
      R"("value": 8, "range": "fixed", "low": -10, "high": 10, "color": "#f00",
         "style": "bars", "bars": 5)",
      49);
  // A bar holds two frames: 20 px, 15 of which are painted.
  ASSERT_EQ(bars.primitives().size(), 5U);
  const ShapeGeometry& newest = bars.primitives()[0].shape;
  EXPECT_NEAR(newest.half_size.x, 7.5F, 1e-4F);
  EXPECT_NEAR(newest.half_size.y, 10, 1e-4F);
  EXPECT_NEAR(newest.center.x, 92.5F, 1e-4F);
  EXPECT_NEAR(newest.center.y, 15, 1e-4F);
}

// Means of frames 40 to 49, 30 to 39 …, whichever frame is shown.
TEST(DrawGraph, BarsAreMeansThatStandStill) {
  const std::string params =
      R"("value": {"expr": "frame"}, "style": "bars", "bars": 5, "range": "fixed",
         "high": 100)";
  for (const std::int32_t frame : {49, 50, 57}) {
    const GraphRun run = in_picture(params, frame, "5");
    const std::size_t newer = frame == 49 ? 0 : 1;
    EXPECT_NEAR(2 * run.primitives()[newer].shape.half_size.y, 50 * 44.5 / 100, 1e-3) << frame;
    EXPECT_NEAR(2 * run.primitives()[newer + 1].shape.half_size.y, 50 * 34.5 / 100, 1e-3) << frame;
  }
}

/// Two objects: x of the first grows by 5 px per frame, that of the second by 1 px.
TrackTable two() {
  std::vector<std::vector<TrackRow>> frames(12);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const auto n = static_cast<float>(f);
    frames[f] = {{.id = 1, .box = {20 + 5 * n, 60, 20, 20}}, {.id = 2, .box = {120 + n, 60, 8, 8}}};
  }
  TrackTable table = tracks_of(frames);
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

TEST(DrawGraph, ObjectsHaveTheirOwn) {
  GraphRun run(R"("graph": {"type": "draw_graph", "inputs": {"tracks": "tracks"}, "params": {
                   "value": {"expr": "x"}, "range": "fixed", "low": 0, "high": 200, "seconds": 1,
                   "width": 20, "height": 20, "plate": "#0000", "plate_padding": 0, "grid": 0,
                   "dot_size": 0, "position": "top", "margin": 4}})",
               R"(["graph"])", two());
  run.draw(4);
  ASSERT_EQ(run.primitives().size(), 8U) << "five points each";
  // The first box is at 40..60 x 60..80; its graph ends 4 px above it, centred.
  const Vec2 now = run.primitives()[0].curve.p0, before = run.primitives()[0].curve.p1;
  EXPECT_NEAR(now.x, 60, 0.01F);
  EXPECT_NEAR(now.y, 56 - 20 * 50.0F / 200, 0.01F);
  EXPECT_NEAR(before.x, 58, 0.01F);
  EXPECT_NEAR(before.y, 56 - 20 * 45.0F / 200, 0.01F);
  const Vec2 second = run.primitives()[4].curve.p0;
  EXPECT_NEAR(second.y, 56 - 20 * 128.0F / 200, 0.01F);
}

TEST(DrawGraph, FramesStandAlone) {
  const std::string params = R"j("value": {"expr": "noise(frame / 7)"}, "style": "area")j";
  GraphRun whole(
      R"("graph": {"type": "draw_graph", "params": {)" + (bare + params) + R"(, "seconds": 1}})",
      R"(["graph"])", TrackTable());
  for (std::int32_t f = 0; f <= 33; ++f) whole.draw(f);
  EXPECT_EQ(whole.picture().rgb, in_picture(params, 33).picture().rgb);
}

TEST(DrawGraph, WritesAboveTheGraph) {
  const GraphRun run = in_picture(R"("value": 1, "size": 10, "text": "abc")", 0);
  ASSERT_EQ(run.primitives().size(), 3U) << "one point is no line";
  const GraphRun later = in_picture(R"("value": 1, "size": 10, "text": "abc")", 1);
  const float y = later.primitives().back().curve.p0.y;
  for (std::size_t i = 0; i < 3; ++i) EXPECT_LT(later.primitives()[i].glyph.y + 1, y);
}

TEST(DrawGraph, AttributesNeedObjects) {
  EXPECT_THROW((void)in_picture(R"("value": {"expr": "speed"})", 0), Error);
  EXPECT_THROW((void)in_picture(R"("enter": 5)", 0), Error);
}

}  // namespace
}  // namespace overlace::test
