// SPDX-License-Identifier: Apache-2.0
// overlace-bench looks: how long links, labels, heat and lights take on this machine's cores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bench/graph_table.h"
#include "graph/plan/plan.h"

namespace overlace {

/// Names of the rows, in order.
[[nodiscard]] std::vector<std::string> bench_look_names();

/// The graph of a row, over moving objects. Throws Error(usage) for an unknown row.
[[nodiscard]] std::shared_ptr<const Plan> bench_look_plan(const std::string& name, Size size,
                                                          std::uint32_t seed);

/// Prints a row for each look asked for; see GraphTable. Returns the exit code: 0, or 1 if a frame
/// was wrong. Throws Error(usage) for an unknown row.
int run_bench_looks(const BenchGraphsOptions& options);

}  // namespace overlace
