// SPDX-License-Identifier: Apache-2.0
// Insets: parts of the picture shown elsewhere in it.
#pragma once

#include <cstdint>

#include "gpu/kernels/bits.h"
#include "gpu/kernels/gather.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Parameters of one inset for one frame, as devices read them: a pixel at p shows what is at
/// source + (p - center) x per_zoom. Pixel (i, j) is centred at (i, j).
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

  /// Whether an inset holds the pixel at `at`.
  template <class F>
  [[nodiscard]] OVL_FN MaskOf<F> holds(const InsetRecord& one, const PixelPosition<F>& at) const {
    const F x = (at.x - F(one.center.x)) * F(one.per_reach.x);
    const F y = (at.y - F(one.center.y)) * F(one.per_reach.y);
    return (round ? fma(y, y, x * x) : max(abs(x), abs(y))) < F(1.0F);
  }
  /// The position among a component's samples that is looked up: rounded if `nearest` is set.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> settled(const PixelPosition<F>& at) const {
    if (!nearest) return at;
    return {floor(at.x + F(0.5F)), floor(at.y + F(0.5F))};
  }
};

/// Where the pixels of one inset come from, whether it holds them or not: rows come from rows, and
/// columns from columns.
struct OneInset {
  const InsetsRecord* all;
  const InsetRecord* inset;

  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const PixelPosition<F>& at) const {
    return {fma(at.x - F(inset->center.x), F(inset->per_zoom), F(inset->source.x)),
            fma(at.y - F(inset->center.y), F(inset->per_zoom), F(inset->source.y))};
  }
  template <class F>
  [[nodiscard]] OVL_FN MaskOf<F> holds(const PixelPosition<F>& at) const {
    return all->holds(*inset, at);
  }
  /// Whether it holds all pixels in these ranges: shapes are convex, so the corners decide.
  [[nodiscard]] OVL_FN bool holds_all(IntRange x, IntRange y) const {
    for (const int i : {x.first, x.last})
      for (const int j : {y.first, y.last})
        if (!holds<float>({static_cast<float>(i), static_cast<float>(j)})) return false;
    return true;
  }
};

/// The places that pixels of insets come from; `held` is false where no inset holds them.
template <class F>
struct ShownPlaces {
  PixelPosition<F> at;
  MaskOf<F> held;
};

/// The insets of a part of the picture.
struct InsetsNear {
  static constexpr int words = most_insets / 32;
  const InsetsRecord* all;
  std::uint32_t insets[words];  ///< bits of those that may hold any of its pixels

  /// All of them.
  OVL_FN static InsetsNear everywhere(const InsetsRecord& all) {
    InsetsNear near{&all, {}};
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) {
      const int count = all.count - 32 * word;
      near.insets[word] = count <= 0    ? 0
                          : count >= 32 ? ~0U
                                        : (1U << static_cast<unsigned>(count)) - 1;
    }
    return near;
  }
  /// The place that the last inset that holds a pixel shows there.
  template <class F>
  [[nodiscard]] OVL_FN ShownPlaces<F> find(const PixelPosition<F>& at) const {
    ShownPlaces<F> found{at, F(0.0F) > F(0.0F)};
    for_each([&](int i) {
      const OneInset one = this->one(i);
      const auto holds = one.holds(at);
      const PixelPosition<F> shown = one.place(at);
      found.at.x = select(holds, shown.x, found.at.x);
      found.at.y = select(holds, shown.y, found.at.y);
      found.held = found.held | holds;
    });
    return found;
  }
  /// Calls f(index) for each of them, in ascending order.
  template <class F>
  OVL_FN void for_each(const F& f) const {
    for_each_bit([&](int word, std::uint32_t bit) { f(32 * word + lowest_bit(bit)); });
  }
  [[nodiscard]] OVL_FN OneInset one(int index) const { return {all, &all->inset[index]}; }
  /// Those that may hold pixels in these ranges.
  [[nodiscard]] OVL_FN InsetsNear narrowed(IntRange x, IntRange y) const {
    InsetsNear near{all, {}};
    for_each_bit([&](int word, std::uint32_t bit) {
      const InsetRecord& inset = all->inset[32 * word + lowest_bit(bit)];
      if (meets(inset.center.x, inset.reach.x, x) && meets(inset.center.y, inset.reach.y, y))
        near.insets[word] |= bit;
    });
    return near;
  }

 private:
  /// Calls f(word, bit) for each of them; `word` is known at compile time.
  template <class F>
  OVL_FN void for_each_bit(const F& f) const {
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) {
      OVL_ROLLED
      for (std::uint32_t bits = insets[word]; bits != 0; bits &= bits - 1) f(word, bits & -bits);
    }
  }
  /// With a margin for rounding errors.
  OVL_FN static bool meets(float center, float reach, IntRange pixels) {
    return center - reach - 1 <= static_cast<float>(pixels.last) &&
           center + reach + 1 >= static_cast<float>(pixels.first);
  }
};

}  // namespace overlace
