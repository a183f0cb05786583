// SPDX-License-Identifier: Apache-2.0
// The search for links, timed alternately with a copy of a picture, and checked.
#pragma once

#include <vector>

#include "bench/loop.h"

namespace overlace {

/// How long searching for the five nearest took, with all data structures built anew.
struct LinkSearchTimes {
  std::vector<double> search;  ///< ms
  std::vector<double> copy;    ///< of the picture just before it, ms
  bool correct = false;        ///< for a sample of points in some rounds
};

/// Times searches among `points` points that move from round to round.
[[nodiscard]] LinkSearchTimes time_link_search(int points, BenchWorkers& workers,
                                               BenchFrames& frames, const LoopOptions& options);

}  // namespace overlace
