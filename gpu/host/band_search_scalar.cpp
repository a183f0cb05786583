// SPDX-License-Identifier: Apache-2.0
// The search kernel for any machine.
#include "gpu/host/band_searcher.h"
#include "gpu/host/key_lanes_scalar.h"

namespace overlace {

void search_band_scalar(const BandsView& bands, const LinkRule& rule, std::uint32_t band,
                        const BandOutput& output) {
  search_band<key_lanes_scalar::Lanes>(bands, rule, band, output);
}

}  // namespace overlace
