// SPDX-License-Identifier: Apache-2.0
// How long a change of a knob takes: from a document with a changed setting to a plan.
#pragma once

#include <vector>

#include "bench/loop.h"

namespace overlace {

/// How long planning took, round by round, ms, in processor time of the thread.
struct PlanningTimes {
  std::vector<double> plan;    ///< setting applied, document checked, tables looked up, compiled
  std::vector<double> replay;  ///< a CPU replay of that plan prepared
  std::vector<double> open;  ///< the same plan and replay from a PlanCache, found by their content
  bool correct = false;      ///< every plan had the setting, and no table was made anew
};

/// Plans the reference scene repeatedly, each time with another line width. The clip has 60 frames
/// of `boxes` boxes each.
[[nodiscard]] PlanningTimes time_planning(int boxes, const ReplayOptions& replay,
                                          const LoopOptions& options);

}  // namespace overlace
