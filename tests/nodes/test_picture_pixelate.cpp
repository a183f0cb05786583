// SPDX-License-Identifier: Apache-2.0
// picture_pixelate: its grid, its place in the paint order, and its parameters. The means of blocks
// are tested in tests/gpu/test_picture_pixelate.cpp.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A white box, 80 to 120 px from the left and over the whole height, under pixelation.
std::string graph(const std::string& region, const std::string& params) {
  return R"("box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
  "all": {"type": "draw_fill", "params": {"color": "#123456"}},
  "blocks": {"type": "picture_pixelate", "inputs": {"region": ")" +
         region + R"("}, "params": )" + params + "}";
}
TrackTable one_box() {
  return tracks_of({{{.box = {80, -200, 40, 500}}}, {}});
}

/// 32 px blocks from the corner: the box fills half of the one at 64, three quarters of that at 96.
TEST(PicturePixelateNode, MixesWhatIsUnderItAndNotWhatComesLater) {
  GraphRun run(graph("all", R"({"block": 32})"), R"(["box", "blocks"])", one_box());
  run.draw();
  for (int x = 0; x < 200; ++x) {
    const double part = x >= 64 && x < 96 ? 0.5 : x >= 96 && x < 128 ? 0.75 : 0;
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * part, 0.51) << x;
  }
  GraphRun later(graph("all", R"({"block": 32})"), R"(["blocks", "box"])", one_box());
  later.draw();
  for (int x = 0; x < 200; ++x)
    EXPECT_EQ(later.picture().at(x, 50, 0), x >= 80 && x < 120 ? 255 : 0) << x;
}

/// Inside the box, blocks keep their place in the picture and average pixels around the box, too.
TEST(PicturePixelateNode, StaysInItsRegion) {
  GraphRun run(graph("box", R"({"block": 32})"), R"(["box", "blocks"])", one_box());
  run.draw();
  for (int x = 0; x < 200; ++x) {
    const double part = x >= 80 && x < 96 ? 0.5 : x >= 96 && x < 120 ? 0.75 : 0;
    EXPECT_NEAR(run.picture().at(x, 50, 0), 255 * part, 0.51) << x;
  }
}

/// 10 % of 100 px; fractions are rounded.
TEST(PicturePixelateNode, BlocksAreWholePixels) {
  for (const auto& [block, side] : {std::pair{"\"10%\"", 10}, {"8.4", 8}, {"8.6", 9}}) {
    GraphRun run(graph("all", R"({"block": )" + std::string(block) + "}"), R"(["box", "blocks"])",
                 one_box());
    run.draw();
    std::set<int> edges;
    for (int x = 1; x < 200; ++x)
      if (run.picture().at(x, 50, 0) != run.picture().at(x - 1, 50, 0)) edges.insert(x);
    EXPECT_FALSE(edges.empty());
    for (const int edge : edges) EXPECT_EQ(edge % side, 0) << block;
  }
}

/// Means are rounded half up to code values, and so is the mix.
TEST(PicturePixelateNode, StrengthMixes) {
  GraphRun run(graph("all", R"({"block": 32, "strength": 0.5})"), R"(["box", "blocks"])",
               one_box());
  run.draw();
  EXPECT_EQ(run.picture().at(70, 50, 0), 64);   // half of 128 and of 0
  EXPECT_EQ(run.picture().at(90, 50, 0), 192);  // half of 128 and of 255
}

/// Without a region or strength, the picture is not requested.
TEST(PicturePixelateNode, LeavesFramesWithoutRegionAlone) {
  const auto asks = [](const std::string& params, std::int32_t frame) {
    GraphRun run(graph("box", params), R"(["blocks"])", one_box());
    const auto replay = make_cpu_replay(run.shared_plan(), {.threads = 1});
    Picture picture({200, 100});
    // The region itself is painted with the picture's colours.
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

TEST(PicturePixelateNode, ParametersHaveTheirRange) {
  const auto problem = [](const std::string& params) -> std::string {
    try {
      GraphRun run(graph("all", params), R"(["blocks"])", one_box());
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing";
  };
  EXPECT_NE(problem(R"({"block": 1})").find("2 to 512"), std::string::npos);
  EXPECT_NE(problem(R"({"block": 513})").find("2 to 512"), std::string::npos);
  EXPECT_NE(problem(R"({"strength": 2})").find("0 to 1"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
