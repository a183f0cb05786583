// SPDX-License-Identifier: Apache-2.0
// Nested echoes: how often they draw the same thing.
#include <fmt/format.h>

#include <algorithm>

#include "graph/document/document_check.h"

namespace overlace {

void check_echoes(const Json& document, const Graph& graph, Problems& problems) {
  std::vector<int> copies(graph.nodes.size(), 0);  // by node: of anything in it, at most
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    for (const auto& port : node.inputs)
      for (const std::size_t input : port) copies[i] = std::max(copies[i], copies[input]);
    const auto* echo = std::get_if<EchoOf>(&node.type->behaviour);
    if (echo == nullptr) continue;
    const int own = (*echo)(node.params.get()).copies, inner = copies[i];
    copies[i] = (own + 1) * (inner + 1) - 1;
    if (copies[i] <= most_copies_of_echoes) continue;
    problems.add(
        *document.find("nodes")->find(node.name),
        member_pointer("/nodes", node.name) + "/params/copies",
        fmt::format(
            "makes {} copies of something that already has {}: {} in all, and {} are the most", own,
            inner, copies[i], most_copies_of_echoes),
        fmt::format("set \"copies\" to {} or less", (most_copies_of_echoes + 1) / (inner + 1) - 1));
    copies[i] = inner;
  }
}

}  // namespace overlace
