// SPDX-License-Identifier: Apache-2.0
// picture_zoom: the points that stay in place, with and without anchors, and what leaves the
// picture alone. Accuracy is tested in tests/gpu/test_picture_gather.cpp.
#include <gtest/gtest.h>

#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white 20 px box on black, under a zoom.
std::string graph(const std::string& region, const std::string& anchors,
                  const std::string& params) {
  return R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
  "all": {"type": "draw_fill", "params": {"color": "#123456"}},
  "glass": {"type": "picture_zoom", "inputs": {"region": ")" +
         region + "\"" + anchors + R"(}, "params": )" + params + "}";
}
TrackTable one_box() {
  return tracks_of({{{.box = {40, 30, 20, 20}}}, {}});
}
constexpr const char* on_tracks = R"(, "anchors": "tracks")";

/// White columns of a row.
std::string white(const GraphRun& run, int y) {
  int first = -1, last = -1;
  for (int x = 0; x < 200; ++x)
    if (run.picture().at(x, y, 0) > 127) {
      if (first < 0) first = x;
      last = x;
    }
  return std::to_string(first) + " to " + std::to_string(last);
}

/// Enlarged three times around its own centre at 50; then 1.5 times around the picture's at 100.
TEST(PictureZoomNode, KeepsItsAnchors) {
  GraphRun own(graph("all", on_tracks, R"({"zoom": 3})"), R"(["box", "glass"])", one_box());
  own.draw();
  EXPECT_EQ(white(own, 40), "20 to 79");
  GraphRun middle(graph("all", "", R"({"zoom": 1.5})"), R"(["box", "glass"])", one_box());
  middle.draw();
  EXPECT_EQ(white(middle, 40), "10 to 39");
}

/// With the anchor 10 px right of the box's centre, the box's right side stays at 60.
TEST(PictureZoomNode, AnchorsMoveByTheirOffset) {
  GraphRun run(graph("all", on_tracks, R"({"zoom": 2, "x": 10})"), R"(["box", "glass"])",
               one_box());
  run.draw();
  EXPECT_EQ(white(run, 40), "20 to 59");
}

/// Inside the box everything is white at any zoom; outside nothing changes.
TEST(PictureZoomNode, StaysInItsRegion) {
  GraphRun run(graph("box", on_tracks, R"({"zoom": 4})"), R"(["box", "glass"])", one_box());
  run.draw();
  EXPECT_EQ(white(run, 40), "40 to 59");
}

/// Half black and half white where only the enlarged box is.
TEST(PictureZoomNode, StrengthMixes) {
  GraphRun run(graph("all", on_tracks, R"({"zoom": 3, "strength": 0.5})"), R"(["box", "glass"])",
               one_box());
  run.draw();
  EXPECT_NEAR(run.picture().at(30, 40, 0), 127.5, 1);
  EXPECT_EQ(run.picture().at(50, 40, 0), 255);
}

/// Without an object, strength or enlargement, the picture is not requested.
TEST(PictureZoomNode, LeavesFramesWithoutAnchorAlone) {
  const auto asks = [](const std::string& params, std::int32_t frame) {
    GraphRun run(graph("box", on_tracks, params), R"(["glass"])", one_box());
    const auto replay = make_cpu_replay(run.shared_plan(), {.threads = 1});
    Picture picture({200, 100});
    int asked = 0;
    replay->submit_lazily(0, {frame, 0}, [&] {
      ++asked;
      return picture.view();
    });
    replay->finish(0);
    return asked;
  };
  EXPECT_EQ(asks("{}", 0), 1);
  EXPECT_EQ(asks("{}", 1), 0);
}

TEST(PictureZoomNode, RefusesMoreAnchorsThanFit) {
  std::vector<TrackRow> rows(257, TrackRow{.box = {0, 0, 5, 5}});
  try {
    GraphRun run(graph("all", on_tracks, "{}"), R"(["glass"])", tracks_of({rows}));
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("256 anchors"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace overlace::test
