// SPDX-License-Identifier: Apache-2.0
// A layer moved, enlarged and turned as a whole.
#pragma once

#include "gpu/kernels/gather.h"

namespace overlace {

/// Its parameters for one frame, as devices read them: a pixel at p shows what lies at
/// p + (turn_x . p, turn_y . p) + offset, with that displacement limited to `least` to `most`.
struct PlaceRecord {
  Vec2 turn_x, turn_y, offset;
  Vec2 least, most;
};

struct PlaceField {
  static constexpr int taps = 1;
  const PlaceRecord* record = nullptr;

  [[nodiscard]] OVL_FN GatherReach reach() const {
    return {range(record->least.x, record->most.x), range(record->least.y, record->most.y)};
  }
  [[nodiscard]] OVL_FN PlaceField near(IntRange, IntRange) const { return *this; }
  [[nodiscard]] OVL_FN PlaceField near(IntRange, IntRange, const PlaceField&) const {
    return *this;
  }
  [[nodiscard]] OVL_FN static bool is_still() { return false; }
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(int, const PixelPosition<F>& at) const {
    const PlaceRecord& r = *record;
    const F x = fma(at.x, F(r.turn_x.x), fma(at.y, F(r.turn_x.y), F(r.offset.x)));
    const F y = fma(at.x, F(r.turn_y.x), fma(at.y, F(r.turn_y.y), F(r.offset.y)));
    return {at.x + max(F(r.least.x), min(x, F(r.most.x))),
            at.y + max(F(r.least.y), min(y, F(r.most.y)))};
  }
  template <class F>
  [[nodiscard]] OVL_FN F mix(const F (&read)[taps]) const {
    return read[0];
  }

 private:
  /// With the next pixel, for interpolation.
  OVL_FN static IntRange range(float least, float most) {
    return {static_cast<int>(floor(least)), static_cast<int>(-floor(-most)) + 1};
  }
};

}  // namespace overlace
