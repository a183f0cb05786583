// SPDX-License-Identifier: Apache-2.0
// Philox against its authors' known answers: Random123's kat_vectors, philox4x32 with 10 rounds.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "graph/core/random.h"

namespace overlace {
namespace {

using Words = std::array<std::uint32_t, 4>;

Words philox_of(const Words& counter, std::uint32_t key0, std::uint32_t key1) {
  const RandomWords out = philox({{counter[0], counter[1], counter[2], counter[3]}}, key0, key1);
  return {out.word[0], out.word[1], out.word[2], out.word[3]};
}

TEST(Random, PhiloxGivesTheKnownAnswers) {
  constexpr std::uint32_t ones = 0xffffffffU;
  EXPECT_EQ(philox_of({0, 0, 0, 0}, 0, 0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox_of({ones, ones, ones, ones}, ones, ones),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox_of({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, 0xa4093822, 0x299f31d0),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Random, UnitNumbersStayBelowOne) {
  EXPECT_EQ(unit_random(0), 0.0F);
  EXPECT_LT(unit_random(0xffffffffU), 1.0F);
  EXPECT_EQ(unit_random(0x80000000U), 0.5F);
}

TEST(Random, NormalNumbersHaveMeanZeroAndVarianceOne) {
  constexpr int count = 20'000;
  double sum = 0, squares = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t word = philox({{i, 0, 0, 0}}, 7, 0).word[0];
    const double value = normal_of_bytes(static_cast<float>(sum_of_bytes(word)));
    EXPECT_LE(std::abs(value), 3.47);
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / count, 0, 4 / std::sqrt(count));
  EXPECT_NEAR(squares / count, 1, 0.05);
}

}  // namespace
}  // namespace overlace
