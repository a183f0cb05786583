// SPDX-License-Identifier: Apache-2.0
// How lightning strays from its way: alike for a pair of objects in one step of time.
#pragma once

#include <cmath>
#include <cstdint>

#include "graph/core/math.h"
#include "graph/core/random.h"
#include "graph/data/tracks.h"

namespace overlace {

/// The random numbers of a pair of objects in one step of time.
struct PairRandom {
  std::uint32_t seed = 0, step = 0, low = 0, high = 0;

  /// `step_s` is in steps since the clip's beginning; the lower id stands first.
  static PairRandom of(int seed, double step_s, TrackId low, TrackId high) {
    return {static_cast<std::uint32_t>(seed),
            static_cast<std::uint32_t>(static_cast<std::int64_t>(std::floor(step_s))),
            static_cast<std::uint32_t>(low), static_cast<std::uint32_t>(high)};
  }
  /// Of an arc between them, at most 65,535; an octave below 64; an index below 1,024.
  [[nodiscard]] RandomWords words(std::uint32_t arc, std::uint32_t octave,
                                  std::uint32_t index) const {
    return philox({{arc << 16U | octave << 10U | index, step, low, high}}, seed, 0);
  }
};

/// How far an arc is off its way at t, as a part of its amplitude: within -2 and 2. Midpoint
/// displacement (Fournier, Fussell and Carpenter 1982): the middle of every part moves at random,
/// by half as much in each octave, whose parts are half as long. As a sum of tents, which needs no
/// other point of the arc.
[[nodiscard]] inline float electric_displacement(const PairRandom& random, std::uint32_t arc,
                                                 int octaves, float t) {
  float sum = 0, most = 1;
  for (int octave = 0; octave < octaves; ++octave, most *= 0.5F) {
    const float scaled = t * static_cast<float>(1 << octave), part = std::floor(scaled);
    const float tent = 1 - std::abs(2 * (scaled - part) - 1);
    if (tent == 0) continue;
    const RandomWords words =
        random.words(arc, static_cast<std::uint32_t>(octave), static_cast<std::uint32_t>(part));
    sum += most * tent * (2 * unit_random(words.word[0]) - 1);
  }
  return sum;
}

}  // namespace overlace
