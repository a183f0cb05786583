// SPDX-License-Identifier: Apache-2.0
// overlace bench looks: what links, labels, heat and lights take on this machine's cores.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/plan/plan.h"
#include "tools/bench/graph_table.h"

namespace overlace {

/// Names of the rows, in order.
[[nodiscard]] std::vector<std::string> bench_look_names();

/// The graph of a row, over objects that wander. Throws Error(usage) for a row that there is not.
[[nodiscard]] std::shared_ptr<const Plan> bench_look_plan(const std::string& name, Size size,
                                                          std::uint32_t seed);

/// Prints a row for each look that is wanted; see GraphTable. Returns the exit code: 0, or 1 when a
/// frame was wrong. Throws Error(usage) for a row that there is not.
int run_bench_looks(const BenchGraphsOptions& options);

}  // namespace overlace
