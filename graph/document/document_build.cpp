// SPDX-License-Identifier: Apache-2.0
// build_graph: checks a whole document and makes typed nodes from it.
#include <fmt/format.h>

#include <algorithm>

#include "graph/document/document_check.h"

namespace overlace {
namespace {

/// Goes through a document from top to bottom; `build` returns a graph or throws all problems.
class Builder {
 public:
  Builder(const Json& document, const std::string& source_name, const Registry& registry)
      : document_(document),
        source_name_(source_name),
        registry_(registry),
        problems_(source_name) {}

  Graph build(const std::map<std::string, std::string>& variables) {
    if (!document_.is_object())
      problems_.add(document_, "", "expected an object, got " + shown(document_));
    problems_.throw_if_any();
    read_head();
    Substitution substitution(read_knobs(document_, problems_), variables);
    read_nodes(substitution);
    const NodeIndex index(drafts_);
    connect(drafts_, index, problems_);
    const std::vector<std::size_t> order = topological_order(drafts_, problems_);
    read_composite(index, substitution);
    read_sound(index);
    problems_.throw_if_any();
    Graph graph = finished(order);
    graph.redact = read_redact(document_, graph, problems_);
    check_redacting_paint(document_, graph, problems_);
    check_echoes(document_, graph, problems_);
    problems_.throw_if_any();
    return graph;
  }

 private:
  void read_head() {
    check_keys(document_, "",
               {"$schema", "overlace", "title", "doc", "theme", "knobs", "nodes", "composite",
                "sound", "redact"},
               problems_);
    const Json* version = document_.find("overlace");
    if (version == nullptr)
      problems_.add(document_, "", "missing key 'overlace'", "begin with \"overlace\": 1");
    else if (!(*version == Json(1)))
      problems_.add(*version, "/overlace", "expected version 1, got " + shown(*version));
    graph_.title = text_member(document_, "", "title", problems_);
    for (const char* key : {"$schema", "doc"}) (void)text_member(document_, "", key, problems_);
  }

  void read_nodes(Substitution& substitution) {
    const Json* nodes = document_.find("nodes");
    if (nodes == nullptr || !nodes->is_object()) {
      problems_.add(nodes == nullptr ? document_ : *nodes, nodes == nullptr ? "" : "/nodes",
                    nodes == nullptr ? "missing key 'nodes'"
                                     : "expected an object of nodes, got " + shown(*nodes));
      return;
    }
    if (nodes->as_object().size() > max_nodes) {
      problems_.add(
          *nodes, "/nodes",
          fmt::format("{} nodes; a graph has at most {}", nodes->as_object().size(), max_nodes));
      problems_.throw_if_any();
    }
    for (const auto& [name, value] : nodes->as_object())
      if (!is_comment(name)) read_node(name, value, member_pointer("/nodes", name), substitution);
  }

  void read_node(const std::string& name, const Json& value, const std::string& pointer,
                 Substitution& substitution) {
    if (!is_name(name))
      problems_.add(value, pointer, fmt::format("{} is not a valid name", quoted(name)),
                    std::string(name_rule));
    const NodeType* type = nullptr;
    if (value.is_object()) {
      check_keys(value, pointer, {"type", "inputs", "params"}, problems_);
      type = find_type(value, pointer);
    } else {
      problems_.add(value, pointer, "expected a node object, got " + shown(value));
    }
    drafts_.push_back({name, type, &value, type == nullptr ? nullptr : type->make_params(), {}});
    if (type != nullptr)
      read_params(*type, value, pointer + "/params", substitution, drafts_.back().params.get());
  }

  const NodeType* find_type(const Json& node, const std::string& pointer) {
    const Json* name = node.find("type");
    if (name == nullptr || !name->is_string()) {
      problems_.add(name == nullptr ? node : *name, pointer + (name == nullptr ? "" : "/type"),
                    name == nullptr ? "missing key 'type'"
                                    : "expected the name of a node type, got " + shown(*name));
      return nullptr;
    }
    const NodeType* type = registry_.find(name->as_string());
    if (type == nullptr)
      problems_.add_unknown(*name, pointer + "/type",
                            fmt::format("unknown node type {}", shown(*name)), name->as_string(),
                            registry_.names());
    return type;
  }

  void read_params(const NodeType& type, const Json& node, const std::string& pointer,
                   Substitution& substitution, void* params) {
    const Json* values = node.find("params");
    if (values == nullptr) return;
    if (!values->is_object()) {
      problems_.add(*values, pointer, "expected an object of parameters, got " + shown(*values));
      return;
    }
    std::vector<std::string> names;
    for (const ParamRow& row : type.params) names.push_back(row.name);
    check_keys(*values, pointer, names, problems_);
    for (const auto& [name, value] : values->as_object())
      if (const ParamRow* row = type.find_param(name))
        read_param(*row, value, member_pointer(pointer, name), substitution, params);
  }

  void read_param(const ParamRow& row, const Json& value, const std::string& pointer,
                  Substitution& substitution, void* params) {
    bool complete = true;
    const Json resolved = substitution.apply(value, pointer, problems_, complete);
    if (!complete) return;
    try {
      row.read(params, resolved);
    } catch (const Error& error) {
      problems_.add(value, pointer, error);
    }
  }

  void read_composite(const NodeIndex& index, Substitution& substitution) {
    const Json* list = document_.find("composite");
    if (list == nullptr || !list->is_array()) {
      problems_.add(list == nullptr ? document_ : *list, list == nullptr ? "" : "/composite",
                    list == nullptr ? "missing key 'composite'"
                                    : "expected a list of drawings, got " + shown(*list),
                    "\"composite\" names the drawings to paint, bottom first");
      return;
    }
    const NodeType group = group_type();  // an entry has its rows, plus "node"
    for (std::size_t i = 0; i < list->as_array().size(); ++i)
      read_layer(list->as_array()[i], element_pointer("/composite", i), group, index, substitution);
  }

  void read_layer(const Json& value, const std::string& pointer, const NodeType& group,
                  const NodeIndex& index, Substitution& substitution) {
    Layer layer;
    const Json* name = value.is_object() ? value.find("node") : &value;
    if (name == nullptr) {
      problems_.add(value, pointer, "missing key 'node'");
      return;
    }
    if (value.is_object()) {
      std::vector<std::string> keys = {"node"};
      for (const ParamRow& row : group.params) keys.push_back(row.name);
      check_keys(value, pointer, keys, problems_);
      for (const ParamRow& row : group.params)
        if (const Json* param = value.find(row.name))
          read_param(row, *param, member_pointer(pointer, row.name), substitution, &layer.group);
      if (is_group_operator(layer.group.blend))
        return add_operator_problem(*value.find("blend"), member_pointer(pointer, "blend"),
                                    value.find("blend")->as_string(), problems_);
    }
    const std::string name_pointer = value.is_object() ? pointer + "/node" : pointer;
    const auto node = index.find(*name, name_pointer, problems_);
    if (!node || drafts_[*node].type == nullptr) return;
    const NodeDraft& draft = drafts_[*node];
    if (is_operator(draft)) return add_operator_problem(*name, name_pointer, draft.name, problems_);
    const bool on_picture = draft.type->stage == Stage::picture;
    for (const ParamRow& row : group.params)
      if (on_picture && value.is_object() && value.find(row.name) != nullptr)
        problems_.add(
            *value.find(row.name), member_pointer(pointer, row.name),
            fmt::format("'{}' changes the picture and has no {} of its own", draft.name, row.name),
            "set its 'strength'");
    if (!on_picture && !accepts(Stage::layer, draft.type->stage)) {
      problems_.add(*name, name_pointer,
                    fmt::format("expects a drawing, but '{}' makes {}", draft.name,
                                stage_name(draft.type->stage)));
      return;
    }
    layer.node = *node;
    graph_.composite.push_back(std::move(layer));
  }

  /// The list of nodes that are played; optional.
  void read_sound(const NodeIndex& index) {
    const Json* list = document_.find("sound");
    if (list == nullptr) return;
    if (!list->is_array()) {
      problems_.add(*list, "/sound", "expected a list of nodes, got " + shown(*list),
                    "\"sound\" names the nodes that are played, all at once");
      return;
    }
    for (std::size_t i = 0; i < list->as_array().size(); ++i)
      read_played(list->as_array()[i], element_pointer("/sound", i), index);
  }

  void read_played(const Json& name, const std::string& pointer, const NodeIndex& index) {
    const auto node = index.find(name, pointer, problems_);
    if (!node || drafts_[*node].type == nullptr) return;
    const NodeDraft& draft = drafts_[*node];
    if (draft.type->stage != Stage::sound) {
      problems_.add(name, pointer,
                    fmt::format("expects sound, but '{}' makes {}", draft.name,
                                stage_name(draft.type->stage)),
                    "name a sonify_* node");
    } else if (std::ranges::count(graph_.sound, *node) > 0) {
      problems_.add(name, pointer, fmt::format("'{}' is already played", draft.name));
    } else {
      graph_.sound.push_back(*node);
    }
  }

  /// The graph with nodes, edges and layers renumbered in this order.
  Graph finished(const std::vector<std::size_t>& order) {
    std::vector<std::size_t> new_index(drafts_.size());
    for (std::size_t i = 0; i < order.size(); ++i) new_index[order[i]] = i;
    for (const std::size_t old : order) {
      NodeDraft& draft = drafts_[old];
      for (auto& port : draft.inputs)
        for (std::size_t& input : port) input = new_index[input];
      graph_.nodes.push_back({std::move(draft.name), draft.type, std::move(draft.params),
                              std::move(draft.inputs), draft.json->line});
    }
    for (Layer& layer : graph_.composite) layer.node = new_index[layer.node];
    for (std::size_t& played : graph_.sound) played = new_index[played];
    graph_.source = source_name_;
    return std::move(graph_);
  }

  const Json& document_;
  const std::string& source_name_;
  const Registry& registry_;
  Problems problems_;
  std::vector<NodeDraft> drafts_;
  Graph graph_;
};

}  // namespace

Graph build_graph(const Json& document, const std::string& source_name, const Registry& registry,
                  const std::map<std::string, std::string>& variables) {
  return Builder(document, source_name, registry).build(variables);
}

}  // namespace overlace
