// SPDX-License-Identifier: Apache-2.0
// The layers of a document, each drawn separately: its composite's entries, or its objects'
// classes.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "gpu/owner_replay.h"
#include "graph/analysis/analyse.h"
#include "graph/document/graph.h"
#include "graph/plan/plan.h"
#include "io/write/layers.h"

namespace overlace {

/// A layer, and how it is drawn.
struct LayerPlan {
  std::string name;  ///< unique within an overlay
  std::shared_ptr<const Plan> plan;
  OwnerFilter paints{};  ///< selects the layer's part of the plan; empty = everything
};

/// Throws Error(usage) for a composite without entries that paint anything.
void check_has_layers(const Graph& graph);

/// The layers of the composite, bottom first; a repeated name becomes "NAME_2". Effects on the
/// picture paint nothing and are not layers. `tables` are those of `graph`. Throws Error(usage) as
/// `check_has_layers` does, and with the place of an entry that blends with what is below it:
/// stacking such layers would give a different picture.
///
/// By node, every entry is a layer. By class, entries that draw for no single object (fills,
/// titles, and panels about all objects) are layers as well. All others are drawn together and
/// split: first "other", for objects without a class and for what these entries draw for no single
/// object, then a layer per class in the order of the tables' class lists. They take the place of
/// the first of these entries. Precondition: `split` is not none.
[[nodiscard]] std::vector<LayerPlan> layer_plans(const Graph& graph, const ClipTables& tables,
                                                 LayerSplit split, bool layered);

/// A plan of the nodes that redact, and of nothing else.
[[nodiscard]] std::shared_ptr<const Plan> cover_plan(const Graph& graph, const ClipTables& tables);

/// A plan that paints nothing, for a picture assembled from layers.
[[nodiscard]] std::shared_ptr<const Plan> blank_plan(Graph graph, const ClipTables& tables);

}  // namespace overlace
