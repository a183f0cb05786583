// SPDX-License-Identifier: Apache-2.0
// Random numbers that are a function of what they are for: Philox4x32-10 (Salmon, Moraes, Dror and
// Shaw 2011, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// Four words: a counter, or what Philox makes of one.
struct RandomWords {
  std::uint32_t word[4];
};

/// Four random words for a counter and a key.
OVL_FN RandomWords philox(RandomWords counter, std::uint32_t key0, std::uint32_t key1) {
  constexpr std::uint64_t multiplier0 = 0xD2511F53U, multiplier1 = 0xCD9E8D57U;
  constexpr std::uint32_t weyl0 = 0x9E3779B9U, weyl1 = 0xBB67AE85U;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = multiplier0 * counter.word[0], b = multiplier1 * counter.word[2];
    counter = {{static_cast<std::uint32_t>(b >> 32U) ^ counter.word[1] ^ key0,
                static_cast<std::uint32_t>(b),
                static_cast<std::uint32_t>(a >> 32U) ^ counter.word[3] ^ key1,
                static_cast<std::uint32_t>(a)}};
    key0 += weyl0;
    key1 += weyl1;
  }
  return counter;
}

/// Mixes the bits of a word: splitmix64 (Steele, Lea and Flood, "Fast splittable pseudorandom
/// number generators", OOPSLA 2014).
OVL_FN std::uint64_t mix_bits(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

/// A word as a number from 0 to 1, without 1: its upper 24 bits.
OVL_FN float unit_random(std::uint32_t word) {
  return static_cast<float>(word >> 8U) * 0x1p-24F;
}
/// Four words as one number of mean 0 and variance 1, nearly normal, from -3.47 to 3.47: the sum of
/// four uniform ones.
OVL_FN float normal_random(const RandomWords& random) {
  const float sum = (unit_random(random.word[0]) + unit_random(random.word[1])) +
                    (unit_random(random.word[2]) + unit_random(random.word[3]));
  constexpr float sqrt_3 = 1.73205081F;
  return (sum - 2.0F) * sqrt_3;
}

}  // namespace overlace
