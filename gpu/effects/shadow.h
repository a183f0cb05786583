// SPDX-License-Identifier: Apache-2.0
// Shadow: the shape of a drawing in one colour, grown, blurred, moved, and laid under it.
#pragma once

#include <algorithm>
#include <cmath>

#include "gpu/effects/blur.h"
#include "gpu/effects/outline.h"
#include "gpu/kernels/gather.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// Parameters of a shadow for one frame, as devices read them.
struct ShadowRecord {
  BlurRecord blur;
  DistanceRecord grown;  ///< its colour is the shadow's, grown or not
  float x = 0, y = 0;    ///< px as shown
};

/// Moves everything by the same offset.
struct ShiftField {
  static constexpr int taps = 1;
  const ShadowRecord* shadow = nullptr;

  [[nodiscard]] OVL_FN GatherReach reach() const {
    return {pixels_before(shadow->x), pixels_before(shadow->y)};
  }
  [[nodiscard]] OVL_FN ShiftField near(IntRange, IntRange) const { return *this; }
  [[nodiscard]] OVL_FN ShiftField near(IntRange, IntRange, const ShiftField&) const {
    return *this;
  }
  [[nodiscard]] OVL_FN static bool is_still() { return false; }
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int, const PixelPosition<F>& at) const {
    return {at.x - F(shadow->x), at.y - F(shadow->y)};
  }
  template <class F>
  [[nodiscard]] OVL_FN F mix(const F (&read)[taps]) const {
    return read[0];
  }

 private:
  OVL_FN static IntRange pixels_before(float shift) {
    const int first = static_cast<int>(floor(-shift));
    return {first, first + 1};
  }
};

struct ShadowEffect {
  using Op = ShadowOp;
  using Record = ShadowRecord;
  using Passes = PassList<TintPass, GatherPass<ShiftField>>;
  static constexpr std::size_t layers = 1;

  [[nodiscard]] static ShadowRecord record(const ShadowOp& op, const WorkingSpace& space) {
    ShadowRecord record;
    record.blur = BlurEffect::record(op.blur, space);
    record.grown.is_wanted = op.spread > 0 ? 1 : 0;
    record.grown.outside = band_reach(op.spread, 1);
    record.grown.outer = op.spread + 0.5F;
    record.grown.outer_slope = 1;
    set_color(record.grown, op.color, space);
    record.x = op.offset.x;
    record.y = op.offset.y;
    return record;
  }
  [[nodiscard]] static int reach(const ShadowOp& op) {
    const float shift = std::max(std::abs(op.offset.x), std::abs(op.offset.y));
    return BlurEffect::reach(op.blur) + band_reach(op.spread + shift, 1);
  }

  /// Makes the shape in one colour; in frames with a spread, the grown shape overwrites it.
  template <class Runner>
  static void run(Runner& runner, const ShadowOp& op, const EffectPlace& place,
                  const ShadowRecord* record) {
    EffectPlace shadow = place;
    shadow.inputs[0] = take_image(shadow.scratch, place.output.size);
    runner.run(TintPass{{place.inputs[0]}, shadow.inputs[0], {record->grown.color}});
    if (op.most_spread > 0) {
      std::byte* free = shadow.scratch;
      const TiledImage nearest = take_image(free, place.output.size);
      run_band(runner, {place.inputs[0], place.output, nearest, shadow.inputs[0], place.stored},
               &record->grown);
    }
    BlurEffect::run(runner, op.blur, shadow, &record->blur);
    GatherPass<ShiftField> shift;
    shift.from = place.output;
    shift.to = shadow.inputs[0];
    shift.stored = place.stored;
    shift.field = {record};
    runner.run(shift);
    runner.run(JoinPass{{place.inputs[0], shift.to}, place.output, join_under});
  }
};

}  // namespace overlace
