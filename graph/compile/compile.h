// SPDX-License-Identifier: Apache-2.0
// From a checked graph and the tables of its track nodes to a plan, in named passes.
#pragma once

#include "graph/analysis/analyse.h"
#include "graph/core/json.h"
#include "graph/core/log.h"
#include "graph/core/memo.h"
#include "graph/plan/plan.h"
#include "graph/plan/sound_plan.h"
#include "graph/types/live_memory.h"

namespace overlace {

struct CompileOptions {
  bool layered = false;  ///< every draw node on its own FP16 layer, instead of one fused pass
  bool keep_slots =
      false;             ///< no buffer sharing, so that every stage can be dumped after the frame
  LogSink log{};         ///< may be empty
  Memo* memo = nullptr;  ///< keeps results of nodes for the next plan; borrowed, may be null
  LiveMemory* live = nullptr;  ///< of a live clip, at the frame to be drawn; borrowed, else null
};

/// Binds parameters, orders and fuses in milliseconds, without files or pixels. `tables` are what
/// `analyse` returns for this graph; the plan shares them and is for their clip. Throws
/// Error(usage).
[[nodiscard]] std::shared_ptr<const Plan> compile(const Graph& graph, const ClipTables& tables,
                                                  const CompileOptions& options = {});

/// The same for the sound of the graph: empty if its list of sounds is. Only the nodes that are
/// played, and those that they read, are prepared.
[[nodiscard]] SoundPlan compile_sound(const Graph& graph, const ClipTables& tables,
                                      const CompileOptions& options = {});

/// The facts of a plan: passes, tables, slots with lifetimes (steps count from 1), steps, bytes.
[[nodiscard]] Json plan_facts(const Plan& plan);

/// Bytes of a plan's buffers and tracks: what a CPU replay reserves.
[[nodiscard]] std::size_t drawing_bytes(const Plan& plan);

/// These facts as text, as `overlace explain` prints them.
[[nodiscard]] std::string explain(const Json& plan_facts);

}  // namespace overlace
