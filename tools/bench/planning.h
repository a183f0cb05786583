// SPDX-License-Identifier: Apache-2.0
// How long a knob takes: from a document with a changed setting to a plan.
#pragma once

#include <vector>

#include "tools/bench/loop.h"

namespace overlace {

/// What planning took, round by round, ms; by the thread's own clock.
struct PlanningTimes {
  std::vector<double> plan;    ///< setting applied, document checked, tables looked up, compiled
  std::vector<double> replay;  ///< a CPU replay of that plan made ready
  std::vector<double> open;    ///< the same plan and replay from a PlanCache, by their content
  bool correct = false;        ///< every plan had the setting, and none made a table anew
};

/// Plans the reference scene again and again, each time with another width of its lines. The clip
/// has 60 frames of `boxes` boxes each.
[[nodiscard]] PlanningTimes time_planning(int boxes, const ReplayOptions& replay,
                                          const LoopOptions& options);

}  // namespace overlace
