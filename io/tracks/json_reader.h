// SPDX-License-Identifier: Apache-2.0
// Reads overlace's own track JSON as a stream, without holding the document.
#pragma once

#include <array>
#include <string_view>

#include "io/tracks/format.h"

namespace overlace {

/// The columns that every file has, in this order; attributes follow.
inline constexpr std::array<std::string_view, 8> json_track_columns = {
    "frame", "id", "x", "y", "width", "height", "class", "score"};

/// See TrackFormat::read. Throws Error(input) with the line for broken JSON, unknown keys, another
/// version and rows of another length.
[[nodiscard]] TrackTable read_json_tracks(TrackInput& input, const TrackReadOptions& options,
                                          TrackReport& report);

}  // namespace overlace
