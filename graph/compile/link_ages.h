// SPDX-License-Identifier: Apache-2.0
// Who reads the ages of links: computing them means walking the whole clip.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/document/graph.h"

namespace overlace {

/// Whether a live node that reads these links, or curves along them, names the attribute `link_age`
/// in a text or in a map.
[[nodiscard]] bool has_readers_of_age(const Graph& graph, const std::vector<bool>& live,
                                      std::size_t links);

}  // namespace overlace
