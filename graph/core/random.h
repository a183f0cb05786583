// SPDX-License-Identifier: Apache-2.0
// Random numbers as a function of what they are for: Philox4x32-10 (Salmon, Moraes, Dror and Shaw
// 2011, "Parallel random numbers: as easy as 1, 2, 3").
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// Four words: a counter, or Philox's output for one. W is a word, or a vector with a word in each
/// lane (gpu/cpu/lanes/lane_words.h).
template <class W>
struct RandomLanes {
  W word[4];
};
using RandomWords = RandomLanes<std::uint32_t>;

/// The halves of a 64-bit product.
template <class W>
struct WideProduct {
  W low, high;
};
OVL_FN WideProduct<std::uint32_t> wide_product(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product), static_cast<std::uint32_t>(product >> 32U)};
}

/// Four random words for a counter and a key.
template <class W = std::uint32_t>
OVL_FN RandomLanes<W> philox(RandomLanes<W> counter, std::uint32_t key0, std::uint32_t key1) {
  constexpr std::uint32_t multiplier0 = 0xD2511F53U, multiplier1 = 0xCD9E8D57U;
  constexpr std::uint32_t weyl0 = 0x9E3779B9U, weyl1 = 0xBB67AE85U;
  for (int round = 0; round < 10; ++round) {
    const WideProduct<W> a = wide_product(counter.word[0], multiplier0);
    const WideProduct<W> b = wide_product(counter.word[2], multiplier1);
    counter = {{b.high ^ counter.word[1] ^ key0, b.low, a.high ^ counter.word[3] ^ key1, a.low}};
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

/// A word as a number in [0, 1): its upper 24 bits.
OVL_FN float unit_random(std::uint32_t word) {
  return static_cast<float>(word >> 8U) * 0x1p-24F;
}
/// The sum of a word's four bytes, 0 to 1020.
template <class W>
OVL_FN W sum_of_bytes(W word) {
  const W pairs = (word & 0x00FF00FFU) + ((word >> 8U) & 0x00FF00FFU);
  return (pairs & 0xFFFFU) + (pairs >> 16U);
}
/// The byte sum of a random word as a number of mean 0 and variance 1, nearly normal, from -3.45 to
/// 3.45 in steps of 0.007. The variance of one byte is (256^2 - 1) / 12.
template <class F>
OVL_FN F normal_of_bytes(F sum) {
  constexpr float mean = 4 * 127.5F, one_over_deviation = 0.00676587529F;  // 1 / sqrt(21845)
  return (sum - F(mean)) * F(one_over_deviation);
}

}  // namespace overlace
