// SPDX-License-Identifier: Apache-2.0
// Queries on a graph that analysis and compiler share.
#include "graph/document/graph.h"

#include <algorithm>
#include <cctype>

#include "graph/types/at_param.h"

namespace overlace {
namespace {

/// The location of a parameter in the document, or of the node itself if `param` is empty.
SourceLocation param_location(const Graph& graph, const GraphNode& node, const std::string& param) {
  SourceLocation location{graph.source, "/nodes/" + node.name, node.line};
  if (!param.empty()) location.pointer += "/params/" + param;
  return location;
}

/// Marks what the live nodes read through their ports. Nodes are in topological order, inputs
/// first, so one backward walk reaches everything.
void mark_inputs(const Graph& graph, std::vector<bool>& live) {
  for (std::size_t i = graph.nodes.size(); i-- > 0;) {
    if (!live[i]) continue;
    for (const auto& port : graph.nodes[i].inputs)
      for (const std::size_t input : port) live[input] = true;
  }
}

/// The prefix of the names of a node's series, as in "door."; "" for nodes that make none.
std::string series_prefix(const GraphNode& node) {
  if (!is_of_clip(node.type->stage)) return {};
  const ParamRow* name = node.type->find_param("name");
  return name == nullptr ? std::string() : name->write(node.params.get()).as_string() + ".";
}

/// The text of all parameters of live nodes and the paint order, where maps, expressions and texts
/// name series.
std::string parameters_of_live(const Graph& graph, const std::vector<bool>& live) {
  std::string all;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    if (!live[i]) continue;
    const GraphNode& node = graph.nodes[i];
    for (const ParamRow& row : node.type->params) all += row.write(node.params.get()).dump() + "\n";
  }
  for (const Layer& layer : graph.composite)
    all += detail::write_number(layer.group.opacity).dump() + "\n";
  return all;
}

/// Marks the nodes whose series live nodes read by name. Returns whether there were any.
bool mark_named_series(const Graph& graph, std::vector<bool>& live) {
  std::string said;
  bool marked = false;
  for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
    const std::string prefix = live[i] ? std::string() : series_prefix(graph.nodes[i]);
    if (prefix.empty()) continue;
    if (said.empty()) said = parameters_of_live(graph, live);
    if (!names_series(said, prefix)) continue;
    live[i] = true;
    marked = true;
  }
  return marked;
}

/// Marks everything that marked nodes read.
std::vector<bool> with_all_read(const Graph& graph, std::vector<bool> marked) {
  do mark_inputs(graph, marked);
  while (mark_named_series(graph, marked));
  return marked;
}

}  // namespace

bool names_series(std::string_view text, std::string_view prefix) {
  const auto is_part = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  for (std::size_t at = text.find(prefix); at != text.npos; at = text.find(prefix, at + 1))
    if (at == 0 || !is_part(static_cast<unsigned char>(text[at - 1]))) return true;
  return false;
}

std::vector<bool> painted_nodes(const Graph& graph) {
  std::vector<bool> painted(graph.nodes.size(), false);
  for (const Layer& layer : graph.composite) painted[layer.node] = true;
  return with_all_read(graph, std::move(painted));
}

std::vector<bool> played_nodes(const Graph& graph) {
  std::vector<bool> played(graph.nodes.size(), false);
  for (const std::size_t node : graph.sound) played[node] = true;
  return with_all_read(graph, std::move(played));
}

std::vector<bool> live_nodes(const Graph& graph) {
  std::vector<bool> live = painted_nodes(graph);
  const std::vector<bool> played = played_nodes(graph);
  for (std::size_t i = 0; i < live.size(); ++i) live[i] = live[i] || played[i];
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
      at_node(graph, node, row.name, [&] {
        for (std::string& path : row.files(node.params.get()))
          files.push_back({std::move(path), param_location(graph, node, row.name)});
      });
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
      SourceLocation& place = problem.location;
      if (is_of_param(place))
        place = param_location(graph, node, place.pointer);
      else if (place.file.empty() && place.pointer.empty())
        place = param_location(graph, node, param);
    }
    throw Error(error.code(), std::move(problems));
  }
}

}  // namespace overlace
