// SPDX-License-Identifier: Apache-2.0
// Nodes first, then what they read: by port, by the name of a series, by the paint order.
#include "graph/document/graph_wires.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "graph/core/error.h"
#include "graph/document/graph.h"

namespace overlace {
namespace {

constexpr std::size_t most_nodes = 500, most_wires = 2'000;

void require_few(std::size_t count, std::size_t most, const char* what) {
  if (count > most)
    throw Error(ErrorCode::limit,
                fmt::format("a graph of more than {} {} is not drawn", most, what));
}

/// The prefix of the names of a node's series, as in "door."; "" if it makes none.
std::string series_prefix(const NodeType* type, const Json& node) {
  const bool may_make = type != nullptr && is_of_clip(type->stage);
  const ParamRow* row = may_make ? type->find_param("name") : nullptr;
  if (row == nullptr) return {};
  const Json* params = node.find("params");
  const Json* given = params == nullptr ? nullptr : params->find("name");
  const Json name = given == nullptr ? row->write(type->make_params().get()) : *given;
  return name.is_string() ? name.as_string() + "." : std::string();
}

class Reader {
 public:
  Reader(const Json& document, const Registry& registry) {
    const Json* nodes = document.find("nodes");
    if (nodes != nullptr && nodes->is_object()) {
      for (const auto& [name, node] : nodes->as_object()) add_node(name, node, registry);
      for (const auto& [name, node] : nodes->as_object()) add_inputs(node, index_.at(name));
      add_series(nodes->as_object());
    }
    add_output("picture", "composite", document.find("composite"));
    add_output("sound", "sound", document.find("sound"));
  }

  [[nodiscard]] GraphWires graph() && { return std::move(graph_); }

 private:
  void add_node(const std::string& name, const Json& node, const Registry& registry) {
    const Json* type = node.find("type");
    GraphWires::Node made{.name = name, .type = {}};
    if (type != nullptr && type->is_string()) made.type = type->as_string();
    made.known = registry.find(made.type);
    index_.emplace(name, graph_.nodes.size());
    graph_.nodes.push_back(std::move(made));
    require_few(graph_.nodes.size(), most_nodes, "nodes");
  }

  void add_inputs(const Json& node, std::size_t to) {
    const Json* inputs = node.find("inputs");
    if (inputs == nullptr || !inputs->is_object()) return;
    for (const auto& [port, source] : inputs->as_object()) {
      if (!source.is_array()) add_wire(source, to);
      if (source.is_array())
        for (const Json& one : source.as_array()) add_wire(one, to);
    }
  }

  /// A map, an expression or a text reads a series by its name.
  void add_series(const Json::Object& nodes) {
    std::vector<std::string> params;
    for (const auto& [name, node] : nodes) {
      const Json* given = node.find("params");
      params.push_back(given == nullptr ? std::string() : given->dump());
    }
    for (std::size_t from = 0; from < nodes.size(); ++from) {
      const std::string prefix = series_prefix(graph_.nodes[from].known, nodes[from].second);
      for (std::size_t to = 0; to < nodes.size() && !prefix.empty(); ++to)
        if (to != from && names_series(params[to], prefix)) add_wire({from, to, true});
    }
  }

  void add_output(const char* name, const char* key, const Json* list) {
    if (list == nullptr || !list->is_array() || list->as_array().empty()) return;
    const std::size_t to = graph_.nodes.size();
    graph_.nodes.push_back({.name = name, .type = key, .is_output = true});
    for (const Json& entry : list->as_array())
      if (const Json* node = entry.is_object() ? entry.find("node") : &entry) add_wire(*node, to);
  }

  void add_wire(const Json& source, std::size_t to) {
    const auto known = source.is_string() ? index_.find(source.as_string()) : index_.end();
    if (known != index_.end()) add_wire({known->second, to});
  }
  void add_wire(const GraphWires::Wire& wire) {
    const bool is_there = std::ranges::any_of(graph_.wires, [&](const GraphWires::Wire& other) {
      return other.from == wire.from && other.to == wire.to;
    });
    if (!is_there) graph_.wires.push_back(wire);
    require_few(graph_.wires.size(), most_wires, "wires");
  }

  GraphWires graph_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace

GraphWires wires_of(const Json& document, const Registry& registry) {
  return Reader(document, registry).graph();
}

}  // namespace overlace
