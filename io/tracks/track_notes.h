// SPDX-License-Identifier: Apache-2.0
// What a run tells its user of a track file that it has read.
#pragma once

#include <string>
#include <vector>

#include "io/tracks/track_report.h"

namespace overlace {

/// Texts for a LogSink. Where nothing is doubtful, one: a line with what was read, and details in
/// the lines after it. Where rows were left out or look odd, and where the user named the format,
/// each line of the report is a text of its own.
[[nodiscard]] std::vector<std::string> notes_of(const TrackReport& report);

}  // namespace overlace
