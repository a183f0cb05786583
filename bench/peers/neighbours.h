// SPDX-License-Identifier: Apache-2.0
// Results of libraries as links.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/data/links.h"

namespace overlace {

/// Links of each point to the neighbours found for it. `found` has `places` neighbours for each
/// point, nearest first, usually including the point itself: that one is left out, else the last.
template <class Index>
[[nodiscard]] std::vector<Link> neighbour_links(const std::vector<Index>& found,
                                                std::size_t places) {
  std::vector<Link> links;
  for (std::size_t i = 0; i < found.size() / places; ++i) {
    std::size_t count = 0;
    for (std::size_t n = 0; n < places && count + 1 < places; ++n) {
      const auto other = static_cast<std::uint32_t>(found[i * places + n]);
      if (other == i) continue;
      Link& link = links.emplace_back();
      link.row_a = static_cast<std::uint32_t>(i);
      link.row_b = other;
      ++count;
    }
  }
  return links;
}

}  // namespace overlace
