// SPDX-License-Identifier: Apache-2.0
// The rate of a count over the last few seconds.
#include <gtest/gtest.h>

#include "cli/rate_meter.h"

namespace overlace {
namespace {

TEST(RateMeter, KnowsNothingBeforeTwoPoints) {
  RateMeter meter;
  EXPECT_EQ(meter.per_second(), 0);
  meter.add(1, 10);
  EXPECT_EQ(meter.per_second(), 0);
}

TEST(RateMeter, SteadyRateFromTheSecondPointOn) {
  RateMeter meter;
  meter.add(0, 0);
  for (int i = 1; i <= 300; ++i) {
    meter.add(i * 0.1, i * 5);
    EXPECT_NEAR(meter.per_second(), 50, 1e-9) << i;
  }
}

// 100 seconds at 100 per second, then at 20: after eleven seconds the past no longer counts.
TEST(RateMeter, OldSpeedIsForgottenAfterTheWindow) {
  RateMeter meter(10);
  for (int s = 0; s <= 100; ++s) meter.add(s, s * 100);
  for (int s = 1; s <= 5; ++s) meter.add(100 + s, 10000 + s * 20);
  EXPECT_NEAR(meter.per_second(), 60, 1e-9);
  for (int s = 6; s <= 11; ++s) meter.add(100 + s, 10000 + s * 20);
  EXPECT_NEAR(meter.per_second(), 20, 1e-9);
}

TEST(RateMeter, AStandstillShows) {
  RateMeter meter(10);
  for (int s = 0; s <= 10; ++s) meter.add(s, s * 10);
  for (int s = 11; s <= 21; ++s) meter.add(s, 100);
  EXPECT_EQ(meter.per_second(), 0);
}

}  // namespace
}  // namespace overlace
