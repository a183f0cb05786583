// SPDX-License-Identifier: Apache-2.0
// The search kernel for machines with AVX2 and FMA.
#include "gpu/host/band_searcher.h"
#include "gpu/host/key_lanes_avx2.h"

namespace overlace {

void search_band_avx2(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                      const BandOutput& output) {
  search_band<key_lanes_avx2::Lanes>(bands, rule, band, output);
}

}  // namespace overlace
