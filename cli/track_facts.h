// SPDX-License-Identifier: Apache-2.0
// What was found in a track file, for programs.
#pragma once

#include "graph/core/json.h"
#include "io/tracks/track_report.h"

namespace overlace {

/// Everything that TrackReport::lines tells people. Frames count from 0; unknown values are null.
[[nodiscard]] Json track_facts(const TrackReport& report);

/// Sentences as a list.
[[nodiscard]] Json list_of(const std::vector<std::string>& sentences);

}  // namespace overlace
