// SPDX-License-Identifier: Apache-2.0
// Zooming: every pixel is seen through a magnifying glass over the nearest of several anchors.
#pragma once

#include <cstdint>

#include "gpu/kernels/bits.h"
#include "gpu/kernels/gather.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Parameters of a zoom for one frame, as devices read them: a pixel at p shows what is at
/// a + (p - a) / zoom, where a is the anchor nearest to p, the first one on a tie.
struct ZoomRecord {
  float per_zoom = 1;
  std::int32_t anchor_count = 0;
  Vec2 anchor[most_zoom_anchors]{};  ///< px from the centre of pixel (0, 0)
};

/// Where the pixels of a part of the picture come from.
struct ZoomNear {
  static constexpr int words = most_zoom_anchors / 32;
  const ZoomRecord* zoom;
  std::uint32_t anchors[words];  ///< bits of those that may be nearest to any of them

  [[nodiscard]] OVL_FN static bool is_still() { return false; }
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int, const PixelPosition<F>& at) const {
    F nearest(3e38F), x = at.x, y = at.y;
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) {
      OVL_ROLLED
      for (std::uint32_t bits = anchors[word]; bits != 0; bits &= bits - 1) {
        const Vec2 anchor = zoom->anchor[32 * word + lowest_bit(bits)];
        const F dx = at.x - F(anchor.x), dy = at.y - F(anchor.y);
        const F square = fma(dy, dy, dx * dx);
        const auto closer = square < nearest;
        nearest = select(closer, square, nearest);
        x = select(closer, F(anchor.x), x);
        y = select(closer, F(anchor.y), y);
      }
    }
    const F scale(zoom->per_zoom);
    return {fma(at.x - x, scale, x), fma(at.y - y, scale, y)};
  }
};

struct ZoomField {
  static constexpr int taps = 1;
  static constexpr bool is_cubic = true, has_reach = false;
  const ZoomRecord* zoom = nullptr;

  [[nodiscard]] OVL_FN ZoomNear near(IntRange x, IntRange y) const {
    ZoomNear near{zoom, {}};
    float least = 3e38F;  // bound of any pixel's squared distance to its nearest anchor, px^2
    OVL_ROLLED
    for (int i = 0; i < zoom->anchor_count; ++i) {
      const Vec2 anchor = zoom->anchor[i];
      least = min(least, square(farthest(anchor.x, x), farthest(anchor.y, y)));
    }
    OVL_UNROLLED
    for (int word = 0; word < ZoomNear::words; ++word) {
      OVL_ROLLED
      for (int i = 0; i < 32 && 32 * word + i < zoom->anchor_count; ++i) {
        const Vec2 anchor = zoom->anchor[32 * word + i];
        // With a margin for rounding errors.
        if (square(closest(anchor.x, x), closest(anchor.y, y)) <= fma(least, 1.001F, 1.0F))
          near.anchors[word] |= 1U << static_cast<unsigned>(i);
      }
    }
    return near;
  }

 private:
  OVL_FN static float square(float x, float y) { return fma(y, y, x * x); }
  OVL_FN static float farthest(float at, IntRange pixels) {
    return max(abs(at - static_cast<float>(pixels.first)),
               abs(at - static_cast<float>(pixels.last)));
  }
  OVL_FN static float closest(float at, IntRange pixels) {
    return max(max(static_cast<float>(pixels.first) - at, at - static_cast<float>(pixels.last)),
               0.0F);
  }
};

}  // namespace overlace
