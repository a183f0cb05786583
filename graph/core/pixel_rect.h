// SPDX-License-Identifier: Apache-2.0
// Rectangles of whole pixels.
#pragma once

#include <algorithm>

#include "graph/core/vec.h"

namespace overlace {

/// Pixels [x, x + width) x [y, y + height); empty where a side is not positive.
struct PixelRect {
  int x = 0, y = 0, width = 0, height = 0;

  [[nodiscard]] constexpr bool is_empty() const { return width <= 0 || height <= 0; }
  [[nodiscard]] constexpr int right() const { return x + width; }
  [[nodiscard]] constexpr int bottom() const { return y + height; }
  friend constexpr bool operator==(const PixelRect&, const PixelRect&) = default;
};

/// The whole of a picture.
[[nodiscard]] constexpr PixelRect whole(Size size) {
  return {0, 0, size.width, size.height};
}

/// The intersection of two rectangles; PixelRect{} when they share nothing.
[[nodiscard]] constexpr PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  const int x = std::max(a.x, b.x), y = std::max(a.y, b.y);
  const PixelRect both{x, y, std::min(a.right(), b.right()) - x,
                       std::min(a.bottom(), b.bottom()) - y};
  return both.is_empty() ? PixelRect{} : both;
}

/// The smallest rectangle that contains both; an empty one adds nothing.
[[nodiscard]] constexpr PixelRect hull(const PixelRect& a, const PixelRect& b) {
  if (a.is_empty()) return b;
  if (b.is_empty()) return a;
  const int x = std::min(a.x, b.x), y = std::min(a.y, b.y);
  return {x, y, std::max(a.right(), b.right()) - x, std::max(a.bottom(), b.bottom()) - y};
}

/// A rectangle grown by `by` px on every side; an empty one stays empty.
[[nodiscard]] constexpr PixelRect grow(const PixelRect& r, int by) {
  return r.is_empty() ? r : PixelRect{r.x - by, r.y - by, r.width + 2 * by, r.height + 2 * by};
}

}  // namespace overlace
