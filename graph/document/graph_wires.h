// SPDX-License-Identifier: Apache-2.0
// The nodes of a document and what they read, without the rest: also of one that is not correct.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/types/registry.h"

namespace overlace {

/// What a graph is made of, for drawings of it.
struct GraphWires {
  struct Node {
    std::string name, type;
    const NodeType* known = nullptr;  ///< null for a type that is not known, and for an output
    bool is_output = false;           ///< stands for a list of nodes: "composite", "sound"
  };
  struct Wire {
    std::size_t from = 0, to = 0;  ///< nodes
    bool by_name = false;          ///< a series that a parameter names
  };
  std::vector<Node> nodes;  ///< in the order of the document, then outputs
  std::vector<Wire> wires;  ///< at most one between two nodes
};

/// Reads the nodes of a document and their wires. What names no node is left out. Throws
/// Error(limit) for more than 500 nodes or 2,000 wires.
[[nodiscard]] GraphWires wires_of(const Json& document, const Registry& registry);

}  // namespace overlace
