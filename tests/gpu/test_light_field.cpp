// SPDX-License-Identifier: Apache-2.0
// The light around ellipses by fields, against the distance to the closest of many points on their
// outlines, in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gpu/kernels/light_field.h"

namespace overlace::test {
namespace {

double unit(std::mt19937& random) {
  return static_cast<double>(random()) * 0x1p-32;
}
/// A random number between two bounds, uniform in its logarithm.
double any_size(std::mt19937& random, double least, double most) {
  return least * std::pow(most / least, unit(random));
}

struct Axes {
  double a, b;

  [[nodiscard]] double distance_at(double angle, double x, double y) const {
    return std::hypot(a * std::cos(angle) - x, b * std::sin(angle) - y);
  }
  /// From an outside point: to the nearest of many points, refined between its neighbours.
  [[nodiscard]] double distance(double x, double y) const {
    constexpr int points = 256;
    constexpr double apart = 1.5707963267948966 / points;
    x = std::abs(x), y = std::abs(y);
    int nearest = 0;
    for (int i = 1; i <= points; ++i)
      if (distance_at(i * apart, x, y) < distance_at(nearest * apart, x, y)) nearest = i;
    double low = (nearest - 1) * apart, high = (nearest + 1) * apart;
    for (int i = 0; i < 60; ++i) {
      const double third = (high - low) / 3;
      (distance_at(low + third, x, y) < distance_at(high - third, x, y) ? high : low) +=
          distance_at(low + third, x, y) < distance_at(high - third, x, y) ? -third : third;
    }
    return distance_at((low + high) / 2, x, y);
  }
};

double light(double distance, double gain, double radius) {
  const double rest = std::clamp(1 - distance / radius, 0.0, 1.0);
  return gain * rest * rest;
}

TEST(LightField, LightIsOffByNoMoreThanItSays) {
  std::mt19937 random(1);
  int held = 0;
  double worst = 0;
  for (int i = 0; i < 6000; ++i) {
    const double a = any_size(random, 3, 600);
    const Axes axes{a, std::clamp(a * any_size(random, 0.1, 10), 3.0, 600.0)};
    const double radius = any_size(random, 2, 512), gain = any_size(random, 0.1, 2);
    const FieldEllipse ellipse(static_cast<float>(axes.a), static_cast<float>(axes.b),
                               static_cast<float>(gain), static_cast<float>(radius));
    const double angle = unit(random) * 1.5707963267948966, out = any_size(random, 1, 1.1 * radius);
    const double nx = axes.b * std::cos(angle), ny = axes.a * std::sin(angle);
    const auto x = static_cast<float>(axes.a * std::cos(angle) + out * nx / std::hypot(nx, ny));
    const auto y = static_cast<float>(axes.b * std::sin(angle) + out * ny / std::hypot(nx, ny));
    const LightField<float> field = ellipse.around(x, y);
    if (!(field.distance > 0)) continue;
    ++held;
    for (const float dx : {-4.0F, -1.5F, 2.0F, 4.0F})
      for (const float dy : {-2.0F, 2.0F}) {
        ASSERT_GT(std::hypot((static_cast<double>(x + dx)) / axes.a,
                             static_cast<double>(y + dy) / axes.b),
                  1)
            << "no field reaches inside";
        const double shown = light(static_cast<double>(field.at(dx, dy)), gain, radius);
        const double real = light(
            axes.distance(static_cast<double>(x + dx), static_cast<double>(y + dy)), gain, radius);
        worst = std::max(worst, std::abs(shown - real));
        ASSERT_NEAR(shown, real, 1.0 / 512 + 1e-4)
            << axes.a << " x " << axes.b << " at " << x << ", " << y << ", light " << radius;
      }
  }
  EXPECT_GT(held, 2000);
  EXPECT_GT(worst, 1.0 / 2048) << "a bound that leaves so much room has a price";
}

// A spotlight on a person standing in a 4K picture.
TEST(LightField, MostOfAWideLightIsShownByFields) {
  const Axes axes{70, 170};
  constexpr double radius = 86;
  const FieldEllipse ellipse(70, 170, 1, 86);
  int held = 0, lit = 0;
  for (float y = 2; y < 260; y += light_field_height)
    for (float x = 4; x < 160; x += light_field_width) {
      const double norm =
          std::hypot(static_cast<double>(x) / axes.a, static_cast<double>(y) / axes.b);
      if (norm < 1 || axes.distance(x, y) > radius) continue;
      ++lit;
      held += ellipse.around(x, y).distance > 0 ? 1 : 0;
    }
  EXPECT_GT(held, 0.85 * lit);
}

TEST(LightField, FieldsLieOnMultiplesOfTheirSides) {
  const auto middle_of = [](float from) {
    return light_field_middle(light_field_at(from, light_field_width), light_field_width);
  };
  for (const float from : {0.0F, 3.5F, 7.99F, -7.99F}) EXPECT_EQ(middle_of(from), 4) << from;
  EXPECT_EQ(middle_of(8), 12);
  EXPECT_EQ(middle_of(-20), 20);
}

}  // namespace
}  // namespace overlace::test
