// SPDX-License-Identifier: Apache-2.0
// Images between four corners: where a camera sees the points of a plane, and how sharply.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "tests/gpu/shown_image.h"

namespace overlace::test {
namespace {

// A camera 6 m above the ground looks along it, with a focal length of 80 px and the horizon at y =
// 5. A place x m to the side and z m away appears at (48 + 80 x / z, 5 + 80 * 6 / z). The picture
// lies on the ground, 6 m wide, from 24 m to 8 m away.
struct Ground {
  double x, z;
};
Vec2 seen(const Ground& g) {
  return {static_cast<float>(48 + 80 * g.x / g.z), static_cast<float>(5 + 480 / g.z)};
}
Ground ground_at(double px, double py) {
  const double z = 480 / (py - 5);
  return {(px - 48) * z / 80, z};
}
constexpr double far_m = 24, near_m = 8, half_m = 3;
const std::array<Vec2, 4> on_ground = {seen({-half_m, far_m}), seen({half_m, far_m}),
                                       seen({half_m, near_m}), seen({-half_m, near_m})};

/// A place's position along the picture's sides, 0 to 1.
std::array<double, 2> share_at(double px, double py) {
  const Ground g = ground_at(px, py);
  return {(g.x + half_m) / (2 * half_m), (far_m - g.z) / (far_m - near_m)};
}

/// An opaque picture whose red and green depend on the texel centre's position along its sides.
template <class Red, class Green>
std::vector<std::uint16_t> painted(Size size, Red red, Green green) {
  std::vector<std::uint16_t> samples;
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const double u = (x + 0.5) / size.width, v = (y + 0.5) / size.height;
      for (const double value : {red(u, v), green(u, v), 0.0, 1.0})
        samples.push_back(static_cast<std::uint16_t>(std::lround(value * 65535)));
    }
  return samples;
}

/// Calls `use(x, y)` for pixels within the picture, at least `margin` px from its sides.
template <class F>
void for_each_inside(double margin, F use) {
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      const auto is_inside = [&](double dx, double dy) {
        const auto [u, v] = share_at(x + 0.5 + dx, y + 0.5 + dy);
        return u > 0 && u < 1 && v > 0 && v < 1;
      };
      if (is_inside(-margin, -margin) && is_inside(margin, -margin) && is_inside(margin, margin) &&
          is_inside(-margin, margin) && y > 5 + margin)
        use(x, y);
    }
}

/// Red and green encode the position along a picture's sides, so a pixel reveals the place that it
/// shows. Smaller mip levels hold means, which encode the same positions.
TEST(ProjectedImages, ShowEachPlaceWhereACameraSeesIt) {
  for (const int side : {16, 64, 256, 1024}) {
    Shown shown({side, side}, painted(
                                  {side, side}, [](double u, double) { return u; },
                                  [](double, double v) { return v; }));
    shown.add_projected(on_ground);
    const Picture picture = shown.drawn();
    int seen_pixels = 0;
    for_each_inside(3, [&](int x, int y) {
      const auto [u, v] = share_at(x + 0.5, y + 0.5);
      const double edge = 0.5 / side;  // closer to the edge, the picture is constant
      if (u < edge || v < edge || u > 1 - edge || v > 1 - edge) return;
      ++seen_pixels;
      ASSERT_NEAR(picture.sample(0, x, y), u, 1e-3) << side << " at " << x << ", " << y;
      ASSERT_NEAR(picture.sample(1, x, y), v, 1e-3) << side << " at " << x << ", " << y;
      ASSERT_EQ(picture.sample(3, x, y), 1);
    });
    EXPECT_GT(seen_pixels, 1000);
  }
}

/// Far away, many texels share a pixel, which shows their mean.
TEST(ProjectedImages, AreAsSharpAsThePixelsThere) {
  const auto wave = [](double u, double v) {
    return 0.5 + 0.25 * std::sin(u * 4 * std::numbers::pi) +
           0.2 * std::cos(v * 5 * std::numbers::pi);
  };
  const auto fine = [](double u, double v) {
    return (static_cast<int>(u * 512) + static_cast<int>(v * 512)) % 2 == 0 ? 1.0 : 0.0;
  };
  Shown shown({512, 512}, painted({512, 512}, wave, fine));
  shown.add_projected(on_ground);
  const Picture picture = shown.drawn();
  for_each_inside(3, [&](int x, int y) {
    double mean = 0;
    for (int i = 0; i < 64; ++i) {
      const auto [u, v] = share_at(x + (i % 8 + 0.5) / 8, y + (i / 8 + 0.5) / 8);
      mean += wave(u, v) / 64;
    }
    ASSERT_NEAR(picture.sample(0, x, y), mean, 0.05) << x << ", " << y;
    ASSERT_NEAR(picture.sample(1, x, y), 0.5, 0.01) << "a chess board, from afar";
  });
}

TEST(ProjectedImages, OnARectangleOfItsSizeTheyAreCopies) {
  constexpr Size size{17, 11};
  const auto samples = noise(size, true);
  Shown shown(size, samples);
  shown.add_projected({{{20, 30}, {37, 30}, {37, 41}, {20, 41}}});
  const Picture picture = shown.drawn();
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) {
      const bool inside = x >= 20 && x < 37 && y >= 30 && y < 41;
      for (int c = 0; c < 3; ++c)
        ASSERT_NEAR(picture.sample(c, x, y), inside ? texel(samples, size, x - 20, y - 30, c) : 0,
                    1e-5)
            << x << ", " << y;
    }
}

/// A picture may be seen from behind.
TEST(ProjectedImages, MirroredCornersMirrorThem) {
  constexpr Size size{8, 6};
  const auto samples = noise(size, true);
  Shown shown(size, samples);
  shown.add_projected({{{28, 30}, {20, 30}, {20, 36}, {28, 36}}});
  const Picture picture = shown.drawn();
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      ASSERT_NEAR(picture.sample(0, 27 - x, 30 + y), texel(samples, size, x, y, 0), 1e-5);
}

/// Any convex quadrilateral: alpha is its area in each pixel.
TEST(ProjectedImages, EdgesCoverTheirArea) {
  std::mt19937 random(22);
  std::uniform_real_distribution<double> place(10, 70), part(0.05, 1), length(1, 50);
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    const double turn = 6.3 * part(random), x = place(random), y = place(random);
    std::vector<std::array<double, 2>> polygon;
    std::array<Vec2, 4> corners;
    // One corner on each half axis around a point: always convex.
    for (int i = 0; i < 4; ++i) {
      const double angle = turn + i * std::numbers::pi / 2, reach = length(random);
      corners[static_cast<std::size_t>(i)] = {static_cast<float>(x + reach * std::cos(angle)),
                                              static_cast<float>(y + reach * std::sin(angle))};
      const Vec2 corner = corners[static_cast<std::size_t>(i)];
      polygon.push_back({double{corner.x}, double{corner.y}});
    }
    Shown shown({4, 4}, solid({4, 4}));
    shown.add_projected(corners);
    const Picture picture = shown.drawn();
    for (int py = 0; py < frame.height; ++py)
      for (int px = 0; px < frame.width; ++px) {
        const double area = clipped_area(polygon, px, py);
        worst = std::max(worst, std::abs(picture.sample(3, px, py) - area));
        if (area == 0) {
          ASSERT_EQ(picture.sample(3, px, py), 0) << "round " << round << ": " << px << ", " << py;
        }
      }
  }
  EXPECT_LT(worst, 1e-3);
}

TEST(ProjectedImages, WhatCannotBeSeenIsLeftOut) {
  Shown shown({4, 4}, solid({4, 4}));
  shown.add_projected({{{10, 10}, {40, 10}, {10, 40}, {40, 40}}});             // self-intersecting
  shown.add_projected({{{10, 10}, {40, 10}, {20, 20}, {10, 40}}});             // concave
  shown.add_projected({{{10, 10}, {20, 20}, {30, 30}, {40, 40}}});             // a line
  shown.add_projected({{{10, 10}, {std::nanf(""), 10}, {40, 40}, {10, 40}}});  // nowhere
  shown.add_projected({{{10, 10}, {40, 10}, {40, 40}, {10, 40}}}, 0);          // transparent
  const Picture picture = shown.drawn();
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x) ASSERT_EQ(picture.sample(3, x, y), 0);
}

}  // namespace
}  // namespace overlace::test
