// SPDX-License-Identifier: Apache-2.0
// Warp and aberration against bilinear samples displaced in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "tests/gpu/effect_layers.h"
#include "tests/gpu/simd_levels.h"

namespace overlace::test {
namespace {

constexpr Size size{220, 160};

/// A smooth picture that fills a layer.
Layer waves() {
  Layer layer = empty(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const float v = 0.5F + 0.25F * std::sin(0.13F * static_cast<float>(x)) +
                      0.25F * std::cos(0.11F * static_cast<float>(y));
      set(layer, x, y, {v, v * 0.5F, 1 - v, 1});
    }
  return layer;
}
/// Bilinear interpolation between pixels; transparent outside.
double between(Layer& layer, double x, double y, int c) {
  const double left = std::floor(x), top = std::floor(y), fx = x - left, fy = y - top;
  const auto at = [&](int dx, int dy) {
    return value(layer, static_cast<int>(left) + dx, static_cast<int>(top) + dy, c);
  };
  return (1 - fy) * ((1 - fx) * at(0, 0) + fx * at(1, 0)) +
         fy * ((1 - fx) * at(0, 1) + fx * at(1, 1));
}

struct Displacement {
  double x, y;
};
/// A stroke's weight at a distance in radii: 0 from four radii on.
double weight_at(double radii) {
  return std::pow(std::max(1 - radii * radii / 16, 0.0), 8);
}
/// Displacement by one stroke; swirl and bulge are strongest at 0.97 radii.
Displacement stroke(const WarpOp& op, Vec2 middle, double x, double y) {
  const double radius = double{op.radius}, amount = double{op.amount};
  const double px = (x + 0.5 - double{middle.x}) / radius;
  const double py = (y + 0.5 - double{middle.y}) / radius;
  const double weight = weight_at(std::hypot(px, py));
  const double turn = double{op.angle} * M_PI / 180;
  constexpr double most = 0.97014;
  const double fastest = amount / (most * weight_at(most));
  switch (op.kind) {
    case WarpKind::swirl:
      return {-py * fastest * weight, px * fastest * weight};
    case WarpKind::bulge:
      return {px * fastest * weight, py * fastest * weight};
    default:
      return {std::cos(turn) * amount * weight, std::sin(turn) * amount * weight};
  }
}

/// A stroke's profile is nearly a Gaussian.
TEST(Warp, StrokesFallAsAGaussian) {
  for (double radii = 0; radii < 6; radii += 0.01)
    EXPECT_NEAR(weight_at(radii), std::exp(-radii * radii / 2), 0.036) << radii;
}

/// Content moves with the stroke: a pixel at x shows what was at x - d.
TEST(Warp, MovesAsTheStrokesDo) {
  Layer layer = waves();
  for (const WarpKind kind : {WarpKind::push, WarpKind::swirl, WarpKind::bulge})
    for (const int strokes : {1, 3}) {
      WarpOp op{.kind = kind, .amount = 12, .angle = 30, .radius = 22};
      const Vec2 middles[] = {{110, 80}, {10, 10}, {200.5F, 90.25F}};
      op.stroke_count = strokes;
      std::copy_n(middles, strokes, op.stroke);
      Layer got = effect_of(layer, {op});
      for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
          double dx = 0, dy = 0;
          for (int i = 0; i < strokes; ++i) {
            const Displacement d = stroke(op, middles[i], x, y);
            dx += d.x;
            dy += d.y;
          }
          // There is a step at the picture's edge.
          if (x - dx < 1 || y - dy < 1 || x - dx > size.width - 2 || y - dy > size.height - 2)
            continue;
          ASSERT_NEAR(value(got, x, y), between(layer, x - dx, y - dy, 0), 1e-3)
              << x << ", " << y << ", kind " << static_cast<int>(kind);
        }
    }
}

/// A very wide push is a shift, and bilinear samples of whole pixels are exact.
TEST(Warp, WidePushIsAShift) {
  Layer layer = waves();
  WarpOp op{.kind = WarpKind::push, .amount = 10, .angle = 90, .radius = 1e4F};
  op.stroke[op.stroke_count++] = {110, 80};
  Layer got = effect_of(layer, {op});
  for (int y = 12; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      for (int c = 0; c < 4; ++c)
        ASSERT_NEAR(value(got, x, y, c), value(layer, x, y - 10, c), 2e-3) << x << ", " << y;
}

TEST(Warp, WithoutAmountNothingChanges) {
  Layer layer = noise(size, 5);
  for (const WarpKind kind : {WarpKind::push, WarpKind::swirl, WarpKind::bulge, WarpKind::noise}) {
    WarpOp op{.kind = kind, .amount = 0, .radius = 30, .scale = 20, .everywhere = true};
    op.stroke[op.stroke_count++] = {110, 80};
    Layer got = effect_of(layer, {op});
    EXPECT_EQ(std::memcmp(seen(layer).data(), seen(got).data(), seen(got).size() * 8), 0);
  }
}

/// Noise moves all of a ramp, both ways, by less than the amount; other times and seeds differ.
// Tiles that no stroke reaches are copied, with whatever they hold, at the layer's edges as well.
TEST(Warp, WhatNoStrokeReachesStays) {
  Layer layer = noise(size, 3);
  const float infinite = std::numeric_limits<float>::infinity();
  for (const auto& [x, y] : {std::pair(60, 20), std::pair(219, 159), std::pair(130, 150)})
    set(layer, x, y, {infinite, 1, 0, 1});
  WarpOp op{.kind = WarpKind::push, .amount = 6, .angle = 30, .radius = 5};
  op.stroke[op.stroke_count++] = {180, 60};
  Layer on_device = effect_on_device(layer, {op});
  for (const SimdLevel simd : simd_levels()) {
    Layer got = effect_of(layer, {op}, simd);
    EXPECT_TRUE(equal(got, on_device)) << simd_name(simd);
    for (int y = 0; y < size.height; ++y)
      for (int x = 0; x < size.width; ++x) {
        if (std::abs(x - 180) < 20 + 2 * layer_tile && std::abs(y - 60) < 20 + 2 * layer_tile)
          continue;
        const LayerTexel was = texel(layer, x, y), is = texel(got, x, y);
        ASSERT_EQ(std::memcmp(&was, &is, sizeof was), 0) << x << ", " << y;
      }
  }
}
TEST(Warp, NoiseStirs) {
  Layer ramp = empty(size);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      set(ramp, x, y, {static_cast<float>(x) / 256, static_cast<float>(y) / 256, 0, 1});
  WarpOp op{.kind = WarpKind::noise, .amount = 8, .scale = 30, .everywhere = true};
  Layer got = effect_of(ramp, {op});
  double least = 0, most = 0, sum = 0;
  int count = 0;
  for (int y = 10; y < size.height - 10; ++y)
    for (int x = 10; x < size.width - 10; ++x, ++count) {
      const double dx = x - 256 * value(got, x, y, 0);
      least = std::min(least, dx);
      most = std::max(most, dx);
      sum += dx;
    }
  EXPECT_LT(most, 8.1);
  EXPECT_GT(least, -8.1);
  EXPECT_GT(most - least, 6);
  EXPECT_NEAR(sum / count, 0, 1);
  for (const auto& change : {std::function([](WarpOp& o) { o.seed = 1; }),
                             std::function([](WarpOp& o) { o.time_turns = 0.5; })}) {
    WarpOp other = op;
    change(other);
    Layer moved = effect_of(ramp, {other});
    EXPECT_FALSE(equal(got, moved));
  }
}

/// The sine used for waves, against the standard library's.
TEST(Warp, SineIsASine) {
  for (int i = -4000; i <= 4000; ++i) {
    const float turns = static_cast<float>(i) * 0.0137F;
    EXPECT_NEAR(sine_of_turns(turns), std::sin(2 * M_PI * double{turns}), 7e-6) << turns;
  }
}

TEST(Aberration, PartsRedAndBlue) {
  Layer layer = waves();
  Layer got = effect_of(layer, {AberrationOp{3, false, 0, size}});
  for (int y = 0; y < size.height; ++y)
    for (int x = 4; x < size.width - 4; ++x) {
      ASSERT_EQ(value(got, x, y, 0), value(layer, x - 3, y, 0)) << x << ", " << y;
      ASSERT_EQ(value(got, x, y, 1), value(layer, x, y, 1));
      ASSERT_EQ(value(got, x, y, 2), value(layer, x + 3, y, 2));
      ASSERT_EQ(value(got, x, y, 3), 1);
    }
}

/// Radial fringes grow from zero in the middle to the amount in the corners.
TEST(Aberration, GrowsTowardsTheCorners) {
  Layer layer = waves();
  Layer got = effect_of(layer, {AberrationOp{6, true, 0, size}});
  const double corner = std::hypot(size.width / 2.0, size.height / 2.0);
  for (int y = 8; y < size.height - 8; ++y)
    for (int x = 8; x < size.width - 8; ++x) {
      const double dx = 6 * (x + 0.5 - size.width / 2.0) / corner;
      const double dy = 6 * (y + 0.5 - size.height / 2.0) / corner;
      ASSERT_NEAR(value(got, x, y, 0), between(layer, x - dx, y - dy, 0), 1e-3) << x << ", " << y;
      ASSERT_NEAR(value(got, x, y, 2), between(layer, x + dx, y + dy, 2), 1e-3) << x << ", " << y;
    }
}

/// Pixels that only red has moved to are covered, too.
TEST(Aberration, TakesTheLargestAlpha) {
  Layer layer = empty(size);
  for (int y = 40; y < 60; ++y)
    for (int x = 50; x < 70; ++x) set(layer, x, y, {1, 1, 1, 1});
  Layer got = effect_of(layer, {AberrationOp{5, false, 0, size}});
  EXPECT_EQ(value(got, 72, 50, 0), 1);
  EXPECT_EQ(value(got, 72, 50, 1), 0);
  EXPECT_EQ(value(got, 72, 50, 3), 1);
  EXPECT_EQ(value(got, 47, 50, 2), 1);
  EXPECT_EQ(value(got, 47, 50, 3), 1);
  EXPECT_EQ(value(got, 76, 50, 3), 0);
}

}  // namespace
}  // namespace overlace::test
