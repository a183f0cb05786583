// SPDX-License-Identifier: Apache-2.0
// Rounded boxes: which blocks evaluate a corner's arcs must not show. Alpha is compared with 32 x
// 32 samples per pixel of the shape itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{200, 120};
constexpr double fill_alpha = 0.5, stroke_alpha = 0.75;
/// Arcs are approximated by tangents (docs/rendering.md, "Edges"); samples are 1/32 px apart.
constexpr double largest_error = 0.04;

/// Signed distance from a rounded rectangle's outline, px, negative inside.
double distance(const Primitive& box, double x, double y) {
  const ShapeGeometry& s = box.shape;
  const double radius = s.corner_radius;
  const double qx = std::abs(x - s.center.x) - s.half_size.x + radius;
  const double qy = std::abs(y - s.center.y) - s.half_size.y + radius;
  return std::hypot(std::max(qx, 0.0), std::max(qy, 0.0)) + std::min(std::max(qx, qy), 0.0) -
         radius;
}

/// The alpha of a pixel under a fill with a stroke over it.
double sampled_alpha(const Primitive& box, int px, int py) {
  const double middle = distance(box, px + 0.5, py + 0.5), away = box.width / 2 + 1;
  if (std::abs(middle) > away) return middle < 0 ? fill_alpha : 0;
  constexpr int grid = 32;
  int inside = 0, on_stroke = 0;
  for (int j = 0; j < grid; ++j) {
    for (int i = 0; i < grid; ++i) {
      const double d = distance(box, px + (i + 0.5) / grid, py + (j + 0.5) / grid);
      inside += d < 0 ? 1 : 0;
      on_stroke += std::abs(d) < box.width / 2 ? 1 : 0;
    }
  }
  const double fill = fill_alpha * inside / (grid * grid);
  const double stroke = stroke_alpha * on_stroke / (grid * grid);
  return fill * (1 - stroke) + stroke;
}

TEST(BoxCorners, AreWhatSamplesOfTheShapeAre) {
  std::mt19937 random(11);
  const auto draw = [&](double from, double to) {
    return static_cast<float>(std::uniform_real_distribution(from, to)(random));
  };
  for (int trial = 0; trial < 24; ++trial) {
    const Vec2 half{draw(20, 90), draw(15, 55)};
    const float width = draw(1, 8);
    const float radius = draw(width / 2 + 1.5, std::min(half.x, half.y));
    const Primitive box = shape(ShapeKind::rounded_box, {draw(60, 140), draw(30, 90)}, half, radius,
                                width, {1, 1, 1, stroke_alpha}, {0, 0, 0, fill_alpha});
    DisplayList list;
    list.primitives = {box};
    Picture picture(size, float_format(true), {.range = ColorRange::full});
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    for (int y = 0; y < size.height; ++y) {
      for (int x = 0; x < size.width; ++x) {
        ASSERT_NEAR(picture.sample(3, x, y), sampled_alpha(box, x, y), largest_error)
            << "trial " << trial << " at " << x << ", " << y << ": radius " << radius << ", width "
            << width;
      }
    }
  }
}

}  // namespace
}  // namespace overlace::test
