// SPDX-License-Identifier: Apache-2.0
// Edges of a document: which node feeds which, whether they fit, and in which order.
#include <fmt/format.h>

#include <algorithm>
#include <queue>

#include "graph/document/document_check.h"
#include "graph/types/at_param.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

const GroupOf* group_of(const NodeDraft& node) {
  return std::get_if<GroupOf>(&node.type->behaviour);
}

/// The edges of one node.
class Connector {
 public:
  Connector(const std::vector<NodeDraft>& drafts, const NodeIndex& index, Problems& problems)
      : drafts_(drafts), index_(index), problems_(problems) {}

  std::vector<std::vector<std::size_t>> inputs_of(const NodeDraft& draft) {
    std::vector<std::vector<std::size_t>> edges(draft.type->inputs.size());
    const std::string parent = member_pointer("/nodes", draft.name);
    const std::string pointer = parent + "/inputs";
    const Json* inputs = draft.json->find("inputs");
    if (inputs != nullptr && !inputs->is_object()) {
      problems_.add(*inputs, pointer, "expected an object of inputs, got " + shown(*inputs));
      return edges;
    }
    std::vector<std::string> ports;
    for (const Port& port : draft.type->inputs) ports.push_back(port.name);
    if (inputs != nullptr) check_keys(*inputs, pointer, ports, problems_);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      const Port& port = draft.type->inputs[i];
      const Json* value = inputs == nullptr ? nullptr : inputs->find(port.name);
      if (value != nullptr)
        edges[i] = sources(draft, port, *value, member_pointer(pointer, port.name));
      else if (inputs != nullptr)
        check_left_out(draft, port, *inputs, pointer);
      else
        check_left_out(draft, port, *draft.json, parent);
    }
    return edges;
  }

 private:
  /// Reports a port that `at` does not wire, if it is required or the parameters need it.
  void check_left_out(const NodeDraft& draft, const Port& port, const Json& at,
                      const std::string& pointer) {
    const std::string missing =
        fmt::format("input '{}' is missing; it takes {}", port.name, accepted_text(port.stage));
    if (!port.optional()) return problems_.add(at, pointer, missing, fitting_nodes(draft, port));
    try {
      const std::string user = port.needed_by(draft.params.get());
      if (user.empty()) return;
      problems_.add(at, pointer, fmt::format("{}, which {} needs", missing, user),
                    fmt::format("name a node that makes {} as input '{}'",
                                accepted_text(port.stage), port.name));
    } catch (const Error& error) {
      const bool names_param = is_of_param(error.problems().front().location);
      problems_.add(at, names_param ? member_pointer("/nodes", draft.name) + "/params/" : pointer,
                    error);
    }
  }

  std::vector<std::size_t> sources(const NodeDraft& reader, const Port& port, const Json& value,
                                   const std::string& pointer) {
    std::vector<std::size_t> found;
    if (!value.is_array() || !port.many) {
      if (value.is_array())
        problems_.add(value, pointer, "takes one node, got a list",
                      accepts(port.stage, Stage::drawing) ? "join them in a composite node" : "");
      else if (const auto node = source(reader, port, value, pointer))
        found.push_back(*node);
      return found;
    }
    if (value.as_array().empty()) problems_.add(value, pointer, "expected at least one node");
    for (std::size_t i = 0; i < value.as_array().size(); ++i) {
      const std::string at = element_pointer(pointer, i);
      const auto node = source(reader, port, value.as_array()[i], at);
      if (!node) continue;
      if (i == 0 && is_operator(drafts_[*node]))
        add_operator_problem(value.as_array()[i], at, drafts_[*node].name, problems_);
      found.push_back(*node);
    }
    return found;
  }

  /// "nodes that fit: a, b", without the reader itself; "" if there are none.
  [[nodiscard]] std::string fitting_nodes(const NodeDraft& reader, const Port& port) const {
    constexpr std::size_t most = 8;
    std::vector<std::string> names;
    for (const NodeDraft& node : drafts_)
      if (node.type != nullptr && node.name != reader.name &&
          accepts(port.stage, node.type->stage) && (!is_operator(node) || group_of(reader)))
        names.push_back(node.name);
    if (names.empty()) return {};
    const bool all = names.size() <= most;
    if (!all) names.resize(most);
    return fmt::format("nodes that fit: {}{}", fmt::join(names, ", "), all ? "" : ", …");
  }

  std::optional<std::size_t> source(const NodeDraft& reader, const Port& port, const Json& value,
                                    const std::string& pointer) {
    const auto node = index_.find(value, pointer, problems_);
    if (!node || drafts_[*node].type == nullptr) return std::nullopt;
    const NodeDraft& from = drafts_[*node];
    if (from.type->stage == Stage::picture) {
      problems_.add(value, pointer,
                    fmt::format("'{}' changes the picture, and there is no video here", from.name),
                    "name it in the document's own \"composite\"");
      return std::nullopt;
    }
    if (is_operator(from) && group_of(reader) == nullptr) {
      add_operator_problem(value, pointer, from.name, problems_);
      return std::nullopt;
    }
    if (!accepts(port.stage, from.type->stage)) {
      problems_.add(value, pointer,
                    fmt::format("expects {}, but '{}' makes {}", accepted_text(port.stage),
                                from.name, stage_name(from.type->stage)),
                    fitting_nodes(reader, port));
      return std::nullopt;
    }
    return node;
  }

  const std::vector<NodeDraft>& drafts_;
  const NodeIndex& index_;
  Problems& problems_;
};

/// A cycle among the nodes that could not be ordered, as "a -> b -> a".
std::string cycle_path(const std::vector<NodeDraft>& drafts, const std::vector<bool>& ordered,
                       std::size_t start) {
  // Every remaining node has a remaining input, so walking inputs must close a cycle.
  constexpr std::size_t longest = 12;
  std::vector<std::size_t> seen_at(drafts.size(), drafts.size()), walk;
  std::size_t node = start;
  while (seen_at[node] == drafts.size()) {
    seen_at[node] = walk.size();
    walk.push_back(node);
    for (const auto& port : drafts[node].inputs)
      for (const std::size_t input : port)
        if (!ordered[input]) node = input;
  }
  walk.erase(walk.begin(), walk.begin() + static_cast<std::ptrdiff_t>(seen_at[node]));
  std::reverse(walk.begin(), walk.end());  // from inputs to what they feed
  std::string path;
  for (std::size_t i = 0; i < std::min(walk.size(), longest); ++i)
    path += drafts[walk[i]].name + " -> ";
  return path + (walk.size() > longest ? "… -> " : "") + drafts[walk.front()].name;
}

}  // namespace

bool is_operator(const NodeDraft& node) {
  const GroupOf* group = group_of(node);
  return group != nullptr && is_group_operator((*group)(node.params.get()).blend);
}

void add_operator_problem(const Json& value, const std::string& pointer, const std::string& what,
                          Problems& problems) {
  problems.add(value, pointer, fmt::format("'{}' changes layers below it, and has none here", what),
               "blends plus, erase and inside belong in the layers of a composite node");
}

NodeIndex::NodeIndex(const std::vector<NodeDraft>& drafts) {
  for (std::size_t i = 0; i < drafts.size(); ++i) {
    names_.push_back(drafts[i].name);
    index_.emplace(drafts[i].name, i);
  }
}

std::optional<std::size_t> NodeIndex::find(const Json& name, const std::string& pointer,
                                           Problems& problems) const {
  if (!name.is_string()) {
    problems.add(name, pointer, "expected the name of a node, got " + shown(name));
    return std::nullopt;
  }
  if (const auto found = index_.find(name.as_string()); found != index_.end()) return found->second;
  problems.add_unknown(name, pointer, fmt::format("no node {}", shown(name)), name.as_string(),
                       names_);
  return std::nullopt;
}

void connect(std::vector<NodeDraft>& drafts, const NodeIndex& index, Problems& problems) {
  Connector connector(drafts, index, problems);
  for (NodeDraft& draft : drafts)
    if (draft.type != nullptr) draft.inputs = connector.inputs_of(draft);
}

std::vector<std::size_t> topological_order(const std::vector<NodeDraft>& drafts,
                                           Problems& problems) {
  using Key = std::pair<Stage, std::size_t>;
  std::vector<std::size_t> waiting(drafts.size(), 0), order;
  std::vector<std::vector<std::size_t>> users(drafts.size());
  std::priority_queue<Key, std::vector<Key>, std::greater<>> ready;
  const auto key_of = [&](std::size_t node) {
    const NodeType* type = drafts[node].type;
    return Key{type == nullptr ? Stage::tracks : type->stage, node};
  };
  for (std::size_t node = 0; node < drafts.size(); ++node) {
    for (const auto& port : drafts[node].inputs)
      for (const std::size_t input : port) {
        users[input].push_back(node);
        ++waiting[node];
      }
    if (waiting[node] == 0) ready.push(key_of(node));
  }
  std::vector<bool> ordered(drafts.size());
  while (!ready.empty()) {
    const std::size_t node = ready.top().second;
    ready.pop();
    ordered[node] = true;
    order.push_back(node);
    for (const std::size_t user : users[node])
      if (--waiting[user] == 0) ready.push(key_of(user));
  }
  const auto left = std::find(ordered.begin(), ordered.end(), false);
  if (left != ordered.end()) {
    const auto node = static_cast<std::size_t>(left - ordered.begin());
    problems.add(*drafts[node].json, member_pointer("/nodes", drafts[node].name),
                 "nodes feed each other in a circle: " + cycle_path(drafts, ordered, node));
  }
  return order;
}

}  // namespace overlace
