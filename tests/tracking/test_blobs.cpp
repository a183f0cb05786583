// SPDX-License-Identifier: Apache-2.0
// Regions in pictures painted for the test.
#include <gtest/gtest.h>

#include "tests/tracking/painted_clip.h"
#include "tracking/blobs.h"

namespace overlace {
namespace {

TrackTable find_blobs(const PlayVideo& play, const BlobOptions& options) {
  return watch(play, *blob_finder(options));
}

using test::Bgr;

constexpr Size size{200, 100};
constexpr BlobOptions plain{.open = 0, .close = 0, .min_area = 0};

bool in(int x, int y, const Box& b) {
  const auto px = static_cast<float>(x), py = static_cast<float>(y);
  return px >= b.x && px < b.x + b.width && py >= b.y && py < b.y + b.height;
}

/// One mid-grey frame with coloured boxes.
PlayVideo boxes(std::vector<std::pair<Box, Bgr>> painted) {
  return test::painted_clip(1, size, [=](int, int x, int y) {
    Bgr color{128, 128, 128};
    for (const auto& [box, inside] : painted)
      if (in(x, y, box)) color = inside;
    return color;
  });
}

constexpr Bgr white{255, 255, 255}, black{0, 0, 0}, green{0, 255, 0};
constexpr Box left{10, 20, 30, 40}, right{100, 30, 50, 50};

std::vector<Box> found(const PlayVideo& play, BlobOptions options) {
  return find_blobs(play, options).box;
}

TEST(Blobs, BrightDarkAndKeyedRegionsAreBoxedExactly) {
  const PlayVideo play = boxes({{left, white}, {right, black}});
  EXPECT_EQ(found(play, plain), std::vector{left});
  BlobOptions options = plain;
  options.kind = BlobKind::dark;
  EXPECT_EQ(found(play, options), std::vector{right});
  options.kind = BlobKind::color;
  EXPECT_EQ(found(boxes({{left, white}, {right, green}}), options), std::vector{right});
  options.key = {1, 1, 1, 1};
  EXPECT_EQ(found(boxes({{left, white}, {right, green}}), options), std::vector{left});
}

TEST(Blobs, LargestFirstAndNoMoreThanAsked) {
  const PlayVideo play = boxes({{left, white}, {right, white}});
  EXPECT_EQ(found(play, plain), (std::vector{right, left}));
  BlobOptions options = plain;
  options.max_count = 1;
  EXPECT_EQ(found(play, options), std::vector{right});
  options.max_count = 5;
  options.min_area = 0.1;  // 30 x 40 of 200 x 100 is 6 %
  EXPECT_EQ(found(play, options), std::vector{right});
  options.min_area = 0;
  options.max_area = 0.1;
  EXPECT_EQ(found(play, options), std::vector{left});
}

TEST(Blobs, OpeningRemovesSpecksAndClosingFillsGaps) {
  const PlayVideo speck = boxes({{{50, 50, 3, 3}, white}, {right, white}});
  BlobOptions options = plain;
  EXPECT_EQ(found(speck, options).size(), 2U);
  options.open = 0.03;  // 3 px
  EXPECT_EQ(found(speck, options), std::vector{right});
  const PlayVideo gap = boxes({{{20, 20, 20, 40}, white}, {{44, 20, 20, 40}, white}});
  EXPECT_EQ(found(gap, plain).size(), 2U);
  options = plain;
  options.close = 0.03;
  EXPECT_EQ(found(gap, options), (std::vector{Box{20, 20, 44, 40}}));
}

/// Discs of any size: the time for the largest is that of a small one, not its square.
TEST(Blobs, OpeningAndClosingWithLargeDiscs) {
  const Box bar{20, 20, 44, 50}, beyond{120, 20, 60, 50};  // 56 px apart
  const PlayVideo play = boxes({{bar, white}, {beyond, white}});
  BlobOptions options = plain;
  options.close = 0.25;
  EXPECT_EQ(found(play, options), (std::vector{beyond, bar}));
  options.close = 0.4;
  EXPECT_EQ(found(play, options), (std::vector{Box{20, 20, 160, 50}}));
  options.close = 10;
  EXPECT_EQ(found(play, options).size(), 1U);
  options.close = 0;
  options.open = 0.2;
  EXPECT_EQ(found(play, options).size(), 2U);
  options.open = 0.23;
  EXPECT_EQ(found(play, options), std::vector{beyond}) << "44 px wide, and the disc 46";
  options.open = 10;
  EXPECT_TRUE(found(play, options).empty());
}

TEST(Blobs, ClosingDoesNotGrowWhatIsNearTheEdge) {
  const Box near{4, 6, 30, 40}, touching{170, 60, 30, 40};
  BlobOptions options = plain;
  options.close = 0.1;
  EXPECT_EQ(found(boxes({{near, white}, {touching, white}}), options).size(), 2U);
  for (const Box& box : found(boxes({{near, white}, {touching, white}}), options))
    EXPECT_TRUE(box == near || box == touching) << box.x << " " << box.width;
}

TEST(Blobs, EdgesAreFoundWhereBrightnessSteps) {
  BlobOptions options = plain;
  options.kind = BlobKind::edges;
  options.close = 0.03;
  const std::vector<Box> around = found(boxes({{right, white}}), options);
  ASSERT_EQ(around.size(), 1U);
  EXPECT_NEAR(around[0].x, right.x, 2);
  EXPECT_NEAR(around[0].width, right.width, 4);
  // A step of 8 of 255, amplified 4 times, is below 0.8.
  EXPECT_TRUE(found(boxes({{right, {136, 136, 136}}}), options).empty());
}

TEST(Blobs, OutlinesHaveTheirHoles) {
  BlobOptions options = plain;
  options.outlines = true;
  const TrackTable table = find_blobs(boxes({{right, white}, {{115, 45, 20, 20}, black}}), options);
  ASSERT_EQ(table.row_count(), 1U);
  const auto outline = table.outlines.of(0);
  ASSERT_FALSE(outline.empty());
  EXPECT_EQ(outline.back().ring, 1U);
  double area = 0;  // by the shoelace formula: rings run in opposite directions
  for (std::size_t i = 0, start = 0; i < outline.size(); ++i) {
    const bool last = i + 1 == outline.size() || outline[i + 1].ring != outline[i].ring;
    const Vec2 a = outline[i].at, b = last ? outline[start].at : outline[i + 1].at;
    area += (a.x * b.y - b.x * a.y) / 2;
    if (last) start = i + 1;
  }
  // The outline runs through the centres of the outermost pixels: 49 x 49 less about 21 x 21.
  EXPECT_NEAR(std::abs(area), 49 * 49 - 21 * 21, 60);
}

TEST(Blobs, NothingWhereThereIsNothing) {
  const TrackTable table = find_blobs(boxes({}), plain);
  EXPECT_EQ(table.row_count(), 0U);
  EXPECT_EQ(find_blobs(boxes({{left, white}}), plain).id, std::vector<TrackId>{no_id});
}

}  // namespace
}  // namespace overlace
