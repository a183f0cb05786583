// SPDX-License-Identifier: Apache-2.0
// Points, boxes and colours as trivially copyable records, shared by host and device code.
#pragma once

#include <cmath>
#include <cstdint>

namespace overlace {

/// A point or vector in frame pixels, y down; pixel (i, j) covers [i, i+1) x [j, j+1).
struct Vec2 {
  float x = 0, y = 0;
  friend constexpr bool operator==(Vec2, Vec2) = default;
};
constexpr Vec2 operator+(Vec2 a, Vec2 b) {
  return {a.x + b.x, a.y + b.y};
}
constexpr Vec2 operator-(Vec2 a, Vec2 b) {
  return {a.x - b.x, a.y - b.y};
}
constexpr Vec2 operator*(Vec2 a, float s) {
  return {a.x * s, a.y * s};
}
/// Host only: a device's hypot rounds differently.
inline float distance(Vec2 a, Vec2 b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// An axis-aligned box in frame pixels: top-left corner and size (never negative).
struct Box {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] constexpr Vec2 center() const { return {x + width * 0.5F, y + height * 0.5F}; }
  friend constexpr bool operator==(const Box&, const Box&) = default;
};

/// Size of a frame in pixels.
struct Size {
  int width = 0, height = 0;
  friend constexpr bool operator==(Size, Size) = default;
};

/// A display-referred R'G'B'A colour as the user types it: components 0..1, alpha straight (not
/// premultiplied). Premultiplication happens once, when the renderer converts to its working space.
struct Color {
  float r = 0, g = 0, b = 0, a = 1;
  friend constexpr bool operator==(const Color&, const Color&) = default;
};

}  // namespace overlace
