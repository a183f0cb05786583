// SPDX-License-Identifier: Apache-2.0
// From names to pointers, and the check of what an edit has made.
#include "graph/document/edit_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph/core/problems.h"
#include "graph/document/setting_target.h"

namespace overlace {
namespace {

/// Where a change takes place, and the value there; none to remove it.
struct PlacedValue {
  std::string pointer;
  std::optional<Json> value{};
};

std::string pointer_of(const std::vector<std::string>& keys) {
  std::string pointer;
  for (const std::string& key : keys) pointer = member_pointer(pointer, key);
  return pointer;
}

/// The value that a text gives as JSON.
Json json_value(const std::string& text) {
  try {
    return parse_json(text, "");
  } catch (const Error& error) {
    const Diagnostic& problem = error.problems().front();
    throw Error(ErrorCode::usage, "the value is " + problem.message, problem.hint);
  }
}

/// The document merged with what it extends.
Json merged(const Source& document, const FindSource& find) {
  return load_document(document.name, [&](const std::string& name) {
    return name == document.name ? document : find(name);
  });
}

std::vector<Diagnostic> problems_of(const Source& document, const FindSource& find,
                                    const Registry& registry) {
  try {
    static_cast<void>(
        build_graph(merged(document, find), document.name, registry, {{"tracks", ""}}));
    return {};
  } catch (const Error& error) {
    return error.problems();
  }
}

/// Finds what a change means in a document.
class Placer {
 public:
  Placer(const Source& document, const FindSource& find, const Registry& registry)
      : document_(document), find_(find), registry_(registry) {}

  [[nodiscard]] PlacedValue place(const GraphChange& change) const {
    if (change.target.starts_with('/')) return at_pointer(change);
    const Json graph = merged(document_, find_);
    if (const auto port = port_of(change.target)) return at_port(graph, *port, change.value);
    const std::vector<Knob> knobs = document_knobs(graph);
    const SettingTarget target(graph, knobs, change.target, registry_);
    PlacedValue placed{pointer_of(target.keys())};
    if (change.value) placed.value = target.value_of(*change.value, document_.name);
    return placed;
  }

 private:
  struct Port {
    std::string node, name;
  };

  /// The parts of "NODE.inputs.PORT"; nothing for other targets.
  [[nodiscard]] static std::optional<Port> port_of(const std::string& target) {
    constexpr std::string_view inputs = ".inputs.";
    const std::size_t dot = target.find('.');
    if (dot == target.npos || target.compare(dot, inputs.size(), inputs) != 0) return std::nullopt;
    return Port{target.substr(0, dot), target.substr(dot + inputs.size())};
  }

  [[nodiscard]] PlacedValue at_pointer(const GraphChange& change) const {
    PlacedValue placed{change.target};
    check_not_in_inherited_list(change.target);
    if (change.value) placed.value = json_value(*change.value);
    return placed;
  }

  [[nodiscard]] PlacedValue at_port(const Json& graph, const Port& port,
                                    const std::optional<std::string>& value) const {
    const Json* nodes = graph.find("nodes");
    if (nodes == nullptr || nodes->find(port.node) == nullptr)
      throw Error(
          ErrorCode::usage, fmt::format("no node {}", quoted(port.node)),
          nodes != nullptr && nodes->is_object() ? suggest(port.node, keys_of(*nodes)) : "");
    PlacedValue placed{pointer_of({"nodes", port.node, "inputs", port.name})};
    if (value) placed.value = value->starts_with('[') ? json_value(*value) : Json(*value);
    return placed;
  }

  /// A patch replaces lists as a whole: it has no element to change.
  void check_not_in_inherited_list(const std::string& pointer) const {
    const Json own = parse_json(document_.text, document_.name);
    if (own.find("extends") == nullptr) return;
    const Json graph = merged(document_, find_);
    const Json *mine = &own, *inherited = &graph;
    std::string at;
    for (const std::string& token : pointer_tokens(pointer)) {
      if (mine == nullptr && inherited->is_array())
        throw Error(ErrorCode::usage, fmt::format("{} is a list that is inherited", at),
                    "set it as a whole", {document_.name, pointer});
      mine = mine == nullptr ? nullptr : mine->find(token);
      inherited = inherited->find(token);
      if (inherited == nullptr) return;
      at = member_pointer(at, token);
    }
  }

  [[nodiscard]] static std::vector<std::string> keys_of(const Json& object) {
    std::vector<std::string> keys;
    for (const auto& [key, value] : object.as_object()) keys.push_back(key);
    return keys;
  }

  const Source& document_;
  const FindSource& find_;
  const Registry& registry_;
};

/// Problems of `after` that are not in `before`, wherever their lines are now.
std::vector<Diagnostic> new_problems(const std::vector<Diagnostic>& before,
                                     std::vector<Diagnostic> after, const std::string& pointer) {
  const auto is_there = [&](const Diagnostic& problem) {
    const std::string& at = problem.location.pointer;
    const bool at_change =
        at.starts_with(pointer) && (at.size() == pointer.size() || at[pointer.size()] == '/');
    return (!before.empty() && !at_change) ||
           std::ranges::any_of(before, [&](const Diagnostic& known) {
             return known.location.pointer == at && known.message == problem.message;
           });
  };
  std::erase_if(after, is_there);
  return after;
}

/// Names the document where an error names no place.
[[noreturn]] void rethrow_placed(const Error& error, const std::string& document,
                                 const std::string& pointer) {
  std::vector<Diagnostic> problems = error.problems();
  for (Diagnostic& problem : problems) {
    if (problem.location.file.empty()) problem.location.file = document;
    if (problem.location.pointer.empty()) problem.location.pointer = pointer;
  }
  throw Error(error.code(), std::move(problems));
}

std::vector<TextEdit> edits_of(const Source& document, const PlacedValue& placed) {
  if (placed.value) return set_value(document.text, placed.pointer, *placed.value);
  return remove_value(document.text, placed.pointer);
}

}  // namespace

std::vector<TextEdit> edit_graph(const Source& document, const GraphChange& change,
                                 const FindSource& find, const Registry& registry) {
  std::string pointer;
  try {
    const PlacedValue placed = Placer(document, find, registry).place(change);
    pointer = placed.pointer;
    std::vector<TextEdit> edits = edits_of(document, placed);
    const Source edited{apply_edits(document.text, edits), document.name};
    std::vector<Diagnostic> problems = new_problems(
        problems_of(document, find, registry), problems_of(edited, find, registry), placed.pointer);
    if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
    return edits;
  } catch (const Error& error) {
    rethrow_placed(error, document.name, pointer);
  }
}

}  // namespace overlace
