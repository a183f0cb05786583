// SPDX-License-Identifier: Apache-2.0
// The search kernel for any machine.
#include "gpu/host/key_lanes_scalar.h"
#include "gpu/host/strip_searcher.h"

namespace overlace {

void search_strip_scalar(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                         const StripOutput& output) {
  search_strip<key_lanes_scalar::Lanes>(strips, rule, strip, output);
}

}  // namespace overlace
