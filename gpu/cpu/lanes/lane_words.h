// SPDX-License-Identifier: Apache-2.0
// Sixteen unsigned words in the lanes of a vector, whatever instruction set a file is compiled for.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "gpu/kernels/word_lanes.h"
#include "graph/core/random.h"

namespace overlace {

static_assert(std::endian::native == std::endian::little);

struct LaneWords {
  using Vector = std::uint32_t __attribute__((vector_size(64)));
  Vector v;

  LaneWords() = default;
  OVL_FN LaneWords(std::uint32_t word) : v(Vector{} + word) {}
};

// Vectors are changed in place: not every instruction set can pass them to a function.

OVL_FN LaneWords operator^(LaneWords a, const LaneWords& b) {
  a.v ^= b.v;
  return a;
}
OVL_FN LaneWords operator&(LaneWords a, const LaneWords& b) {
  a.v &= b.v;
  return a;
}
OVL_FN LaneWords operator+(LaneWords a, const LaneWords& b) {
  a.v += b.v;
  return a;
}
OVL_FN LaneWords operator-(LaneWords a, const LaneWords& b) {
  a.v -= b.v;
  return a;
}
OVL_FN LaneWords operator>>(LaneWords a, unsigned bits) {
  a.v >>= bits;
  return a;
}

/// Vector units multiply every other word to a product of two words: first the even ones, then the
/// odd ones, shifted down.
OVL_FN WideProduct<LaneWords> wide_product(const LaneWords& a, std::uint32_t b) {
  using Doubles = std::uint64_t __attribute__((vector_size(64)));
  const auto pairs = reinterpret_cast<Doubles>(a.v);
  const auto even = reinterpret_cast<LaneWords::Vector>((pairs & 0xFFFFFFFFU) * b);
  const auto odd = reinterpret_cast<LaneWords::Vector>((pairs >> 32U) * b);
  WideProduct<LaneWords> product;
  product.low.v =
      __builtin_shufflevector(even, odd, 0, 16, 2, 18, 4, 20, 6, 22, 8, 24, 10, 26, 12, 28, 14, 30);
  product.high.v =
      __builtin_shufflevector(even, odd, 1, 17, 3, 19, 5, 21, 7, 23, 9, 25, 11, 27, 13, 29, 15, 31);
  return product;
}

/// For lane types of sixteen numbers.
template <class L>
struct WordLanes {
  using Words = LaneWords;

  OVL_FN static Words of(const L& whole) {
    alignas(64) float numbers[16];
    store(numbers, whole);
    Numbers all;
    std::memcpy(&all, numbers, sizeof all);
    Words words;
    words.v = reinterpret_cast<LaneWords::Vector>(__builtin_convertvector(all, Integers));
    return words;
  }
  OVL_FN static L number(const Words& words) {
    const auto all = __builtin_convertvector(reinterpret_cast<Integers>(words.v), Numbers);
    alignas(64) float numbers[16];
    std::memcpy(numbers, &all, sizeof all);
    return L::load(numbers);
  }
  OVL_FN static bool equal(const Words& a, const Words& b) {
    std::uint32_t differing = 0;
    for (int i = 0; i < 16; ++i) differing |= a.v[i] ^ b.v[i];
    return differing == 0;
  }

 private:
  using Integers = std::int32_t __attribute__((vector_size(64)));
  using Numbers = float __attribute__((vector_size(64)));
};

}  // namespace overlace
