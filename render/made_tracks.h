// SPDX-License-Identifier: Apache-2.0
// The tables that track nodes make, without drawing anything.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "render/graph_source.h"

namespace overlace {

/// The tracks that a node of a loaded graph makes with these values; the first track node if `node`
/// is empty. Throws Error(usage) with the nearest name, and what `progress` throws.
[[nodiscard]] std::shared_ptr<const TrackTable> tracks_of_node(
    const GraphSource& source, const std::vector<Setting>& values, ClipSources sources,
    const std::string& node, const AnalysisProgress& progress = {});

}  // namespace overlace
