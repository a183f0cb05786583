// SPDX-License-Identifier: Apache-2.0
// Pictures in a network's input, and the way back.
#include <gtest/gtest.h>

#include "detect/input_fit.h"

namespace overlace {
namespace {

using Fit = InputRule::Fit;

TEST(InputFit, ALetterboxHasItsMarginsOnBothSides) {
  const InputFit fit(whole({1280, 720}), {640, 640}, Fit::centred);  // 640 x 360, 140 px above
  EXPECT_EQ(fit.to_picture({0, 140}), (Vec2{0, 0}));
  EXPECT_EQ(fit.to_picture({640, 500}), (Vec2{1280, 720}));
  const InputFit corner(whole({1280, 720}), {640, 640}, Fit::corner);
  EXPECT_EQ(corner.to_picture({640, 360}), (Vec2{1280, 720}));
  const InputFit stretched(whole({1280, 720}), {640, 640}, Fit::stretched);
  EXPECT_EQ(stretched.to_picture({320, 320}), (Vec2{640, 360}));
  const InputFit part({100, 50, 64, 64}, {64, 64}, Fit::centred);
  EXPECT_EQ(part.to_picture({3, 4}), (Vec2{103, 54}));
}

TEST(InputFit, WritesPlanesInTheOrderOfTheRule) {
  const std::uint8_t bgr[] = {10, 20, 30, 110, 120, 130};
  const BgrFrame picture{0, {2, 1}, bgr};
  std::vector<float> planes(3 * 4);
  const InputRule rule{.rgb = true, .scale = 1, .margin = 7};
  InputFit(whole({2, 1}), {2, 2}, Fit::corner).write(picture, rule, planes);
  EXPECT_EQ(planes, (std::vector<float>{30, 130, 7, 7, 20, 120, 7, 7, 10, 110, 7, 7}));
  const InputRule bgr_rule{.rgb = false, .scale = 1, .margin = 0};
  std::vector<float> wide(3 * 4);
  // Twice as wide: a quarter and three quarters of the way between the two pixels.
  InputFit(whole({2, 1}), {4, 1}, Fit::stretched).write(picture, bgr_rule, wide);
  EXPECT_EQ(std::vector<float>(wide.begin(), wide.begin() + 4),
            (std::vector<float>{10, 35, 85, 110}));
}

TEST(InputFit, FreeSizesAreMultiplesOf32) {
  EXPECT_EQ(free_input_size(whole({1920, 1080}), 640), (Size{640, 384}));
  EXPECT_EQ(free_input_size(whole({548, 342}), 0), (Size{576, 352}));
  EXPECT_EQ(free_input_size(whole({1, 9000}), 640), (Size{32, 640}));
  EXPECT_EQ(free_input_size(whole({1920, 1080}), 640, true), (Size{640, 640}));
}

TEST(Tiles, CoverThePictureAndOverlap) {
  for (int count = 1; count <= 5; ++count) {
    const std::vector<PixelRect> tiles = tiles_of({1001, 403}, count);
    ASSERT_EQ(tiles.size(), static_cast<std::size_t>(count * count));
    EXPECT_EQ(tiles.front().x, 0);
    EXPECT_EQ(tiles.back().right(), 1001);
    EXPECT_EQ(tiles.back().bottom(), 403);
    for (int i = 1; i < count; ++i) {
      const int shared =
          tiles[static_cast<std::size_t>(i - 1)].right() - tiles[static_cast<std::size_t>(i)].x;
      EXPECT_NEAR(shared, 0.2 * tiles[0].width, 2) << count;
    }
  }
}

}  // namespace
}  // namespace overlace
