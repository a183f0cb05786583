// SPDX-License-Identifier: Apache-2.0
// How lightning strays from its base curve: the same for a pair of objects in one time step.
#pragma once

#include <cmath>
#include <cstdint>

#include "graph/core/math.h"
#include "graph/core/random.h"
#include "graph/data/tracks.h"

namespace overlace {

/// The time step in effect `steps` steps after the clip's beginning.
[[nodiscard]] inline std::uint32_t step_at(double steps) {
  return static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(steps)));
}

/// The random numbers of a pair of objects in one time step.
struct PairRandom {
  std::uint32_t seed = 0, step = 0, low = 0, high = 0;

  /// The lower id comes first.
  OVL_FN static PairRandom of(std::uint32_t seed, std::uint32_t step, TrackId low, TrackId high) {
    return {seed, step, static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
  }
  /// For an arc of the pair, at most 65,535; an octave below 64; an index below 1,024.
  [[nodiscard]] OVL_FN RandomWords words(std::uint32_t arc, std::uint32_t octave,
                                         std::uint32_t index) const {
    return philox({{arc << 16U | octave << 10U | index, step, low, high}}, seed, 0);
  }
};

/// How far an arc is off its base curve at t in [0, 1], relative to its amplitude: within -2 and 2.
/// Midpoint displacement (Fournier, Fussell and Carpenter 1982): the middle of every part moves at
/// random, half as far in each octave, whose parts are half as long. Evaluated as a sum of tents,
/// which needs no other point of the arc.
[[nodiscard]] OVL_FN float electric_displacement(const PairRandom& random, std::uint32_t arc,
                                                 std::uint32_t octaves, float t) {
  float sum = 0, most = 1;
  for (std::uint32_t octave = 0; octave < octaves; ++octave, most *= 0.5F) {
    const float scaled = t * static_cast<float>(1U << octave);
    const auto part = static_cast<std::uint32_t>(scaled);
    const float side = 2 * (scaled - static_cast<float>(part)) - 1;
    const float tent = 1 - max(side, -side);
    if (tent == 0) continue;
    const RandomWords words = random.words(arc, octave, part);
    sum += most * tent * (2 * unit_random(words.word[0]) - 1);
  }
  return sum;
}

}  // namespace overlace
