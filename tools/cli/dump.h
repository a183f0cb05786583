// SPDX-License-Identifier: Apache-2.0
// The records of each stage of one frame, as JSON.
#pragma once

#include "gpu/replay.h"
#include "graph/core/json.h"

namespace overlace {

/// Rows of every track table in one frame.
[[nodiscard]] Json dump_tracks(const Plan& plan, std::int32_t frame);
/// Links, curves and primitives of the last frame that `replay` drew. Plan compiled with
/// keep_slots.
[[nodiscard]] Json dump_links(const Plan& plan, const InspectableReplay& replay);
[[nodiscard]] Json dump_curves(const Plan& plan, const InspectableReplay& replay);
[[nodiscard]] Json dump_display_list(const InspectableReplay& replay);
/// Tiles of 64 x 16 pixels that the display list touches.
[[nodiscard]] Json dump_tiles(const Plan& plan, const InspectableReplay& replay);

/// One record per line, "key=value key=value", for reading and diffing.
[[nodiscard]] std::string records_as_text(const Json& records);

}  // namespace overlace
