// SPDX-License-Identifier: Apache-2.0
// Power functions and transfer curves against the standard library and published values.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "color/primaries.h"
#include "color/transfer.h"

namespace overlace {
namespace {

TEST(Transfer, PowerIsThatOfTheStandardLibrary) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> exponent_of_base(-100, 100), exponent(-3, 80);
  double worst = 0;
  for (int i = 0; i < 200000; ++i) {
    const double base = std::exp2(exponent_of_base(random) * (i % 2 == 0 ? 1 : 0.01));
    const double y = exponent(random);
    const double want = std::pow(base, y);
    if (!(want > 1e-30) || !(want < 1e30)) continue;
    worst = std::max(worst, std::abs(power(base, y) / want - 1));
  }
  EXPECT_GT(worst, 0) << "or this compares the library with itself";
  EXPECT_LT(worst, 1e-12);
}

TEST(Transfer, PowerOfNothingIsNothing) {
  EXPECT_EQ(power(0, 2.4), 0);
  EXPECT_EQ(power(-1, 2.4), 0);
  EXPECT_EQ(power(1e-300, 80), 0);
  EXPECT_EQ(power(1, 2.4), 1);
}

TEST(Transfer, LogarithmIsExactForPowersOfTwo) {
  for (int n = -1000; n <= 1000; n += 37) {
    EXPECT_EQ(log2(std::ldexp(1.0, n)), n);
    EXPECT_EQ(exp2(n), std::ldexp(1.0, n));
  }
}

/// ITU-R BT.2408-7, table 1 and annex: HDR reference white and diffuse greys; ST 2084 end points.
TEST(Transfer, PqGivesPublishedSignals) {
  EXPECT_NEAR(encode_pq(0), 0, 1e-6);
  EXPECT_NEAR(encode_pq(100), 0.5081, 5e-5);
  EXPECT_NEAR(encode_pq(203), 0.5807, 5e-5);
  EXPECT_NEAR(encode_pq(1000), 0.7518, 5e-5);
  EXPECT_NEAR(encode_pq(10000), 1, 1e-12);
}

/// IEC 61966-2-1, whose two segments meet; 0.5 as in every table of the curve.
TEST(Transfer, SrgbGivesPublishedLight) {
  EXPECT_NEAR(decode_srgb(0.5), 0.21404114, 5e-9);
  EXPECT_NEAR(decode_srgb(0.04045), 0.0031308, 1e-7);
  EXPECT_EQ(decode_srgb(0), 0);
  EXPECT_NEAR(decode_srgb(1), 1, 1e-12);
  for (double v = 0; v <= 1; v += 1.0 / 1024) EXPECT_NEAR(encode_srgb(decode_srgb(v)), v, 1e-7);
}

/// ITU-R BT.2087, table 1, which is rounded to four decimals.
TEST(Primaries, Bt2020FromBt709IsThePublishedMatrix) {
  const Matrix3 exact = between(bt709_primaries, bt2020_primaries);
  const Matrix3 published = from_bt709(bt2020_primaries);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(exact[i][j], published[i][j], 6e-5);
  }
}

/// OpenColorIO 2.6, cg-config-v1.0.0: sRGB (1, 128/255, 0) in ACEScg, whose white point differs.
TEST(Primaries, AcescgIsThatOfOpenColorIo) {
  const Primaries acescg{
      {0.713F, 0.293F}, {0.165F, 0.830F}, {0.128F, 0.044F}, {0.32168F, 0.33767F}};
  const Triple light{1, decode_srgb(128.0 / 255), 0};
  const Triple moved = multiply(from_bt709(acescg), light);
  EXPECT_NEAR(moved[0], 0.68640, 1e-4);
  EXPECT_NEAR(moved[1], 0.26800, 1e-4);
  EXPECT_NEAR(moved[2], 0.04427, 1e-4);
}

/// ITU-R BT.2100: a signal of 0.5 is 1/12 of the peak, 1 is the peak.
TEST(Transfer, HlgGivesPublishedSignals) {
  EXPECT_EQ(encode_hlg(0), 0);
  EXPECT_NEAR(encode_hlg(1.0 / 12), 0.5, 1e-12);
  EXPECT_NEAR(encode_hlg(1.0 / 12 + 1e-9), 0.5, 1e-6);
  EXPECT_NEAR(encode_hlg(1), 1, 1e-6);
}

}  // namespace
}  // namespace overlace
