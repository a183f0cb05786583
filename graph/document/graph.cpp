// SPDX-License-Identifier: Apache-2.0
// What analysis and compiler both ask of a graph.
#include "graph/document/graph.h"

namespace overlace {

std::vector<bool> live_nodes(const Graph& graph) {
  std::vector<bool> live(graph.nodes.size(), false);
  for (const Layer& layer : graph.composite) live[layer.node] = true;
  // Nodes are in topological order, inputs first: one walk from the back reaches everything.
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    if (!live[i]) continue;
    for (const auto& port : graph.nodes[i].inputs)
      for (const std::size_t input : port) live[input] = true;
  }
  return live;
}

void at_node(const Graph& graph, const GraphNode& node, const std::string& param,
             const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems) {
      if (!problem.place.file.empty() || !problem.place.pointer.empty()) continue;
      problem.place = {graph.source, "/nodes/" + node.name, node.line};
      if (!param.empty()) problem.place.pointer += "/params/" + param;
    }
    throw Error(error.code(), std::move(problems));
  }
}

}  // namespace overlace
