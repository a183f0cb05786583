// SPDX-License-Identifier: Apache-2.0
// Grain: cells of normally distributed noise, with bilinear interpolation between them.
#pragma once

#include <cstdint>

#include "gpu/kernels/lut.h"
#include "gpu/kernels/pixel.h"
#include "gpu/kernels/word_lanes.h"
#include "graph/core/random.h"

namespace overlace {

/// Parameters of grain for one frame, as devices read them.
struct GrainRecord {
  float amount = 0;             ///< standard deviation on an opaque pixel
  float cells = 1;              ///< per pixel along an axis, at most 1
  std::int32_t is_colored = 0;  ///< each component has noise of its own
  std::uint32_t frame = 0, seed = 0;
};

/// Noise of one component, from the frame and the seed. Four cells, one below the other, take a
/// word each from one call of Philox, whose result is kept: consecutive rows get most of their
/// words without a call. F is a float, or sixteen pixels in the lanes of a CPU's vector.
template <class F>
class GrainNoise {
 public:
  OVL_FN GrainNoise(const GrainRecord& grain, std::uint32_t component)
      : grain_(&grain), component_(component) {}

  /// Noise at pixels, of variance 1: what bilinear weights take from it is restored.
  [[nodiscard]] OVL_FN F at(const PixelPosition<F>& pixel) {
    const float cells = grain_->cells;
    if (cells == 1.0F) return cell(pixel.x, pixel.y, top_left_);
    const F one(1.0F), u = pixel.x * F(cells), v = pixel.y * F(cells);
    const F left = floor(u), top = floor(v), x = u - left, y = v - top;
    const F corners[4] = {cell(left, top, top_left_), cell(left + one, top, top_right_),
                          cell(left, top + one, bottom_left_),
                          cell(left + one, top + one, bottom_right_)};
    const F variance = fma(x, x, (one - x) * (one - x)) * fma(y, y, (one - y) * (one - y));
    return bilinear(corners, x, y) / sqrt(variance);
  }

 private:
  using Lanes = WordLanes<F>;
  using Words = WordsOf<F>;
  /// The random words of four cells, one below the other.
  struct Column {
    Words x, quad;
    RandomLanes<Words> random;
    bool is_known = false;
  };

  /// Noise of cells; replaces `kept` if they are not of its columns.
  [[nodiscard]] OVL_FN F cell(F column, F row, Column& kept) const {
    const Words x = Lanes::of(column), y = Lanes::of(row), quad = y >> 2U;
    if (!kept.is_known || !Lanes::equal(x, kept.x) || !Lanes::equal(quad, kept.quad)) {
      const RandomLanes<Words> place{{x, quad, Words(component_), Words(grain_->frame)}};
      kept = {x, quad, philox<Words>(place, grain_->seed, 0), true};
    }
    const Words word = word_of_row(kept.random, y);
    return normal_of_bytes(Lanes::number(sum_of_bytes(word)));
  }
  /// The word for a row's place among four.
  OVL_FN static Words word_of_row(const RandomLanes<Words>& random, Words row) {
    const auto chosen = [](Words a, Words b, Words bit) {
      return a ^ ((a ^ b) & (Words(0U) - bit));
    };
    const Words low = row & 1U, high = (row >> 1U) & 1U;
    return chosen(chosen(random.word[0], random.word[1], low),
                  chosen(random.word[2], random.word[3], low), high);
  }

  const GrainRecord* grain_;
  std::uint32_t component_;
  Column top_left_, top_right_, bottom_left_, bottom_right_;
};

/// Adds noise in proportion to alpha. Colours stay between 0 and their alpha; where they were
/// beyond that, they get no farther beyond.
struct GrainFormula {
  const GrainRecord* grain = nullptr;

  template <class F>
  class Rows {
   public:
    OVL_FN explicit Rows(const GrainFormula& formula)
        : grain_(formula.grain), noise_{{*grain_, 0}, {*grain_, 1}, {*grain_, 2}} {}

    OVL_FN Rgb<F> operator()(const Rgb<F>& color, F alpha, const PixelPosition<F>& at) {
      const F strength = F(grain_->amount) * alpha;
      const MaskOf<F> has_grain = strength > F(0.0F);
      if (!any(has_grain)) return color;
      const auto with = [&](F value, F noise) {
        const F least = min(value, F(0.0F)), most = max(value, alpha);
        const F made = min(max(fma(strength, noise, value), least), most);
        return select(has_grain, made, value);
      };
      const F noise = noise_[0].at(at);
      const bool is_colored = grain_->is_colored != 0;
      return {with(color.r, noise), with(color.g, is_colored ? noise_[1].at(at) : noise),
              with(color.b, is_colored ? noise_[2].at(at) : noise)};
    }

   private:
    const GrainRecord* grain_;
    GrainNoise<F> noise_[3];
  };
};

}  // namespace overlace
