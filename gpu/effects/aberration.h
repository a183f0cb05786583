// SPDX-License-Identifier: Apache-2.0
// Chromatic aberration: red moves out, blue moves in, as behind a simple lens.
#pragma once

#include <cmath>

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/gather.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Parameters of an aberration for one frame, as devices read them: red at p moves by shift +
/// spread (p - middle), blue by the opposite, neither farther than `limit` px along an axis.
struct AberrationRecord {
  Vec2 shift, middle;
  float spread = 0;
  float limit = 0;
  float red[4]{1, 0, 0, 0}, green[4]{0, 1, 0, 0}, blue[4]{0, 0, 1, 0}, alpha[4]{0, 0, 0, 1};
};

/// Takes each colour from its own place, with the largest alpha of the three.
struct AberrationField {
  static constexpr int taps = 3, still_tap = 1;
  const AberrationRecord* record = nullptr;

  [[nodiscard]] OVL_FN GatherReach reach() const { return reach_of(record->limit); }
  [[nodiscard]] OVL_FN AberrationField near(IntRange, IntRange) const { return *this; }
  [[nodiscard]] OVL_FN AberrationField near(IntRange, IntRange, const AberrationField&) const {
    return *this;
  }
  [[nodiscard]] OVL_FN static bool is_still() { return false; }
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int tap, const PixelPosition<F>& at) const {
    const F way(static_cast<float>(tap - 1)), spread(record->spread), most(record->limit);
    const F x = fma(at.x - F(record->middle.x), spread, F(record->shift.x));
    const F y = fma(at.y - F(record->middle.y), spread, F(record->shift.y));
    return {fma(max(min(x, most), -most), way, at.x), fma(max(min(y, most), -most), way, at.y)};
  }
  template <class F>
  [[nodiscard]] OVL_FN F mix(const F (&read)[taps]) const {
    const F alpha = max(max(alpha_of(read[0]), alpha_of(read[1])), alpha_of(read[2]));
    const F red_green =
        fma(read[0], F::each_pixel(record->red), read[1] * F::each_pixel(record->green));
    return fma(alpha, F::each_pixel(record->alpha),
               fma(read[2], F::each_pixel(record->blue), red_green));
  }
};

struct AberrationEffect : OnePass<AberrationEffect, GatherPass<AberrationField>> {
  using Op = AberrationOp;
  using Record = AberrationRecord;

  [[nodiscard]] static AberrationRecord record(const AberrationOp& op, const WorkingSpace&) {
    AberrationRecord record;
    const Vec2 half{static_cast<float>(op.shown.width) / 2,
                    static_cast<float>(op.shown.height) / 2};
    record.middle = half - Vec2{0.5F, 0.5F};
    record.limit = std::abs(op.amount);
    if (op.radial) {
      record.spread = op.amount / std::hypot(half.x, half.y);
    } else {
      const double turn = double{op.angle} * M_PI / 180;
      record.shift = {static_cast<float>(double{op.amount} * std::cos(turn)),
                      static_cast<float>(double{op.amount} * std::sin(turn))};
    }
    return record;
  }
  [[nodiscard]] static int reach(const AberrationOp& op) {
    return static_cast<int>(std::ceil(std::abs(op.amount))) + 1;
  }
  [[nodiscard]] static Pass pass(const AberrationOp&, const EffectPlace& place,
                                 const AberrationRecord* record) {
    return {place.inputs[0], place.output, place.stored, {record}};
  }
};

}  // namespace overlace
