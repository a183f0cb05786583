// SPDX-License-Identifier: Apache-2.0
// Outlines against distances found by exhaustive search in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

constexpr Color white{1, 1, 1, 1};

/// A mask of random alpha 0 and 1, with holes and islands.
Layer random_mask(Size size, std::uint32_t seed) {
  Layer layer = empty(size);
  std::mt19937 random(seed);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const bool in_disc = std::hypot(x - size.width / 2, y - size.height / 3) < 17;
      if (random() % 100 < (in_disc ? 97 : seed % 3)) set(layer, x, y, {1, 0, 0, 1});
    }
  return layer;
}
/// Distance from a pixel outside the mask to the mask, or from one inside to the nearest outside.
/// Beyond the picture the mask is empty. This is scipy's distance_transform_edt by its definition.
double nearest(Layer& mask, int x, int y) {
  const auto has = [&](int i, int j) { return value(mask, i, j, 3) == 1; };
  double least = 1e9;
  for (int j = -1; j <= mask.size.height; ++j)
    for (int i = -1; i <= mask.size.width; ++i)
      if (has(i, j) != has(x, y)) least = std::min(least, std::hypot(i - x, j - y));
  return least;
}

TEST(Outline, DistancesAreExact) {
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    Layer mask = random_mask({75, 61}, seed);
    std::vector<double> edges;
    for (int y = 0; y < mask.size.height; ++y)
      for (int x = 0; x < mask.size.width; ++x) edges.push_back(nearest(mask, x, y) - 0.5);
    for (const OutlineSide side : {OutlineSide::outside, OutlineSide::inside, OutlineSide::both})
      for (const auto& [width, softness] :
           {std::pair{1.0F, 1.0F}, {2.25F, 1.0F}, {5.5F, 3.0F}, {21.0F, 1.0F}, {40.0F, 64.0F}}) {
        Layer got = effect_of(mask, {OutlineOp{width, softness, side, white}});
        const double reach = double{width} / (side == OutlineSide::both ? 2 : 1);
        for (int y = 0; y < mask.size.height; ++y)
          for (int x = 0; x < mask.size.width; ++x) {
            const bool inside = value(mask, x, y, 3) == 1;
            const double edge = edges[static_cast<std::size_t>(y * mask.size.width + x)];
            const double band = std::clamp((reach - edge) / double{softness} + 0.5, 0.0, 1.0);
            const bool shows = side == OutlineSide::both || inside == (side == OutlineSide::inside);
            // White over red, or over nothing.
            ASSERT_NEAR(value(got, x, y, 1), shows ? band : 0, 1e-3)
                << x << ", " << y << ", width " << width << ", seed " << seed;
            ASSERT_NEAR(value(got, x, y, 3), inside ? 1 : shows ? band : 0, 1e-3);
          }
      }
  }
}

/// A disc with smooth edges and the given opacity.
Layer disc(double radius, float opacity = 1) {
  const Size size{200, 200};
  Layer layer = empty(size);
  constexpr int parts = 16;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      int inside = 0;
      for (int j = 0; j < parts; ++j)
        for (int i = 0; i < parts; ++i)
          inside +=
              std::hypot(x + (i + 0.5) / parts - 100.3, y + (j + 0.5) / parts - 99.8) < radius;
      const float alpha = opacity * static_cast<float>(inside) / (parts * parts);
      if (inside > 0) set(layer, x, y, {0, alpha, 0, alpha});
    }
  return layer;
}
double sum(Layer& layer, int c) {
  double total = 0;
  for (int y = 0; y < layer.size.height; ++y)
    for (int x = 0; x < layer.size.width; ++x) total += value(layer, x, y, c);
  return total;
}

/// A ring has the area between two circles, wherever they fall between pixels: equivalent to an
/// error of its width of at most 0.08 px.
TEST(Outline, RingHasItsArea) {
  for (const double radius : {9.0, 30.4, 50.7})
    for (const float width : {2.0F, 6.5F, 20.0F}) {
      Layer round = disc(radius);
      Layer out = effect_of(round, {OutlineOp{width, 1, OutlineSide::outside, white}});
      const double outer = radius + double{width}, inner = radius - double{width};
      constexpr double off = 0.08;
      EXPECT_NEAR(sum(out, 3), M_PI * outer * outer, off * 2 * M_PI * outer)
          << radius << " + " << width;
      if (inner < 0) continue;
      Layer in = effect_of(round, {OutlineOp{width, 1, OutlineSide::inside, white}});
      EXPECT_NEAR(sum(in, 0), M_PI * (radius * radius - inner * inner),
                  off * 2 * M_PI * inner + 0.5)
          << radius << " - " << width;
      EXPECT_NEAR(sum(in, 3), sum(round, 3), 0.5);
    }
}

/// A translucent drawing has its outline where an opaque one has it, but equally faint.
TEST(Outline, FadesWithItsDrawing) {
  const OutlineOp op{6, 1, OutlineSide::outside, white};
  Layer opaque = disc(40), faint = disc(40, 0.25F);
  Layer bold = effect_of(opaque, {op}), fine = effect_of(faint, {op});
  for (int y = 0; y < 200; ++y)
    for (int x = 0; x < 200; ++x) {
      const double from_middle = std::hypot(x + 0.5 - 100.3, y + 0.5 - 99.8);
      if (from_middle < 41.5) continue;  // the drawing, which covers the outline
      ASSERT_NEAR(value(fine, x, y, 3), 0.25 * value(bold, x, y, 3), 0.02) << x << ", " << y;
    }
}

TEST(Outline, OfNoWidthIsTheDrawing) {
  Layer layer = noise({120, 90}, 4);
  for (const OutlineSide side : {OutlineSide::outside, OutlineSide::inside, OutlineSide::both}) {
    Layer got = effect_of(layer, {OutlineOp{0, 1, side, white}});
    EXPECT_EQ(std::memcmp(seen(layer).data(), seen(got).data(), seen(got).size() * 8), 0);
  }
}

}  // namespace
}  // namespace overlace::test
