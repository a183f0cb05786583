// SPDX-License-Identifier: Apache-2.0
// Insets: parts of the picture shown elsewhere in it.
#pragma once

#include <cstdint>

#include "gpu/kernels/bits.h"
#include "gpu/kernels/gather.h"
#include "graph/plan/effects.h"

namespace overlace {

/// What a device gets for one inset in one frame: a pixel at p shows what is at source + (p -
/// center) x per_zoom. Positions are those of the middles of pixels.
struct InsetRecord {
  Vec2 center, source;
  float per_zoom = 1;
  Vec2 reach;  ///< from the middle to the rim, and a pixel more, which the rim may cover in part
  Vec2 per_reach;  ///< 1 / reach
};
struct InsetsRecord {
  std::int32_t count = 0;
  bool round = false, nearest = false;
  InsetRecord inset[most_insets]{};
};

/// Where the pixels of a part of the picture come from: of the last inset that holds them.
struct InsetsNear {
  static constexpr int words = most_insets / 32;
  const InsetsRecord* all;
  std::uint32_t insets[words];  ///< bits of those that may hold any of them

  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int, const PixelPosition<F>& at) const {
    F x = at.x, y = at.y;
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) {
      OVL_ROLLED
      for (std::uint32_t bits = insets[word]; bits != 0; bits &= bits - 1) {
        const InsetRecord& inset = all->inset[32 * word + lowest_bit(bits)];
        const F dx = at.x - F(inset.center.x), dy = at.y - F(inset.center.y);
        const auto holds = distance(inset, dx, dy) < F(1.0F);
        x = select(holds, fma(dx, F(inset.per_zoom), F(inset.source.x)), x);
        y = select(holds, fma(dy, F(inset.per_zoom), F(inset.source.y)), y);
      }
    }
    return {x, y};
  }
  /// A place among a component's samples, as it is looked up.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> settled(const PixelPosition<F>& at) const {
    if (!all->nearest) return at;
    return {floor(at.x + F(0.5F)), floor(at.y + F(0.5F))};
  }

 private:
  /// From the middle; 1 at the end of what it reaches.
  template <class F>
  [[nodiscard]] OVL_FN F distance(const InsetRecord& inset, F dx, F dy) const {
    const F x = dx * F(inset.per_reach.x), y = dy * F(inset.per_reach.y);
    return all->round ? fma(y, y, x * x) : max(abs(x), abs(y));
  }
};

struct InsetsField {
  static constexpr int taps = 1;
  static constexpr bool is_cubic = false;
  const InsetsRecord* insets = nullptr;

  [[nodiscard]] OVL_FN InsetsNear near(IntRange x, IntRange y) const {
    InsetsNear near{insets, {}};
    OVL_UNROLLED
    for (int word = 0; word < InsetsNear::words; ++word) {
      OVL_ROLLED
      for (int i = 0; i < 32 && 32 * word + i < insets->count; ++i) {
        const InsetRecord& inset = insets->inset[32 * word + i];
        if (meets(inset.center.x, inset.reach.x, x) && meets(inset.center.y, inset.reach.y, y))
          near.insets[word] |= 1U << static_cast<unsigned>(i);
      }
    }
    return near;
  }

 private:
  /// With room for what rounding adds.
  OVL_FN static bool meets(float center, float reach, IntRange pixels) {
    return center - reach - 1 <= static_cast<float>(pixels.last) &&
           center + reach + 1 >= static_cast<float>(pixels.first);
  }
};

}  // namespace overlace
