// SPDX-License-Identifier: Apache-2.0
// "redact": the nodes that hide objects from view.
#include <fmt/format.h>

#include <algorithm>

#include "graph/document/document_check.h"

namespace overlace {
namespace {

/// Checks one name of the list.
class RedactReader {
 public:
  RedactReader(const Graph& graph, Problems& problems)
      : graph_(graph), problems_(problems), live_(live_nodes(graph)) {
    for (const GraphNode& node : graph.nodes) names_.push_back(node.name);
  }

  void read(const Json& name, const std::string& pointer, std::vector<std::size_t>& nodes) {
    if (!name.is_string())
      return problems_.add(name, pointer, "expected the name of a node, got " + shown(name));
    const auto found = std::ranges::find(names_, name.as_string());
    if (found == names_.end())
      return problems_.add_unknown(name, pointer, fmt::format("no node {}", shown(name)),
                                   name.as_string(), names_);
    const auto node = static_cast<std::size_t>(found - names_.begin());
    if (graph_.nodes[node].type->stage < Stage::drawing)
      return problems_.add(name, pointer,
                           fmt::format("'{}' paints nothing, and hides nothing", *found),
                           "name the drawing or picture effect that hides the objects");
    if (!live_[node])
      return problems_.add(name, pointer,
                           fmt::format("'{}' is not painted, and hides nothing", *found),
                           "name it in \"composite\"");
    if (tracks_read(graph_, node).empty())
      return problems_.add(name, pointer,
                           fmt::format("'{}' reads no tracks, and hides no object", *found));
    nodes.push_back(node);
  }

 private:
  const Graph& graph_;
  Problems& problems_;
  std::vector<bool> live_;
  std::vector<std::string> names_;
};

}  // namespace

std::vector<std::size_t> read_redact(const Json& document, const Graph& graph, Problems& problems) {
  std::vector<std::size_t> nodes;
  const Json* list = document.find("redact");
  if (list == nullptr) return nodes;
  if (!list->is_array()) {
    problems.add(*list, "/redact", "expected a list of nodes, got " + shown(*list));
    return nodes;
  }
  RedactReader reader(graph, problems);
  for (std::size_t i = 0; i < list->as_array().size(); ++i)
    reader.read(list->as_array()[i], element_pointer("/redact", i), nodes);
  return nodes;
}

}  // namespace overlace
