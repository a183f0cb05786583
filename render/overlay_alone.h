// SPDX-License-Identifier: Apache-2.0
// What an overlay cannot do without its picture.
#pragma once

#include "graph/document/graph.h"

namespace overlace {

/// Refuses nodes that hide objects in the picture, or change it, where the overlay is drawn alone.
/// Throws Error(usage) with the place in the document.
void check_overlay_alone(const Graph& graph);

}  // namespace overlace
