// SPDX-License-Identifier: Apache-2.0
// The tables that track nodes make, for those who want nothing drawn.
#pragma once

#include <string>

#include "render/media.h"

namespace overlace {

/// The tracks that `track_input` makes: of the track file, with ids; else of what moves.
[[nodiscard]] TrackTable tracks_of_input(const GraphSettings& settings, const Media& media);

/// The tracks that a node of the graph makes; of the first track node when `node` is empty. Throws
/// Error(usage) with the nearest name.
[[nodiscard]] TrackTable tracks_of_node(const GraphSettings& settings, const Media& media,
                                        const std::string& node);

}  // namespace overlace
