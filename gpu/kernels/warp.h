// SPDX-License-Identifier: Apache-2.0
// Displacements by brush strokes, each of them round and gone at four times its radius, and by
// waves.
#pragma once

#include <cstdint>

#include "gpu/kernels/bits.h"
#include "gpu/kernels/gather.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Parameters of a warp for one frame, as devices read them. A stroke moves a pixel at p from its
/// middle by (1 - p^2 / 16 R^2)^8, which is within 0.036 of exp(-p^2 / 2 R^2), times
/// push + along p + across (-p.y, p.x).
struct WarpRecord {
  float limit = 0;  ///< of a pixel's whole displacement along an axis, px
  Vec2 push;
  float along = 0, across = 0;
  float reach = 0;         ///< of a stroke, px: 4 R
  float reach_square = 0;  ///< 1 / 16 R^2
  std::int32_t stroke_count = 0;
  Vec2 stroke[most_warp_strokes];  ///< middles, px from the centre of pixel (0, 0)
  std::int32_t wave_count = 0;
  std::int32_t waves_everywhere = 1;  ///< 0: only under strokes
  WarpWave wave[most_warp_waves];
};

/// sin(2 pi u) for |u| < 2^22 within 7e-6: the odd polynomial of degree 9 with the least maximum
/// error over half a turn to either side (Lawson's iteration, in double precision).
template <class F>
OVL_FN F sine_of_turns(F u) {
  const F t = u - round_even(u);  // -1/2 to 1/2
  const F square = t * t;
  F p(32.7813795F);
  p = fma(p, square, F(-74.4779968F));
  p = fma(p, square, F(81.3668137F));
  p = fma(p, square, F(-41.3312149F));
  p = fma(p, square, F(6.28305578F));
  return p * t;
}

/// Where a warp takes the pixels of a part of the picture from.
struct WarpNear {
  static constexpr int words = most_warp_strokes / 32;
  const WarpRecord* warp;
  std::uint32_t strokes[words];  ///< bits of those that reach it

  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int, const PixelPosition<F>& at) const {
    F dx(0.0F), dy(0.0F), under(0.0F);
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) {
      OVL_ROLLED
      for (std::uint32_t bits = strokes[word]; bits != 0; bits &= bits - 1)
        add_stroke(warp->stroke[32 * word + lowest_bit(bits)], at, dx, dy, under);
    }
    add_waves(at, dx, dy, under);
    const F most(warp->limit);
    return {at.x - max(min(dx, most), -most), at.y - max(min(dy, most), -most)};
  }
  /// Whether every pixel stays in place.
  [[nodiscard]] OVL_FN bool is_still() const {
    std::uint32_t any = 0;
    OVL_UNROLLED
    for (int word = 0; word < words; ++word) any |= strokes[word];
    return any == 0 && (warp->wave_count == 0 || warp->waves_everywhere == 0);
  }

 private:
  template <class F>
  OVL_FN void add_stroke(Vec2 middle, const PixelPosition<F>& at, F& dx, F& dy, F& under) const {
    const F px = at.x - F(middle.x), py = at.y - F(middle.y);
    const F square = fma(py, py, px * px);
    const F rest = max(fma(square, F(-warp->reach_square), F(1.0F)), F(0.0F));
    const F twice = rest * rest, four = twice * twice, weight = four * four;
    const F along(warp->along), across(warp->across);
    dx = fma(weight, fma(px, along, fma(py, -across, F(warp->push.x))), dx);
    dy = fma(weight, fma(py, along, fma(px, across, F(warp->push.y))), dy);
    under = under + weight;
  }
  template <class F>
  OVL_FN void add_waves(const PixelPosition<F>& at, F& dx, F& dy, const F& under) const {
    const F amount = warp->waves_everywhere != 0 ? F(1.0F) : min(under, F(1.0F));
    OVL_ROLLED
    for (int i = 0; i < warp->wave_count; ++i) {
      const WarpWave wave = warp->wave[i];
      const F turns = fma(at.x, F(wave.turns.x), fma(at.y, F(wave.turns.y), F(wave.phase)));
      const F height = amount * sine_of_turns(turns);
      dx = fma(height, F(wave.push.x), dx);
      dy = fma(height, F(wave.push.y), dy);
    }
  }
};

struct WarpField {
  static constexpr int taps = 1;
  const WarpRecord* warp = nullptr;

  [[nodiscard]] OVL_FN GatherReach reach() const { return reach_of(warp->limit); }
  template <class F>
  [[nodiscard]] OVL_FN F mix(const F (&read)[taps]) const {
    return read[0];
  }
  [[nodiscard]] OVL_FN WarpNear near(IntRange x, IntRange y) const {
    WarpNear near{warp, {}};
    OVL_UNROLLED
    for (int word = 0; word < WarpNear::words; ++word) {
      OVL_ROLLED
      for (int i = 0; i < 32 && 32 * word + i < warp->stroke_count; ++i)
        if (reaches(32 * word + i, x, y)) near.strokes[word] |= 1U << static_cast<unsigned>(i);
    }
    return near;
  }
  [[nodiscard]] OVL_FN WarpNear near(IntRange x, IntRange y, const WarpNear& around) const {
    WarpNear near{warp, {}};
    OVL_UNROLLED
    for (int word = 0; word < WarpNear::words; ++word) {
      OVL_ROLLED
      for (std::uint32_t bits = around.strokes[word]; bits != 0; bits &= bits - 1)
        if (reaches(32 * word + lowest_bit(bits), x, y)) near.strokes[word] |= bits & -bits;
    }
    return near;
  }
  /// Whether there is a stroke of this number, and it reaches pixels in these ranges.
  [[nodiscard]] OVL_FN bool reaches(int stroke, IntRange x, IntRange y) const {
    if (stroke >= warp->stroke_count) return false;
    const Vec2 middle = warp->stroke[stroke];
    return reaches(middle.x, x) && reaches(middle.y, y);
  }

 private:
  [[nodiscard]] OVL_FN bool reaches(float middle, IntRange pixels) const {
    return middle + warp->reach > static_cast<float>(pixels.first) &&
           middle - warp->reach < static_cast<float>(pixels.last);
  }
};

}  // namespace overlace
