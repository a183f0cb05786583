// SPDX-License-Identifier: Apache-2.0
// What LinkBands and its search kernels exchange: plain data, because kernels are compiled once per
// instruction set.
#pragma once

#include <cstdint>

#include "gpu/kernels/knn.h"

namespace overlace {

/// The places of a band are a multiple of this; those after its points hold `no_row` at infinity.
inline constexpr std::uint32_t band_alignment = 8;
/// Points that a kernel may search for at once.
inline constexpr std::uint32_t max_search_lanes = 8;

/// Points cut by y into bands, each sorted by x. Arrays of points are in that order, by place.
struct BandsView {
  const float* x = nullptr;
  const float* y = nullptr;
  const std::uint32_t* rank = nullptr;
  const std::int32_t* class_index = nullptr;  ///< only read if the rules ask for classes
  const std::uint32_t* begin = nullptr;       ///< first place of each band, bands + 1 of them
  const std::uint32_t* count = nullptr;       ///< points of each band, at least 1
  const float* top = nullptr;                 ///< smallest y of each band
  const float* bottom = nullptr;              ///< largest y of each band
  std::uint32_t bands = 0;
};

/// Where the neighbours of all points go, and memory for the search.
struct BandOutput {
  std::uint32_t k = 0;            ///< at least 1
  std::uint64_t* keys = nullptr;  ///< k places for each rank
  double* scratch = nullptr;      ///< k x max_search_lanes
};

/// Fills the lists of all points of one band.
using SearchBand = void (*)(const BandsView&, const LinkRule&, std::uint32_t band,
                            const BandOutput&);

void search_band_scalar(const BandsView&, const LinkRule&, std::uint32_t, const BandOutput&);
void search_band_avx2(const BandsView&, const LinkRule&, std::uint32_t, const BandOutput&);
void search_band_avx512(const BandsView&, const LinkRule&, std::uint32_t, const BandOutput&);

}  // namespace overlace
