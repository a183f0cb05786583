// SPDX-License-Identifier: Apache-2.0
// A texture on a small transparent picture, and the geometry of its edges.
#pragma once

#include <array>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {

inline constexpr Size frame{96, 80};

/// A texture and a display list that shows it.
struct Shown {
  Shown(Size size, const std::vector<std::uint16_t>& straight)
      : textures{std::make_shared<const Texture>(make_texture(size, straight))} {
    list.textures = &textures;
  }
  void add(Vec2 origin, Vec2 across, Vec2 down, float opacity = 1) {
    Primitive p = whole_fill({0, 0, 0, opacity});
    p.kind = PrimitiveKind::image;
    p.image = {texture_matrix(textures[0]->size, origin, across, down), 0};
    list.primitives.push_back(p);
  }
  void add_projected(const std::array<Vec2, 4>& corners, float opacity = 1) {
    Primitive p = whole_fill({0, 0, 0, opacity});
    p.kind = PrimitiveKind::projected_image;
    p.projected_image = {corners, 0};
    list.primitives.push_back(p);
  }
  /// Draws the list on a transparent picture of floats.
  [[nodiscard]] Picture drawn() const {
    Picture picture(frame, float_format(true), {.range = ColorRange::full});
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    return picture;
  }
  Textures textures;
  DisplayList list;
};

[[nodiscard]] inline std::vector<std::uint16_t> noise(Size size, bool opaque) {
  std::mt19937 random(3);
  std::vector<std::uint16_t> samples(static_cast<std::size_t>(size.width * size.height) * 4);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<std::uint16_t>(opaque && i % 4 == 3 ? 65535 : random() % 65536);
  return samples;
}
[[nodiscard]] inline std::vector<std::uint16_t> solid(Size size) {
  return std::vector<std::uint16_t>(static_cast<std::size_t>(size.width * size.height) * 4, 65535);
}

/// Sample of a straight-alpha texture, 0..1.
[[nodiscard]] inline double texel(const std::vector<std::uint16_t>& samples, Size size, int x,
                                  int y, int c) {
  return samples[static_cast<std::size_t>((y * size.width + x) * 4 + c)] / 65535.0;
}

/// The area of a pixel inside a convex polygon, clipped at each side of the pixel.
[[nodiscard]] inline double clipped_area(std::vector<std::array<double, 2>> polygon, int px,
                                         int py) {
  const auto cut = [&](int axis, double at, double sign) {
    std::vector<std::array<double, 2>> kept;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      const auto &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
      const auto k = static_cast<std::size_t>(axis);
      const double da = (a[k] - at) * sign, db = (b[k] - at) * sign;
      if (da >= 0) kept.push_back(a);
      if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
        const double t = da / (da - db);
        kept.push_back({a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t});
      }
    }
    polygon = kept;
  };
  cut(0, px, 1);
  cut(0, px + 1.0, -1);
  cut(1, py, 1);
  cut(1, py + 1.0, -1);
  double area = 0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const auto &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    area += a[0] * b[1] - a[1] * b[0];
  }
  return std::abs(area) / 2;
}

}  // namespace overlace::test
