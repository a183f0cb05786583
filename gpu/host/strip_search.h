// SPDX-License-Identifier: Apache-2.0
// What passes between LinkStrips and its search kernels, all plain, because kernels are compiled
// once per instruction set.
#pragma once

#include <cstdint>

#include "gpu/kernels/knn.h"

namespace overlace {

/// Places of a strip come in multiples of this; those behind its points hold `no_row` at infinity.
inline constexpr std::uint32_t strip_alignment = 8;
/// Points that a kernel may search for at once.
inline constexpr std::uint32_t max_search_lanes = 8;

/// Points cut by y into strips, each sorted by x. Arrays of points are in that order, by place.
struct StripsView {
  const float* x = nullptr;
  const float* y = nullptr;
  const std::uint32_t* rank = nullptr;
  const std::int32_t* class_index = nullptr;  ///< only read where the rules ask for classes
  const std::uint32_t* begin = nullptr;       ///< first place of each strip, strips + 1 of them
  const std::uint32_t* count = nullptr;       ///< points of each strip, at least 1
  const float* top = nullptr;                 ///< smallest y of each strip
  const float* bottom = nullptr;              ///< largest y of each strip
  std::uint32_t strips = 0;
};

/// Where the neighbours of all points go, and memory for the search.
struct StripOutput {
  std::uint32_t k = 0;            ///< at least 1
  std::uint64_t* keys = nullptr;  ///< k places for each rank
  double* scratch = nullptr;      ///< k x max_search_lanes
};

/// Fills the lists of all points of one strip.
using SearchStrip = void (*)(const StripsView&, const LinkRule&, std::uint32_t strip,
                             const StripOutput&);

void search_strip_scalar(const StripsView&, const LinkRule&, std::uint32_t, const StripOutput&);
void search_strip_avx2(const StripsView&, const LinkRule&, std::uint32_t, const StripOutput&);
void search_strip_avx512(const StripsView&, const LinkRule&, std::uint32_t, const StripOutput&);

}  // namespace overlace
