// SPDX-License-Identifier: Apache-2.0
// The layers of a document: its composite's entries, or the classes of its objects, each drawn by
// itself.
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
  std::string name;  ///< all names of an overlay differ
  std::shared_ptr<const Plan> plan;
  OwnerFilter paints{};  ///< what of the plan is the layer's; empty = everything
};

/// Throws Error(usage) for a composite without entries that paint.
void check_has_layers(const Graph& graph);

/// The layers of the composite, bottom first; a name that comes again is "NAME_2". Effects on the
/// picture paint nothing, and are none. `tables` are
/// those of `graph`. Throws Error(usage) as `check_has_layers`, and with the place of an entry that
/// blends with what is below it: one layer over the other would be another picture.
///
/// By node, every entry is a layer. By class, entries that draw for no single object (fills,
/// titles, and panels about all objects) are layers as well. All others are drawn together and
/// divided: first "other", for objects without a class and what these entries draw for no single
/// object, then the classes of the tables' rows in the order of the tables' lists. They lie where
/// the first of these entries does. Precondition: `split` is not none.
[[nodiscard]] std::vector<LayerPlan> layer_plans(const Graph& graph, const ClipTables& tables,
                                                 LayerSplit split, bool layered);

/// A plan that paints nothing, for a picture that is made of layers.
[[nodiscard]] std::shared_ptr<const Plan> blank_plan(Graph graph, const ClipTables& tables);

}  // namespace overlace
