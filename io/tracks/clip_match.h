// SPDX-License-Identifier: Apache-2.0
// Whether tracks belong to a clip, and which convention is mistaken if they do not.
#pragma once

#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/tracks/track_report.h"

namespace overlace {

/// Compares the tracks with the clip's length, picture and rate. Returns one sentence for each,
/// with the option to try where something looks mistaken. Unknown facts of the clip are not
/// compared.
[[nodiscard]] std::vector<std::string> describe_clip_match(const TrackTable& table,
                                                           const TrackReport& report,
                                                           const ClipInfo& clip);

}  // namespace overlace
