// SPDX-License-Identifier: Apache-2.0
// The multiply-add for machines that have none, against the C library's.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "graph/core/fma_by_doubles.h"

namespace overlace {
namespace {

using Limits = std::numeric_limits<float>;

/// Whether both give the same bits; any NaN is as good as another.
::testing::AssertionResult agree_on(float a, float b, float c) {
  const float ours = fma_by_doubles(a, b, c), theirs = std::fmaf(a, b, c);
  if (std::isnan(ours) && std::isnan(theirs)) return ::testing::AssertionSuccess();
  if (std::bit_cast<std::uint32_t>(ours) == std::bit_cast<std::uint32_t>(theirs))
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << std::hexfloat << a << " x " << b << " + " << c << " = " << theirs << ", not " << ours;
}

TEST(FmaByDoubles, RoundsOnceWhereTheSumOfDoublesIsHalfwayBetweenTwoFloats) {
  // 1 + 2^-23 + 2^-24, and a little more or less than a double holds: rounded twice, both become
  // 1 + 2^-22.
  const float odd = 1 + Limits::epsilon();
  const float tie = Limits::epsilon() / 2;
  const float little = 0x1p-60F;
  EXPECT_EQ(fma_by_doubles(tie * (1 + 0x1p-20F), 1, odd), 1 + 2 * Limits::epsilon());
  for (const float sign : {1.0F, -1.0F})
    for (const float step : {little, -little, Limits::denorm_min(), -Limits::denorm_min()}) {
      // (1 + 2^-12) squared is 1 + 2^-11 + 2^-24.
      EXPECT_TRUE(agree_on(sign * (1 + 0x1p-12F), 1 + 0x1p-12F, step));
      EXPECT_TRUE(agree_on(sign * (1 + 0x1p-12F), 1 - 0x1p-12F, step));
      EXPECT_TRUE(agree_on(sign * 3 * 0x1p-75F, 0x1p-75F, step));
    }
}

TEST(FmaByDoubles, TakesEveryPairOfSpecialNumbers) {
  constexpr std::array special{0.0F,
                               -0.0F,
                               1.0F,
                               -1.0F,
                               Limits::denorm_min(),
                               -Limits::denorm_min(),
                               Limits::min(),
                               -Limits::min(),
                               Limits::max(),
                               -Limits::max(),
                               Limits::infinity(),
                               -Limits::infinity(),
                               Limits::quiet_NaN(),
                               1 + Limits::epsilon(),
                               0x1.fffffep-127F,
                               0x1p-149F * 3};
  for (const float a : special)
    for (const float b : special)
      for (const float c : special) EXPECT_TRUE(agree_on(a, b, c));
}

TEST(FmaByDoubles, AgreesOnAnyBits) {
  std::mt19937 random(1);
  const auto any = [&] { return std::bit_cast<float>(static_cast<std::uint32_t>(random())); };
  for (int i = 0; i < 1'000'000; ++i) ASSERT_TRUE(agree_on(any(), any(), any()));
}

TEST(FmaByDoubles, AgreesWhereFewDigitsAreSetAndSumsAreNearlyTies) {
  // Products and addends whose digits lie far apart, about as often below the smallest normal
  // float as above it.
  std::mt19937 random(2);
  const auto sparse = [&](int lowest, int highest) {
    float v = 1;
    for (int i = 0; i < 2; ++i)
      v += std::ldexp(random() % 2 == 0 ? 1.0F : -1.0F, -static_cast<int>(random() % 24));
    const int exponent = lowest + static_cast<int>(random() % (highest - lowest + 1));
    return std::ldexp(random() % 2 == 0 ? v : -v, exponent);
  };
  for (int i = 0; i < 1'000'000; ++i) {
    ASSERT_TRUE(agree_on(sparse(-30, 30), sparse(-30, 30), sparse(-60, 60)));
    ASSERT_TRUE(agree_on(sparse(-80, -60), sparse(-80, -60), sparse(-149, -100)));
  }
}

}  // namespace
}  // namespace overlace
