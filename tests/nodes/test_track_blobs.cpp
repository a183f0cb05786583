// SPDX-License-Identifier: Apache-2.0
// track_blobs: every parameter reaches the search.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/nodes/track_node.h"
#include "tests/tracking/painted_clip.h"

namespace overlace::test {
namespace {

/// White, black and green boxes, a white speck and two white bars 4 px apart, on grey.
TrackTable found(const std::string& params) {
  TrackNode node("track_blobs", params);
  node.play_video = painted_clip(1, {200, 100}, [](int, int x, int y) {
    const auto in = [&](int left, int top, int width, int height) {
      return x >= left && x < left + width && y >= top && y < top + height;
    };
    if (in(10, 10, 40, 30) || in(10, 80, 5, 5) || in(120, 60, 10, 30) || in(134, 60, 10, 30))
      return Bgr{255, 255, 255};
    if (in(70, 10, 40, 30)) return Bgr{0, 0, 0};
    if (in(130, 10, 40, 30)) return Bgr{0, 255, 0};
    return Bgr{128, 128, 128};
  });
  return node.make();
}

/// The left sides of the regions, in table order.
std::vector<float> lefts(const std::string& params) {
  std::vector<float> x;
  for (const Box& box : found(params).box) x.push_back(box.x);
  std::ranges::sort(x);
  return x;
}

TEST(TrackBlobs, ItsParametersMatter) {
  using Lefts = std::vector<float>;
  EXPECT_EQ(lefts("{}"), (Lefts{10, 10, 120, 134}));
  EXPECT_EQ(lefts(R"({"kind": "dark"})"), Lefts{70});
  EXPECT_EQ(lefts(R"({"kind": "color"})"), Lefts{130});
  EXPECT_EQ(lefts(R"({"kind": "color", "key": "#000"})"), Lefts{70});
  EXPECT_EQ(lefts(R"({"kind": "edges", "close": 0})").size(), 5U)
      << "green is as bright as the ground";
  EXPECT_EQ(lefts(R"({"threshold": 0.45, "max_area": 1})"), (Lefts{0})) << "the ground, too";
  EXPECT_EQ(lefts(R"({"open": "4%"})"), (Lefts{10, 120, 134}));
  EXPECT_EQ(lefts(R"({"close": 3})"), (Lefts{10, 10, 120}));
  EXPECT_EQ(lefts(R"({"min_area": 0.01})"), (Lefts{10, 120, 134}));
  EXPECT_EQ(lefts(R"({"max_area": 0.01})"), Lefts{10});
  EXPECT_EQ(lefts(R"({"max_count": 1})"), Lefts{10});
  EXPECT_TRUE(found("{}").outlines.empty());
  EXPECT_FALSE(found(R"({"outlines": true})").outlines.of(0).empty());
}

TEST(TrackBlobs, SaysWhenThereAreNoPixels) {
  TrackNode node("track_blobs");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test
