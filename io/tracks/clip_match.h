// SPDX-License-Identifier: Apache-2.0
// Whether tracks belong to a clip, and which convention was mistaken if they do not.
#pragma once

#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/tracks/report.h"

namespace overlace {

/// Compares what was read with the clip it is for: its length, its picture and its rate. One
/// sentence for each, with the option to try where something looks mistaken. What is not known of
/// the clip is not compared.
[[nodiscard]] std::vector<std::string> describe_clip_match(const TrackTable& table,
                                                           const TrackReport& report,
                                                           const ClipInfo& clip);

}  // namespace overlace
