// SPDX-License-Identifier: Apache-2.0
// Replaces echoes by the nodes that they stand for.
#pragma once

#include <memory>

#include "graph/analysis/analyse.h"

namespace overlace {

/// A graph without echoes, and the tables of its nodes.
struct UnrolledGraph {
  Graph graph;
  ClipTables tables;
  std::size_t copies = 0;                        ///< nodes added
  std::unique_ptr<const NodeType> group, place;  ///< types of added nodes
};

/// Replaces each echo by a group: its input as it was some frames ago, the oldest and faintest
/// first, and the input itself on top. All nodes that the input is made of are copied, with
/// `frames_ago`; those of a nested echo come out that much older. What is placed elsewhere becomes
/// a layer. Track nodes are not copied: their tables have all frames.
[[nodiscard]] UnrolledGraph unroll_echoes(const Graph& graph, const ClipTables& tables);

}  // namespace overlace
