// SPDX-License-Identifier: Apache-2.0
// Unsigned words in the lanes of a lane type, for the plainest lane: one word, as on a GPU.
#pragma once

#include <cstdint>

#include "graph/core/math.h"

namespace overlace {

/// For a lane type F
///
///   Words         32 bits for each lane, with operators of unsigned integers
///   of(whole)     whole numbers as words
///   number(words) words below 2^31 as numbers
///   equal(a, b)   whether all lanes are equal
template <class F>
struct WordLanes;

template <>
struct WordLanes<float> {
  using Words = std::uint32_t;
  OVL_FN static Words of(float whole) {
    return static_cast<Words>(static_cast<std::int32_t>(whole));
  }
  OVL_FN static float number(Words words) {
    return static_cast<float>(static_cast<std::int32_t>(words));
  }
  OVL_FN static bool equal(Words a, Words b) { return a == b; }
};
template <class F>
using WordsOf = typename WordLanes<F>::Words;

}  // namespace overlace
