// SPDX-License-Identifier: Apache-2.0
#include "sound/needle.h"

#include <cmath>

#include "graph/core/elementary.h"

namespace overlace {
namespace {

/// Damping ratio for an overshoot of 1.25 %: -ln 0.0125 / sqrt(pi^2 + ln^2 0.0125).
constexpr double damping = 0.812717;
/// Undamped natural frequency, rad/s, at which the step response crosses 99 % at 300 ms.
constexpr double natural = 13.511913;

}  // namespace

// A damped oscillation y'' + 2 d w y' + w^2 y = 0 around the value.
VuNeedle::VuNeedle(double step_s) {
  const double decay = damping * natural;
  const double swing = natural * std::sqrt(1 - damping * damping);
  const double fall = elementary::exp(-decay * step_s);
  const double c = fall * elementary::cos(swing * step_s);
  const double s = fall * elementary::sin(swing * step_s) / swing;
  from_place_[0] = c + decay * s;
  from_place_[1] = -natural * natural * s;
  from_speed_[0] = s;
  from_speed_[1] = c - decay * s;
}

double VuNeedle::follow(double value) {
  const double away = place_ - value;
  place_ = value + away * from_place_[0] + speed_ * from_speed_[0];
  speed_ = away * from_place_[1] + speed_ * from_speed_[1];
  return place_;
}

}  // namespace overlace
