// SPDX-License-Identifier: Apache-2.0
// Walks from links to their readers and checks what those name.
#include "graph/compile/link_ages.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace overlace {
namespace {

constexpr std::string_view attribute = "link_age", field = "{link_age";  ///< in a template

/// Whether a parameter's value reads the age: a template, a list of them, or a map.
bool names_age(const Json& value) {
  if (value.is_string()) return value.as_string().find(field) != std::string::npos;
  if (value.is_array()) return std::ranges::any_of(value.as_array(), names_age);
  const Json* map = value.is_object() ? value.find("map") : nullptr;
  return map != nullptr && map->is_string() && map->as_string() == attribute;
}

bool reads_age(const GraphNode& node) {
  return std::ranges::any_of(node.type->params, [&](const ParamRow& row) {
    return names_age(row.write(node.params.get()));
  });
}

/// Whether one of a node's inputs is marked.
bool reads_any(const GraphNode& node, const std::vector<bool>& marked) {
  return std::ranges::any_of(node.inputs, [&](const auto& port) {
    return std::ranges::any_of(port, [&](std::size_t input) { return marked[input]; });
  });
}

}  // namespace

/// Nodes are in topological order, so one forward walk reaches everything made of the links.
bool has_readers_of_age(const Graph& graph, const std::vector<bool>& live, std::size_t links) {
  std::vector<bool> made_of_them(graph.nodes.size(), false);
  made_of_them[links] = true;
  for (std::size_t i = links + 1; i < graph.nodes.size(); ++i) {
    const GraphNode& node = graph.nodes[i];
    if (!live[i] || !reads_any(node, made_of_them)) continue;
    if (reads_age(node)) return true;
    made_of_them[i] = node.type->stage == Stage::curves;
  }
  return false;
}

}  // namespace overlace
