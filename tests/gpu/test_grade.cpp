// SPDX-License-Identifier: Apache-2.0
// Grades against double precision, and what they leave unchanged.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <random>

#include "tests/gpu/effect_layers.h"

namespace overlace::test {
namespace {

using Double3 = std::array<double, 3>;

Lut random_lut(bool is_cube, int points, std::uint32_t seed) {
  Lut lut{.is_cube = is_cube, .points = points};
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < 3 * lut.size(); ++i)
    lut.values.push_back(static_cast<float>(random() % 4096) / 4095);
  return lut;
}
LutView view_of(const Lut& lut) {
  return overlace::view_of(lut, lut.values.data());
}

/// A coordinate's cell along an axis of the table, in double precision.
struct Cell {
  int point;
  double beyond;
};
Cell cell_of(const Lut& lut, std::size_t c, double v) {
  const double low = double{lut.low[c]}, high = double{lut.high[c]};
  const double at = std::clamp((v - low) / (high - low), 0.0, 1.0) * (lut.points - 1);
  const int point = std::min(static_cast<int>(at), lut.points - 2);
  return {point, at - point};
}

/// Looks up a colour by testing all six tetrahedra, as textbooks list them.
Double3 reference(const Lut& lut, const Double3& color) {
  Cell cell[3];
  for (std::size_t c = 0; c < 3; ++c) cell[c] = cell_of(lut, c, color[c]);
  const auto at = [&](int r, int g, int b, std::size_t c) {
    const int n = lut.points;
    return double{
        lut.values[3 * static_cast<std::size_t>(cell[0].point + r + n * (cell[1].point + g) +
                                                n * n * (cell[2].point + b)) +
                   c]};
  };
  const double r = cell[0].beyond, g = cell[1].beyond, b = cell[2].beyond;
  Double3 out{};
  for (std::size_t c = 0; c < 3; ++c) {
    if (!lut.is_cube) {
      const auto i = static_cast<std::size_t>(cell[c].point);
      const double before = double{lut.values[3 * i + c]},
                   after = double{lut.values[3 * i + 3 + c]};
      out[c] = before + cell[c].beyond * (after - before);
      continue;
    }
    const double black = at(0, 0, 0, c), white = at(1, 1, 1, c);
    const auto between = [&](double most, double some, double least, double first, double second) {
      return (1 - most) * black + (most - some) * first + (some - least) * second + least * white;
    };
    if (r > g && g > b)
      out[c] = between(r, g, b, at(1, 0, 0, c), at(1, 1, 0, c));
    else if (r > g && r > b)
      out[c] = between(r, b, g, at(1, 0, 0, c), at(1, 0, 1, c));
    else if (r > g)
      out[c] = between(b, r, g, at(0, 0, 1, c), at(1, 0, 1, c));
    else if (b > g)
      out[c] = between(b, g, r, at(0, 0, 1, c), at(0, 1, 1, c));
    else if (b > r)
      out[c] = between(g, b, r, at(0, 1, 0, c), at(0, 1, 1, c));
    else
      out[c] = between(g, r, b, at(0, 1, 0, c), at(1, 1, 0, c));
  }
  return out;
}

/// Single precision is within 2^-20 per point of an axis of double precision.
TEST(Grade, LooksUpAsDoublePrecisionDoes) {
  std::mt19937 random(1);
  for (const bool is_cube : {true, false})
    for (const int points : {2, 5, 33, 65}) {
      Lut lut = random_lut(is_cube, points, static_cast<std::uint32_t>(points));
      if (points == 5) {
        lut.low = {-0.5F, 0, 0.25F};
        lut.high = {1, 2, 0.75F};
      }
      for (int i = 0; i < 20000; ++i) {
        // One in eight has two equal components, where tetrahedra meet.
        Double3 color{};
        for (double& v : color) v = double{static_cast<float>(random() % 8192) / 8191} * 1.2 - 0.1;
        if (i % 8 == 0) color[1] = color[static_cast<std::size_t>(i / 8 % 2 * 2)];
        const Rgb<float> got = looked_up(
            view_of(lut), Rgb<float>{static_cast<float>(color[0]), static_cast<float>(color[1]),
                                     static_cast<float>(color[2])});
        const Double3 want = reference(lut, color);
        const double tolerance = 0x1p-20 * points;
        ASSERT_NEAR(double{got.r}, want[0], tolerance) << points << " points, colour " << i;
        ASSERT_NEAR(double{got.g}, want[1], tolerance) << points << " points, colour " << i;
        ASSERT_NEAR(double{got.b}, want[2], tolerance) << points << " points, colour " << i;
      }
    }
}

/// The points of a cube are reproduced exactly.
TEST(Grade, PointsOfACubeAreExact) {
  const Lut lut = random_lut(true, 17, 3);
  for (int b = 0; b < 17; ++b)
    for (int g = 0; g < 17; ++g)
      for (int r = 0; r < 17; ++r) {
        const Rgb<float> got = looked_up(
            view_of(lut), Rgb<float>{static_cast<float>(r) / 16, static_cast<float>(g) / 16,
                                     static_cast<float>(b) / 16});
        const float* want = &lut.values[3 * static_cast<std::size_t>(r + 17 * (g + 17 * b))];
        ASSERT_TRUE(got.r == want[0] && got.g == want[1] && got.b == want[2])
            << r << ", " << g << ", " << b;
      }
}

/// Grades a layer of one pixel.
std::array<double, 4> graded(const GradeOp& op, const float (&pixel)[4], const Lut* lut = nullptr) {
  Layer layer = empty({20, 20});
  set(layer, 5, 5, pixel);
  std::vector<LutView> luts;
  if (lut != nullptr) luts.push_back(view_of(*lut));
  Layer got = effect_of(layer, {op, {}, nullptr, luts});
  return {value(got, 5, 5, 0), value(got, 5, 5, 1), value(got, 5, 5, 2), value(got, 5, 5, 3)};
}
constexpr double half_step = 0x1p-11;  ///< of a half below 1

/// Cb and Cr rotated and scaled, by the matrix of BT.709 in double precision.
TEST(Grade, TurnsHuesInYCbCr) {
  const Double3 in{0.55, 0.5, 0.4};
  const double kr = 0.2126, kb = 0.0722, kg = 1 - kr - kb;
  const double y = kr * in[0] + kg * in[1] + kb * in[2];
  for (const double degrees : {-120.0, 0.0, 30.0, 90.0, 180.0})
    for (const double saturation : {0.0, 0.5, 1.0, 1.7}) {
      const double c = saturation * std::cos(degrees * M_PI / 180);
      const double s = saturation * std::sin(degrees * M_PI / 180);
      const double cb = (in[2] - y) / (2 * (1 - kb)), cr = (in[0] - y) / (2 * (1 - kr));
      const double turned_cb = c * cb - s * cr, turned_cr = s * cb + c * cr;
      const double r = y + turned_cr * 2 * (1 - kr), b = y + turned_cb * 2 * (1 - kb);
      const double g = (y - kr * r - kb * b) / kg;
      const auto got = graded({.gain = 1.1F,
                               .saturation = static_cast<float>(saturation),
                               .hue = static_cast<float>(degrees)},
                              {0.55F, 0.5F, 0.4F, 1});
      EXPECT_NEAR(got[0], 1.1 * r, half_step) << degrees << ", " << saturation;
      EXPECT_NEAR(got[1], 1.1 * g, half_step) << degrees << ", " << saturation;
      EXPECT_NEAR(got[2], 1.1 * b, half_step) << degrees << ", " << saturation;
    }
}

/// Translucent paint is graded like opaque paint of its colour.
TEST(Grade, IsOfTheColourWithoutItsAlpha) {
  const Lut lut = random_lut(true, 9, 4);
  const GradeOp op{.gain = 0.9F, .hue = 40, .lut = 0};
  const auto opaque = graded(op, {0.75F, 0.5F, 0.25F, 1}, &lut);
  const auto half = graded(op, {0.375F, 0.25F, 0.125F, 0.5F}, &lut);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(half[c], opaque[c] / 2, half_step);
}

/// Ramps and tables leave light without alpha unchanged; a matrix, which needs no alpha, does not.
TEST(Grade, LightWithoutAlpha) {
  const Lut lut = random_lut(true, 9, 5);
  GradeRamp ramp{};
  ramp.fill({0.2F, 0.4F, 0.6F, 1});
  const float light[4] = {0.75F, 0.5F, 0.25F, 0};
  const auto curved = graded({.ramp = &ramp, .lut = 0}, light, &lut);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_EQ(curved[c], double{light[c]});
  const auto dimmed = graded({.gain = 0.5F, .ramp = &ramp, .lut = 0}, light, &lut);
  for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(dimmed[c], double{light[c]} / 2, half_step);
}

TEST(Grade, RampsAreEnteredWithLumaOrAlpha) {
  GradeRamp ramp{};
  for (std::size_t i = 0; i < ramp.size(); ++i) {
    const float t = static_cast<float>(i) / 255;
    ramp[i] = {t, 1 - t, 0.5F * t, 1};
  }
  const double luma = 0.2126 * 0.75 + 0.7152 * 0.5 + 0.0722 * 0.25;
  const auto by_luma = graded({.ramp = &ramp}, {0.375F, 0.25F, 0.125F, 0.5F});
  EXPECT_NEAR(by_luma[0], 0.5 * luma, half_step);
  EXPECT_NEAR(by_luma[1], 0.5 * (1 - luma), half_step);
  const auto by_alpha = graded({.ramp = &ramp, .by = RampBy::alpha}, {0.375F, 0.25F, 0.125F, 0.3F});
  EXPECT_NEAR(by_alpha[2], 0.3 * 0.5 * 0.3, half_step);
}

/// Identities in all parts change no byte.
TEST(Grade, NothingToDoChangesNothing) {
  Layer layer = noise({120, 80}, 7), got = effect_of(layer, {GradeOp{}});
  EXPECT_TRUE(equal(layer, got));
}

}  // namespace
}  // namespace overlace::test
