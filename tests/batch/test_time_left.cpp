// SPDX-License-Identifier: Apache-2.0
// Estimates of the time left, checked against scipy and simulated batches.
#include <gtest/gtest.h>

#include <random>

#include "batch/time_left.h"

namespace overlace {
namespace {

TEST(TimeLeft, NobodyKnowsBeforeTheFirstClip) {
  EXPECT_FALSE(ClipPace().left(10, 5));
}

TEST(TimeLeft, OneClipTellsNoRange) {
  ClipPace pace;
  pace.add(4);
  const std::optional<TimeLeft> left = pace.left(10, 4);
  ASSERT_TRUE(left);
  EXPECT_DOUBLE_EQ(left->likely_s, 40);
  EXPECT_DOUBLE_EQ(left->least_s, 40);
  EXPECT_DOUBLE_EQ(left->most_s, 40);
}

/// Two clips at once. scipy: t.ppf(0.975, 3) * std([10, 12, 11, 13], ddof=1) * sqrt(1/4 + 1/100) /
/// 11.5 = 0.18217.
TEST(TimeLeft, FewClipsTellARange) {
  ClipPace pace;
  for (const double seconds : {10.0, 12.0, 11.0, 13.0}) pace.add(seconds);
  const std::optional<TimeLeft> left = pace.left(100, 23);
  ASSERT_TRUE(left);
  EXPECT_DOUBLE_EQ(left->likely_s, 575);
  EXPECT_NEAR(left->least_s, 575 * (1 - 0.18217), 0.05);
  EXPECT_NEAR(left->most_s, 575 * (1 + 0.18217), 0.05);
}

TEST(TimeLeft, TimesAreNeverNegativeAndNothingLeftTakesNone) {
  ClipPace pace;
  pace.add(1);
  pace.add(-5);
  EXPECT_EQ(pace.left(100, 2)->least_s, 0);
  EXPECT_EQ(pace.left(0, 2)->most_s, 0);
  ClipPace still;
  still.add(0);
  still.add(0);
  EXPECT_EQ(still.left(5, 1)->most_s, still.left(5, 1)->likely_s);
}

TEST(TimeLeft, TwentyClipsTellATime) {
  ClipPace pace;
  for (int i = 0; i < 20; ++i) pace.add(1 + i % 3);
  const TimeLeft left = *pace.left(80, 40);
  EXPECT_DOUBLE_EQ(left.likely_s, 160);
  EXPECT_EQ(left.least_s, left.most_s);
}

/// In 19 of 20 batches, the time of the rest is in the range estimated from the first five clips.
TEST(TimeLeft, TheRangeHoldsNineteenOfTwenty) {
  std::mt19937 random(5);
  std::normal_distribution<double> seconds(10, 2);
  constexpr int batches = 4000, known = 5, ahead = 50;
  int held = 0;
  for (int batch = 0; batch < batches; ++batch) {
    ClipPace pace;
    double elapsed_s = 0, rest_s = 0;
    for (int i = 0; i < known; ++i) {
      const double one = seconds(random);
      pace.add(one);
      elapsed_s += one;
    }
    for (int i = 0; i < ahead; ++i) rest_s += seconds(random);
    const TimeLeft left = *pace.left(ahead, elapsed_s);
    held += left.least_s <= rest_s && rest_s <= left.most_s ? 1 : 0;
  }
  EXPECT_NEAR(static_cast<double>(held) / batches, 0.95, 0.015);
}

}  // namespace
}  // namespace overlace
