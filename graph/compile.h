// SPDX-License-Identifier: Apache-2.0
// From a checked graph to a plan, by named passes.
#pragma once

#include "graph/plan.h"

namespace overlace {

struct CompileOptions {
  ClipInfo clip;
  bool layered = false;  ///< every draw node on an FP16 layer of its own, instead of one fused pass
  bool keep_slots =
      false;  ///< no buffer sharing, so that every stage can be dumped after the frame
  std::function<TrackTable(const std::string& path)> read_tracks;
  PlayVideo play_video;
  std::function<void(const std::string&)> say;  ///< may be empty
};

/// Runs track nodes, binds parameters, orders and fuses the rest. Throws Error (usage, input …).
[[nodiscard]] std::shared_ptr<const Plan> compile(const Graph& graph,
                                                  const CompileOptions& options);

/// The plan as `overlace explain` prints it: passes, tables, slots with lifetimes, steps, bytes.
[[nodiscard]] std::string explain(const Plan& plan);

}  // namespace overlace
