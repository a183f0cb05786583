// SPDX-License-Identifier: Apache-2.0
// Outlines of masks made of prototypes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "detect/finding.h"

namespace overlace {
namespace {

/// Twice the signed area of a ring, by the shoelace formula.
double area(const std::vector<OutlinePoint>& ring) {
  double sum = 0;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i].at, b = ring[(i + 1) % ring.size()].at;
    sum += double{a.x} * b.y - double{a.y} * b.x;
  }
  return std::abs(sum) / 2;
}

/// Prototypes whose difference is a disc of radius 30 px about (64, 64), on a grid of 4 px.
TEST(Masks, ADiscHasItsArea) {
  constexpr int side = 32;
  std::vector<float> planes(2 * side * side);
  for (int y = 0; y < side; ++y)
    for (int x = 0; x < side; ++x) {
      const double distance = std::hypot((x + 0.5) * 4 - 64, (y + 0.5) * 4 - 64);
      planes[static_cast<std::size_t>(y * side + x)] = 50;
      planes[static_cast<std::size_t>(side * side + y * side + x)] =
          static_cast<float>(distance + 20);
    }
  std::vector<Finding> findings(2);
  for (Finding& finding : findings) finding.mask_weights = {1, -1};
  findings[0].box = {20, 20, 90, 90};
  findings[1].box = {64, 0, 64, 128};  // the right half
  trace_masks(findings, {planes, 2, {side, side}}, {128, 128});
  const double disc = std::numbers::pi * 30 * 30;
  EXPECT_NEAR(area(findings[0].outline), disc, 0.01 * disc);
  EXPECT_NEAR(area(findings[1].outline), disc / 2, 0.02 * disc);
  EXPECT_TRUE(std::ranges::all_of(findings[1].outline,
                                  [](const OutlinePoint& point) { return point.at.x >= 64; }));
}

TEST(Masks, ABoxOutsideHasNone) {
  const std::vector<float> planes(4, 1.0F);
  std::vector<Finding> findings{{.box = {500, 500, 10, 10}, .mask_weights = {1}}};
  trace_masks(findings, {planes, 1, {2, 2}}, {64, 64});
  EXPECT_TRUE(findings[0].outline.empty());
}

}  // namespace
}  // namespace overlace
