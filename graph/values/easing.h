// SPDX-License-Identifier: Apache-2.0
// Easing from 0 to 1: between keyframes, and for objects that come and go.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// Shape of the transition from one keyframe to the next.
enum class Easing : std::uint8_t { linear, hold, ease_in, ease_out, ease_in_out };

/// Progress at `t` in 0..1: quadratic for in and out, smoothstep for in_out.
[[nodiscard]] OVL_FN float ease(Easing easing, float t) {
  switch (easing) {
    case Easing::linear:
      return t;
    case Easing::hold:
      return t < 1 ? 0.0F : 1.0F;
    case Easing::ease_in:
      return t * t;
    case Easing::ease_out:
      return t * (2 - t);
    case Easing::ease_in_out:
      return t * t * (3 - 2 * t);
  }
  return t;
}

}  // namespace overlace
