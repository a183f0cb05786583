// SPDX-License-Identifier: Apache-2.0
// Grain: its mean and deviation.
#include <gtest/gtest.h>

#include <cmath>
#include <utility>

#include "graph/core/random.h"
#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

constexpr Size size{400, 300};
/// A layer of one colour.
Layer flat(float color, float alpha) {
  Layer layer = empty(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) set(layer, x, y, {color, color, color, alpha});
  return layer;
}
struct Noise {
  double mean, deviation;
};
Noise noise_of(Layer& layer, double under, int c) {
  double sum = 0, squares = 0;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const double d = value(layer, x, y, c) - under;
      sum += d;
      squares += d * d;
    }
  const double count = size.width * size.height;
  return {sum / count, std::sqrt(squares / count)};
}

/// The bounds are four times the random error of 120,000 pixels, more for large grains.
TEST(Grain, HasItsDeviation) {
  for (const float alpha : {1.0F, 0.5F})
    for (const float grain : {1.0F, 1.7F, 6.0F}) {
      Layer layer = flat(0.5F * alpha, alpha);
      Layer got = effect_of(layer, {GrainOp{.amount = 0.05F, .size = grain}});
      for (int c = 0; c < 3; ++c) {
        const Noise noise = noise_of(got, 0.5 * double{alpha}, c);
        const double want = 0.05 * double{alpha}, off = 4 * double{grain} / std::sqrt(120000.0);
        EXPECT_NEAR(noise.mean, 0, want * off * 1.5) << "size " << grain;
        EXPECT_NEAR(noise.deviation, want, want * off * 1.5) << "size " << grain;
        EXPECT_EQ(value(got, 100, 100, 3), double{alpha});
      }
    }
}

/// Red and green have independent noise, or the same.
TEST(Grain, IsMonochromeOrNot) {
  Layer layer = flat(0.5F, 1);
  for (const bool mono : {true, false}) {
    Layer got = effect_of(layer, {GrainOp{.amount = 0.05F, .mono = mono}});
    double product = 0;
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x)
        product += (value(got, x, y, 0) - 0.5) * (value(got, x, y, 1) - 0.5);
    const double correlation = product / (size.width * size.height) / (0.05 * 0.05);
    EXPECT_NEAR(correlation, mono ? 1 : 0, 0.02);
  }
}

/// Not even pixels whose words come from one call of Philox are correlated. The bound is four times
/// the random error of 120,000 pairs.
TEST(Grain, NeighboursHaveNothingInCommon) {
  Layer layer = flat(0.5F, 1);
  Layer got = effect_of(layer, {GrainOp{.amount = 0.05F}});
  for (const auto& [right, down] : {std::pair{1, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}, {1, 1}}) {
    double product = 0;
    for (int y = 0; y + down < size.height; ++y)
      for (int x = 0; x + right < size.width; ++x)
        product += (value(got, x, y, 0) - 0.5) * (value(got, x + right, y + down, 0) - 0.5);
    const double pairs = double{1} * (size.width - right) * (size.height - down);
    EXPECT_NEAR(product / pairs / (0.05 * 0.05), 0, 0.012) << right << ", " << down;
  }
}

/// Four bytes of a Philox word per pixel: four pixels in a column share a call.
TEST(Grain, IsTheSumOfFourRandomBytes) {
  Layer layer = flat(0.5F, 1);
  Layer got = effect_of(layer, {GrainOp{.amount = 0.05F, .mono = false, .seed = 11, .frame = 7}});
  for (int y = 0; y < size.height; y += 5)
    for (int x = 0; x < size.width; x += 3)
      for (std::uint32_t c = 0; c < 3; ++c) {
        const auto column = static_cast<std::uint32_t>(x), row = static_cast<std::uint32_t>(y);
        const std::uint32_t word = philox({{column, row / 4, c, 7}}, 11, 0).word[row % 4];
        int sum = 0;
        for (unsigned shift = 0; shift < 32; shift += 8)
          sum += static_cast<int>(word >> shift & 0xFFU);
        const double want = 0.5 + 0.05 * (sum - 510) / std::sqrt(4 * (256 * 256 - 1) / 12.0);
        ASSERT_NEAR(value(got, x, y, static_cast<int>(c)), want, 0.0005) << x << ", " << y;
      }
}

TEST(Grain, IsAnotherInEveryFrame) {
  Layer layer = flat(0.5F, 1);
  Layer first = effect_of(layer, {GrainOp{.amount = 0.05F, .frame = 7}});
  Layer again = effect_of(layer, {GrainOp{.amount = 0.05F, .frame = 7}});
  Layer next = effect_of(layer, {GrainOp{.amount = 0.05F, .frame = 8}});
  EXPECT_TRUE(equal(first, again));
  EXPECT_FALSE(equal(first, next));
}

/// Premultiplied colours stay valid: between 0 and alpha.
TEST(Grain, StaysBetweenBlackAndWhite) {
  Layer layer = flat(0.45F, 0.5F);
  Layer got = effect_of(layer, {GrainOp{.amount = 1}});
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      ASSERT_GE(value(got, x, y, 0), 0);
      ASSERT_LE(value(got, x, y, 0), 0.5);
    }
}

}  // namespace
}  // namespace overlace::test
