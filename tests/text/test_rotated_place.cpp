// SPDX-License-Identifier: Apache-2.0
// Blocks at rotated boxes touch without covering them, tested with points all over the box.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "text/rotated_place.h"

namespace overlace::test {
namespace {

constexpr QuarterVec block{4 * 20, 4 * 10};  // 20 x 10 px
constexpr BoxPosition around[] = {BoxPosition::top_left,  BoxPosition::top,
                                  BoxPosition::top_right, BoxPosition::left,
                                  BoxPosition::right,     BoxPosition::bottom_left,
                                  BoxPosition::bottom,    BoxPosition::bottom_right};

Box block_at(QuarterVec corner) {
  return {static_cast<float>(corner.x) / 4, static_cast<float>(corner.y) / 4, 20, 10};
}

/// Distance of a point from a block; negative inside: minus the distance to the nearest edge.
float distance(Vec2 point, const Box& text) {
  const float x = std::max(text.x - point.x, point.x - text.x - text.width);
  const float y = std::max(text.y - point.y, point.y - text.y - text.height);
  if (x <= 0 && y <= 0) return std::max(x, y);
  return std::hypot(std::max(x, 0.0F), std::max(y, 0.0F));
}

/// Distance of a rotated box from a block.
float distance(const Box& box, float degrees, const Box& text) {
  const double angle = double{degrees} * std::numbers::pi / 180;
  const auto cosine = static_cast<float>(std::cos(angle)),
             sine = static_cast<float>(std::sin(angle));
  float nearest = 1e9F;
  constexpr int steps = 300;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; j <= steps; ++j) {
      const float x = (static_cast<float>(i) / steps - 0.5F) * box.width;
      const float y = (static_cast<float>(j) / steps - 0.5F) * box.height;
      const Vec2 at = box.center() + Vec2{x * cosine - y * sine, x * sine + y * cosine};
      nearest = std::min(nearest, distance(at, text));
    }
  return nearest;
}

TEST(RotatedPlace, TheBlockTouchesTheBoxAndCoversNothingOfIt) {
  std::mt19937 random(11);
  std::uniform_real_distribution<float> side(5, 80), turn(-200, 200);
  constexpr float coarse = 0.5F;  // rounding to quarters of a pixel, and the spacing of the points
  for (int i = 0; i < 20; ++i)
    for (const BoxPosition place : around) {
      const Box box{100, 200, side(random), side(random)};
      const float degrees = turn(random);
      const auto text = block_at(place_at_rotated(place, box, degrees, block, 0, false));
      EXPECT_NEAR(distance(box, degrees, text), 0, coarse)
          << static_cast<int>(place) << ": " << box.width << " x " << box.height << " at "
          << degrees;
    }
}

TEST(RotatedPlace, TheGapLiesBetween) {
  const Box box{100, 200, 40, 40};
  const Box text = block_at(place_at_rotated(BoxPosition::top, box, 45, block, 3, false));
  EXPECT_EQ(text.x, 110);
  EXPECT_NEAR(text.y + text.height, 220 - 20 * std::numbers::sqrt2 - 3, 0.2) << "over the corner";
}

/// The upper tip of a diamond is right of the block, whose end touches its edge.
TEST(RotatedPlace, ABlockBesideTheTipMovesDownToTheEdge) {
  const Box box{100, 200, 40, 40};
  const Box text = block_at(place_at_rotated(BoxPosition::top_left, box, 45, block, 0, false));
  const double left = 120 - 20 * std::numbers::sqrt2;
  EXPECT_NEAR(text.x, left, 0.2);
  EXPECT_NEAR(text.y + text.height, 220 - 20, 0.3) << "20 px to the right of the left tip";
}

TEST(RotatedPlace, BlocksStandAtSliversToo) {
  for (const Box box :
       {Box{100.2F, 60.2F, 0, 0}, Box{100.15F, 60.15F, 0, 50}, Box{9.7F, 9.9F, 50, 0}})
    for (const float degrees : {0.0001F, 30.0F, 90.0F, 135.0F})
      for (const BoxPosition place : around) {
        const auto text = block_at(place_at_rotated(place, box, degrees, block, 0, false));
        EXPECT_LE(distance(box, degrees, text), 1) << static_cast<int>(place) << " at " << degrees;
      }
}

TEST(RotatedPlace, QuarterTurnsAreUprightBoxes) {
  const Box box{100, 200, 60, 40}, standing{110, 190, 40, 60};
  for (const bool inside : {false, true})
    for (int place = 0; place < 9; ++place) {
      const auto at = static_cast<BoxPosition>(place);
      EXPECT_EQ(place_at_rotated(at, box, 0, block, 3, inside),
                place_block(at, box, block, 3, inside));
      EXPECT_EQ(place_at_rotated(at, box, 90, block, 3, inside),
                place_block(at, standing, block, 3, inside));
    }
}

TEST(RotatedPlace, WithinTheBoxNothingSticksOut) {
  const Box box{100, 200, 120, 90};
  for (float degrees = 0; degrees < 180; degrees += 7)
    for (int place = 0; place < 9; ++place) {
      const Box text =
          block_at(place_at_rotated(static_cast<BoxPosition>(place), box, degrees, block, 2, true));
      const double angle = -double{degrees} * std::numbers::pi / 180;
      for (const Vec2 corner : {Vec2{text.x, text.y}, Vec2{text.x + 20, text.y},
                                Vec2{text.x, text.y + 10}, Vec2{text.x + 20, text.y + 10}}) {
        const Vec2 d = corner - box.center();
        EXPECT_LE(std::abs(d.x * std::cos(angle) - d.y * std::sin(angle)), 60);
        EXPECT_LE(std::abs(d.x * std::sin(angle) + d.y * std::cos(angle)), 45);
      }
    }
}

}  // namespace
}  // namespace overlace::test
