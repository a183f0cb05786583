// SPDX-License-Identifier: Apache-2.0
// The search kernel for machines with AVX-512.
#include "gpu/host/key_lanes_avx512.h"
#include "gpu/host/strip_searcher.h"

namespace overlace {

void search_strip_avx512(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                         const StripOutput& output) {
  search_strip<key_lanes_avx512::Lanes>(strips, rule, strip, output);
}

}  // namespace overlace
