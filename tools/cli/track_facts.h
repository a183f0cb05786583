// SPDX-License-Identifier: Apache-2.0
// What a track file was found to hold, for programs.
#pragma once

#include "graph/core/json.h"
#include "io/tracks/report.h"

namespace overlace {

/// Everything that TrackReport::lines tells people. Frames count from 0; what is not known is null.
[[nodiscard]] Json track_facts(const TrackReport& report);

/// Sentences as a list.
[[nodiscard]] Json list_of(const std::vector<std::string>& sentences);

}  // namespace overlace
