// SPDX-License-Identifier: Apache-2.0
// A graph as a picture.
#pragma once

#include <string>

#include "graph/core/json.h"
#include "graph/types/registry.h"

namespace overlace {

/// Draws a document's graph as SVG: stages from left to right, every node with its name and type,
/// wires for inputs and, dashed, for series that are read by name. The sentences of the node types
/// are tooltips. The background is transparent; all colours can be read on light and on dark pages.
///
/// The document need not be correct: a graph that is being built has a picture, too. Nodes of
/// unknown types stand in the last columns. Throws what `wires_of` throws.
[[nodiscard]] std::string graph_svg(const Json& document, const Registry& registry);

}  // namespace overlace
