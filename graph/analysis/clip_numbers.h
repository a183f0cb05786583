// SPDX-License-Identifier: Apache-2.0
// What the track nodes of a graph counted and measured in a clip, and what happened in it.
#pragma once

#include <vector>

#include "graph/analysis/analyse.h"

namespace overlace {

/// The numbers that a graph may paint.
struct ClipNumbers {
  ClipInfo clip;
  SeriesList series{};              ///< in node order
  std::vector<TrackMark> events{};  ///< by frame, then name; each one once

  [[nodiscard]] bool empty() const { return series.empty() && events.empty(); }
};

/// The numbers in the tables of a clip.
[[nodiscard]] ClipNumbers numbers_of(const ClipTables& tables);

}  // namespace overlace
