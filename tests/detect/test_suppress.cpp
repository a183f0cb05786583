// SPDX-License-Identifier: Apache-2.0
// Which of several overlapping findings stays.
#include <gtest/gtest.h>

#include <cmath>

#include "detect/finding.h"

namespace overlace {
namespace {

std::vector<float> scores_of(const std::vector<Finding>& findings) {
  std::vector<float> scores;
  for (const Finding& finding : findings) scores.push_back(finding.score);
  return scores;
}

TEST(Suppress, TheHighestScoreStays) {
  // The second shares 60 of 140 px2 with the first: 0.43.
  std::vector<Finding> findings{
      {{4, 0, 10, 10}, 0.6F}, {{0, 0, 10, 10}, 0.9F}, {{50, 0, 10, 10}, 0.7F}};
  std::vector<Finding> loose = findings;
  EXPECT_FALSE(suppress(findings, 0.4, 10));
  EXPECT_EQ(scores_of(findings), (std::vector<float>{0.9F, 0.7F}));
  EXPECT_FALSE(suppress(loose, 0.45, 3));
  EXPECT_EQ(scores_of(loose), (std::vector<float>{0.9F, 0.7F, 0.6F}));
  EXPECT_TRUE(suppress(loose, 0.45, 2));
  EXPECT_EQ(scores_of(loose), (std::vector<float>{0.9F, 0.7F}));
}

TEST(Suppress, ClassesDoNotHideEachOther) {
  std::vector<Finding> findings{{{0, 0, 10, 10}, 0.9F, 0}, {{0, 0, 10, 10}, 0.8F, 1}};
  suppress(findings, 0.5, 10);
  EXPECT_EQ(findings.size(), 2U);
}

TEST(Suppress, APartAtATilesEdgeGivesWayToTheWhole) {
  // Half of the object, and surer: it overlaps the whole by a half only.
  std::vector<Finding> findings{{{0, 0, 5, 10}, 0.95F}, {{0, 0, 10, 10}, 0.6F}};
  findings[0].is_cut = true;
  suppress(findings, 0.7, 10);
  EXPECT_EQ(scores_of(findings), (std::vector<float>{0.6F}));
  std::vector<Finding> alone{{{0, 0, 5, 10}, 0.95F}};
  alone[0].is_cut = true;
  suppress(alone, 0.7, 10);
  EXPECT_EQ(alone.size(), 1U);
}

TEST(RotatedOverlap, IsOneForTheSameBoxHoweverItIsWritten) {
  const Finding wide{.box = {0, 0, 40, 10}, .rotation = 0};
  const Finding tall{.box = {15, -15, 10, 40}, .rotation = 90};
  const Finding across{.box = {0, 0, 40, 10}, .rotation = 90};
  EXPECT_NEAR(rotated_overlap(wide, wide), 1, 1e-3);
  EXPECT_NEAR(rotated_overlap(wide, tall), 1, 1e-3);
  EXPECT_LT(rotated_overlap(wide, across), 0.6);
  EXPECT_NEAR(rotated_overlap(wide, {.box = {1000, 0, 40, 10}}), 0, 1e-3);
}

/// Two Gaussians of one covariance s^2 at a distance d: the Bhattacharyya distance is d^2 / (8
/// s^2).
TEST(RotatedOverlap, FollowsTheFormulaForSquares) {
  const double side = 12, distance = 5;
  const double expected =
      1 - std::sqrt(1 - std::exp(-distance * distance / (8 * side * side / 12)));
  const auto s = static_cast<float>(side);
  EXPECT_NEAR(rotated_overlap({.box = {0, 0, s, s}}, {.box = {5, 0, s, s}}), expected, 1e-4);
}

}  // namespace
}  // namespace overlace
