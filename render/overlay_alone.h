// SPDX-License-Identifier: Apache-2.0
// What an overlay without its picture cannot be.
#pragma once

#include "graph/document/graph.h"

namespace overlace {

/// Refuses what hides objects in the picture, or changes it, where the overlay is drawn by itself.
/// Throws Error(usage) with the place in the document.
void check_overlay_alone(const Graph& graph);

}  // namespace overlace
