// SPDX-License-Identifier: Apache-2.0
// What analysis and compiler both ask of a graph.
#include "graph/document/graph.h"

#include <algorithm>

namespace overlace {
namespace {

/// Of a parameter in the document, or of the node itself when `param` is empty.
SourceLocation param_location(const Graph& graph, const GraphNode& node, const std::string& param) {
  SourceLocation location{graph.source, "/nodes/" + node.name, node.line};
  if (!param.empty()) location.pointer += "/params/" + param;
  return location;
}

}  // namespace

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

std::vector<std::size_t> tracks_read(const Graph& graph, std::size_t node) {
  std::vector<std::size_t> found, open = {node};
  std::vector<bool> seen(graph.nodes.size(), false);
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    if (is_of_clip(graph.nodes[at].type->stage)) {
      found.push_back(at);
      continue;
    }
    for (const auto& port : graph.nodes[at].inputs)
      open.insert(open.end(), port.begin(), port.end());
  }
  std::ranges::sort(found);
  return found;
}

std::vector<FileUse> files_read(const Graph& graph) {
  const std::vector<bool> live = live_nodes(graph);
  std::vector<FileUse> files;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    for (const ParamRow& row : node.type->params) {
      if (!live[i] || !row.files) continue;
      for (std::string& path : row.files(node.params.get()))
        files.push_back({std::move(path), param_location(graph, node, row.name)});
    }
  }
  return files;
}

void at_node(const Graph& graph, const GraphNode& node, const std::string& param,
             const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems) {
      if (!problem.location.file.empty() || !problem.location.pointer.empty()) continue;
      problem.location = param_location(graph, node, param);
    }
    throw Error(error.code(), std::move(problems));
  }
}

}  // namespace overlace
