// SPDX-License-Identifier: Apache-2.0
// Echoes as the nodes that they stand for.
#pragma once

#include <memory>

#include "graph/analysis/analyse.h"

namespace overlace {

/// A graph without echoes, and the tables of its nodes.
struct UnrolledGraph {
  Graph graph;
  ClipTables tables;
  std::size_t copies = 0;                        ///< nodes that it has more
  std::unique_ptr<const NodeType> group, place;  ///< of the nodes that it was given
};

/// Puts a group in the place of each echo: its input as it was so many frames ago, the oldest and
/// faintest first, and the input itself on top. Copies of all nodes that the input is made of are
/// nodes of their own with `frames_ago`; those of an echo in it come out that much older. What is
/// placed elsewhere becomes a layer. Track
/// nodes are not copied: their tables have all frames.
[[nodiscard]] UnrolledGraph unroll_echoes(const Graph& graph, const ClipTables& tables);

}  // namespace overlace
