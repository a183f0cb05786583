// SPDX-License-Identifier: Apache-2.0
// The layers of a document: every entry of its composite, drawn by itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/analysis/analyse.h"
#include "graph/document/graph.h"
#include "graph/plan/plan.h"

namespace overlace {

/// The names of the composite's entries, in paint order; a node that is painted again is "NAME_2".
/// Throws Error(usage) for a composite without entries.
[[nodiscard]] std::vector<std::string> layer_names(const Graph& graph);

/// A plan for every entry of the composite. `tables` are those of `graph`. Throws Error(usage) with
/// the place of an entry that blends with what is below it: one layer over the other would be
/// another picture.
[[nodiscard]] std::vector<std::shared_ptr<const Plan>> layer_plans(const Graph& graph,
                                                                   const ClipTables& tables,
                                                                   bool layered);

/// A plan that paints nothing, for a picture that is made of layers.
[[nodiscard]] std::shared_ptr<const Plan> blank_plan(Graph graph, const ClipTables& tables);

}  // namespace overlace
