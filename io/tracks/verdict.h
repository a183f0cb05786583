// SPDX-License-Identifier: Apache-2.0
// Whether a reading stands: evidence makes doubts, and doubts refuse a format that was guessed.
#pragma once

#include <string>
#include <vector>

#include "io/tracks/format.h"

namespace overlace {

/// How the format of a file was settled on.
struct TrackChoice {
  const TrackFormat* format = nullptr;
  int certainty = 0;                       ///< of the guess; 0: the user named it
  std::vector<const TrackFormat*> others;  ///< that the sample fits too, the surest first
};

/// Ends a reading. A format that was guessed, and does not say itself what it is, is refused with
/// the doubts about it and the formats that it could be instead: throws Error(input). Of one that
/// the user named, the doubts become assumptions in the report. A file without boxes is refused in
/// either case (Error(input)), unless it says that there are none.
void judge(const TrackChoice& choice, TrackReport& report);

}  // namespace overlace
