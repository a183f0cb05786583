// SPDX-License-Identifier: Apache-2.0
// The search for links, timed in turn with the copy of a picture, and checked.
#pragma once

#include <vector>

#include "tools/bench/loop.h"

namespace overlace {

/// What a search for the five nearest took, with everything that it needs built anew.
struct LinkSearchTimes {
  std::vector<double> search;  ///< ms
  std::vector<double> copy;    ///< of the picture just before it, ms
  bool correct = false;        ///< on a sample of points of some rounds
};

/// Times searches among so many points that move from round to round.
[[nodiscard]] LinkSearchTimes time_link_search(int points, BenchWorkers& workers,
                                               BenchFrames& frames, const LoopOptions& options);

}  // namespace overlace
