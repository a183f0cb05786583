// SPDX-License-Identifier: Apache-2.0
// What a graph must not need to be drawn live.
#pragma once

#include "graph/analysis/analyse.h"

namespace overlace {

/// Throws Error(usage) with the places of all nodes of a graph that look for objects in pixels, or
/// read sound. `sources` must have neither.
void check_live(const Graph& graph, const ClipSources& sources);

/// What of a graph covers only the window, as one line of text; "" if nothing does.
[[nodiscard]] std::string window_note(const Graph& graph, std::int32_t memory);

}  // namespace overlace
