// SPDX-License-Identifier: Apache-2.0
// Whether a reading is accepted: evidence raises doubts, and doubts refuse a guessed format.
#pragma once

#include <string>
#include <vector>

#include "io/tracks/format.h"

namespace overlace {

/// How the format of a file was determined.
struct TrackChoice {
  const TrackFormat* format = nullptr;
  int certainty = 0;                       ///< of the guess; 0: the user named the format
  std::vector<const TrackFormat*> others;  ///< that the sample also fits, the most certain first
  std::vector<std::string> near_misses{};  ///< "YOLO boxes (yolo_detect), because …"
};

/// Ends a reading. A guessed format, unless the file itself names it, is refused with the doubts
/// about it and the alternatives: throws Error(input). For a format named by the user, the doubts
/// become assumptions in the report. A file without boxes is refused in either case (Error(input)),
/// unless it states that there are none.
void judge(const TrackChoice& choice, TrackReport& report);

}  // namespace overlace
