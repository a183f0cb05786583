// SPDX-License-Identifier: Apache-2.0
// picture_grain: where it is, and that it differs between frames. Its strength is measured in
// tests/gpu/test_picture_grain.cpp.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Grey in the left half of the picture, with grain on a box.
std::string graph(const std::string& params) {
  return R"("grey": {"type": "draw_fill", "params": {"color": "#808080"}},
  "box": {"type": "draw_boxes", "inputs": {"tracks": "tracks"},
    "params": {"stroke_width": 0, "corner_radius": 0, "fill": "#ffffff"}},
  "grain": {"type": "picture_grain", "inputs": {"region": "box"}, "params": )" +
         params + "}";
}
TrackTable one_box() {
  const TrackRow row{.box = {16, 16, 64, 64}};
  return tracks_of({{row}, {row}});
}
/// The values of the first component in a square.
std::multiset<int> values(const GraphRun& run, int left, int top) {
  std::multiset<int> all;
  for (int y = top; y < top + 40; ++y)
    for (int x = left; x < left + 40; ++x) all.insert(run.picture().at(x, y, 0));
  return all;
}

TEST(PictureGrainNode, LiesUnderItsRegion) {
  GraphRun run(graph(R"({"amount": 0.1})"), R"(["grey", "grain"])", one_box());
  run.draw();
  const auto inside = values(run, 20, 20), outside = values(run, 120, 20);
  EXPECT_GT(*inside.rbegin() - *inside.begin(), 60);
  EXPECT_EQ(*outside.rbegin(), *outside.begin());
}

TEST(PictureGrainNode, FramesAndSeedsDiffer) {
  const auto shown = [](const std::string& params, std::int32_t frame) {
    GraphRun run(graph(params), R"(["grey", "grain"])", one_box());
    run.draw(frame);
    std::string row;
    for (int x = 20; x < 60; ++x) row += std::to_string(run.picture().at(x, 30, 0)) + " ";
    return row;
  };
  const std::string first = shown(R"({"amount": 0.1})", 0);
  EXPECT_EQ(first, shown(R"({"amount": 0.1})", 0));
  EXPECT_NE(first, shown(R"({"amount": 0.1})", 1));
  EXPECT_NE(first, shown(R"({"amount": 0.1, "seed": 7})", 0));
}

TEST(PictureGrainNode, WithoutAmountIsNothing) {
  GraphRun run(graph(R"({"amount": 0})"), R"(["grey", "grain"])", one_box());
  run.draw();
  const auto inside = values(run, 20, 20), outside = values(run, 120, 20);
  EXPECT_EQ(inside, outside);
}

}  // namespace
}  // namespace overlace::test
