// SPDX-License-Identifier: Apache-2.0
// The tables that track nodes make, for those who want nothing drawn.
#pragma once

#include <memory>
#include <string>

#include "render/media.h"

namespace overlace {

/// The tracks that a node of the graph makes; of the first track node when `node` is empty. Throws
/// Error(usage) with the nearest name.
[[nodiscard]] std::shared_ptr<const TrackTable> tracks_of_node(const GraphSettings& settings,
                                                               ClipSources sources,
                                                               const std::string& node);

}  // namespace overlace
