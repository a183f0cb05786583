// SPDX-License-Identifier: Apache-2.0
// The sine of a phase, and phases from turns.
#pragma once

#include "sound/synth/voice_lanes.h"

namespace overlace {

/// A quarter turn: the phase of the sine's maximum.
inline constexpr std::int32_t quarter_turn = 1 << 30;

// sin(pi/2 y) / y on [0, 1] as a minimax polynomial in y^2 of degree 5 (fitted by Lawson's
// iteration), within 3e-11 before rounding. The sine is odd, so it has no DC offset.
inline constexpr float sine_1 = 1.5707964F, sine_3 = -0.6459641F, sine_5 = 0.07969260F,
                       sine_7 = -0.004681658F, sine_9 = 0.00016025479F, sine_11 = -3.4318696e-06F;

/// sin(pi/2 y) for y in [-1, 1]. Number is float or FloatLanes; errors stay below 2e-7.
OVL_FN float sine_of_quarters(float y) {
  const float u = y * y;
  float p = fma(sine_11, u, sine_9);
  p = fma(p, u, sine_7);
  p = fma(p, u, sine_5);
  p = fma(p, u, sine_3);
  p = fma(p, u, sine_1);
  return p * y;
}
OVL_FN FloatLanes sine_of_quarters(FloatLanes y) {
  const FloatLanes u = y * y;
  FloatLanes p = fma(splat(sine_11), u, splat(sine_9));
  p = fma(p, u, splat(sine_7));
  p = fma(p, u, splat(sine_5));
  p = fma(p, u, splat(sine_3));
  p = fma(p, u, splat(sine_1));
  return p * y;
}

/// The sine of a phase. The second and third quarters are mirrored, in integers.
OVL_FN FloatLanes sine_of(PhaseLanes phase) {
  const auto x = reinterpret_cast<IntLanes>(phase);
  const auto mirrored = reinterpret_cast<IntLanes>(0x80000000U - phase);
  const auto second = reinterpret_cast<IntLanes>(phase ^ (phase << 1U)) < 0;
  return sine_of_quarters(to_float(choose(second, mirrored, x)) * 0x1p-30F);
}

/// A phase from turns of either sign. Precondition: less than 2^22 turns.
OVL_FN PhaseLanes phase_of(FloatLanes turns) {
  constexpr float to_whole = 0x1.8p23F;  // adding it rounds to integers
  const FloatLanes part = turns - ((turns + to_whole) - to_whole);
  return reinterpret_cast<PhaseLanes>(to_int(part * 0x1p31F)) << 1U;
}

}  // namespace overlace
