// SPDX-License-Identifier: Apache-2.0
// Elementary functions compared with the C library's in long double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Distance in units in the last place (ulp) of the reference.
double ulps(double value, long double reference) {
  const auto nearest = static_cast<double>(reference);
  if (value == nearest) return 0;
  const double unit = std::nextafter(std::fabs(nearest), infinity) - std::fabs(nearest);
  return static_cast<double>(std::fabs(static_cast<long double>(value) - reference)) / unit;
}

/// The largest distance over random arguments.
template <class F, class Reference>
double worst(F f, Reference reference, double low, double high) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> draw(low, high);
  double most = 0;
  for (int i = 0; i < 200000; ++i) {
    const double x = draw(random);
    most = std::max(most, ulps(f(x), reference(static_cast<long double>(x))));
  }
  return most;
}

long double sine(long double x) {
  return std::sin(x);
}
long double cosine(long double x) {
  return std::cos(x);
}

TEST(Elementary, AreWithinFourUnits) {
  const auto exp = [](long double x) { return std::exp(x); };
  const auto log = [](long double x) { return std::log(x); };
  EXPECT_LE(worst(elementary::sin, sine, -10, 10), 4);
  EXPECT_LE(worst(elementary::cos, cosine, -10, 10), 4);
  EXPECT_LE(worst(elementary::exp, exp, -700, 700), 4);
  EXPECT_LE(worst(elementary::exp, exp, -1, 1), 4);
  EXPECT_LE(worst(elementary::log, log, 1e-300, 1e300), 4);
  EXPECT_LE(worst(elementary::log, log, 0.5, 2), 4);
  EXPECT_LE(worst([](double x) { return elementary::atan2(x, 1.75); },
                  [](long double x) { return std::atan2(x, 1.75L); }, -30, 30),
            4);
}

// Large angles keep their absolute error: the parts of pi/2 have 119 bits in total.
TEST(Elementary, SinesOfLargeAngles) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> draw(-1e9, 1e9);
  for (int i = 0; i < 100000; ++i) {
    const double x = draw(random);
    EXPECT_NEAR(elementary::sin(x), static_cast<double>(std::sin(static_cast<long double>(x))),
                1e-15);
    EXPECT_NEAR(elementary::cos(x), static_cast<double>(std::cos(static_cast<long double>(x))),
                1e-15);
  }
  EXPECT_TRUE(std::isnan(elementary::sin(2e9)));
}

TEST(Elementary, Ends) {
  EXPECT_EQ(elementary::sin(0), 0);
  EXPECT_EQ(elementary::cos(0), 1);
  EXPECT_EQ(elementary::exp(0), 1);
  EXPECT_EQ(elementary::exp(-1e4), 0);
  EXPECT_EQ(elementary::exp(1e4), infinity);
  EXPECT_EQ(elementary::log(1), 0);
  EXPECT_EQ(elementary::log(0), -infinity);
  EXPECT_TRUE(std::isnan(elementary::log(-1)));
  EXPECT_EQ(elementary::atan2(0, 0), 0);
  EXPECT_EQ(elementary::atan2(0, -1), std::numbers::pi);
  EXPECT_EQ(elementary::atan2(-1, 0), -std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(elementary::atan2(infinity, infinity), std::numbers::pi / 4);
}

TEST(Elementary, Powers) {
  EXPECT_EQ(elementary::pow(3, 4), 81);
  EXPECT_EQ(elementary::pow(-2, 3), -8);
  EXPECT_EQ(elementary::pow(2, -2), 0.25);
  EXPECT_EQ(elementary::pow(0, 0), 1);
  EXPECT_EQ(elementary::pow(0, 0.5), 0);
  EXPECT_TRUE(std::isnan(elementary::pow(-1, 0.5)));
  EXPECT_EQ(elementary::pow(-1, 101), -1);
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> base(0, 50), power(-70, 70);
  for (int i = 0; i < 100000; ++i) {
    const double x = base(random), y = power(random);
    const auto reference =
        static_cast<double>(std::pow(static_cast<long double>(x), static_cast<long double>(y)));
    ASSERT_NEAR(elementary::pow(x, y) / reference, 1, 1e-12) << x << " " << y;
  }
}

}  // namespace
}  // namespace overlace
