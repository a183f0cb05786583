// SPDX-License-Identifier: Apache-2.0
// How many chords parabolas are drawn with.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "graph/core/vec.h"

namespace overlace {

/// Number of chords, not rounded up, that stay within `flattening` px of a parabola with these
/// control points, by the second-difference bound |p0 - 2 control + p1| / (4 n^2).
[[nodiscard]] inline float parabola_chords(Vec2 p0, Vec2 control, Vec2 p1, float flattening) {
  const Vec2 bend = p0 - control * 2 + p1;
  return std::sqrt(std::hypot(bend.x, bend.y) / (4 * flattening));
}

/// The same as a whole number, at most 64.
[[nodiscard]] inline std::uint32_t parabola_segments(Vec2 p0, Vec2 control, Vec2 p1,
                                                     float flattening) {
  const float chords = parabola_chords(p0, control, p1, flattening);
  return static_cast<std::uint32_t>(std::clamp(std::ceil(chords), 1.0F, 64.0F));
}

}  // namespace overlace
