// SPDX-License-Identifier: Apache-2.0
// Copies nodes with what belongs to them, and fits their names to where they go.
#include "graph/document/graph_fragment.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"
#include "graph/core/problems.h"
#include "graph/document/name_uses.h"

namespace overlace {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// The node of an entry of the paint order or the sounds; "" if it names none.
std::string node_of(const Json& entry) {
  const Json* const name = entry.is_object() ? entry.find("node") : &entry;
  return name != nullptr && name->is_string() ? name->as_string() : "";
}

/// Whether a value has the text anywhere in it.
bool has_text(const Json& value, const std::string& text) {
  if (value.is_string()) return value.as_string() == text;
  if (value.is_array())
    return std::ranges::any_of(value.as_array(),
                               [&](const Json& item) { return has_text(item, text); });
  if (value.is_object())
    return std::ranges::any_of(value.as_object(), [&](const Json::Member& member) {
      return has_text(member.second, text);
    });
  return false;
}

/// Members of an object of `document` that the fragment refers to as "PREFIX" and their name.
void copy_used(const Json& document, const char* object, const std::string& prefix,
               Json& fragment) {
  Json used{Json::Object{}};
  for (const std::string& name : names_in(document.find(object)))
    if (has_text(fragment, prefix + name)) used.set(name, *document.find(object)->find(name));
  if (!used.as_object().empty()) fragment.set(object, std::move(used));
}

/// The value at keys, to be changed.
Json& at(Json& document, const std::vector<std::string>& keys) {
  return *const_cast<Json*>(json_at(document, keys));
}

void rename_uses(Json& fragment, NameKind kind, const std::string& name, const std::string& to,
                 const Registry& registry) {
  for (const NameUse& use : uses_renamed(fragment, kind, name, to, registry))
    at(fragment, use.keys) = Json(use.text);
}

/// Gives nodes free names. All get them at once, so that no new name meets an old one.
void rename_nodes(Json& fragment, const std::vector<std::string>& taken, const Registry& registry) {
  std::vector<std::string> all = taken;
  const std::vector<std::string> own = names_in(fragment.find("nodes"));
  all.insert(all.end(), own.begin(), own.end());
  for (const std::string& name : own) {
    if (!contains(taken, name)) continue;
    const std::string to = free_name(name, all);
    all.push_back(to);
    rename_uses(fragment, NameKind::node, name, to, registry);
    for (Json::Member& member : fragment.find("nodes")->as_object())
      if (member.first == name) member.first = to;
  }
}

void rename_series(Json& fragment, const Json& document, const Registry& registry) {
  std::vector<std::string> taken, all;
  for (const SeriesName& series : series_names(document, registry)) taken.push_back(series.name);
  all = taken;
  const std::vector<SeriesName> own = series_names(fragment, registry);
  for (const SeriesName& series : own) all.push_back(series.name);
  for (const SeriesName& series : own) {
    if (!contains(taken, series.name)) continue;
    const std::string to = free_name(series.name, all);
    all.push_back(to);
    rename_uses(fragment, NameKind::series, series.name, to, registry);
    Json& node = at(fragment, {"nodes", series.node});
    if (node.find("params") == nullptr) node.set("params", Json(Json::Object{}));
    node.find("params")->set("name", Json(to));
  }
}

/// Takes away wires to nodes that are not there.
void cut_wires(Json& fragment, const std::vector<std::string>& known) {
  const auto is_loose = [&](const Json& value) {
    return value.is_string() && !contains(known, value.as_string());
  };
  for (auto& [name, node] : fragment.find("nodes")->as_object()) {
    Json* const inputs = node.find("inputs");
    if (inputs == nullptr || !inputs->is_object()) continue;
    for (auto& [port, value] : inputs->as_object())
      if (value.is_array()) std::erase_if(value.as_array(), is_loose);
    std::erase_if(inputs->as_object(), [&](const Json::Member& port) {
      const Json& value = port.second;
      return !is_comment(port.first) &&
             (is_loose(value) || (value.is_array() && value.as_array().empty()));
    });
  }
}

void check_fragment(const Json& fragment) {
  const Json* const nodes = fragment.find("nodes");
  if (nodes == nullptr || !nodes->is_object())
    throw Error(ErrorCode::usage, "is no fragment of a graph", "it has an object of \"nodes\"");
  Problems problems;
  check_keys(fragment, "", {"nodes", "composite", "sound", "knobs", "theme"}, problems);
  for (const auto& [name, node] : nodes->as_object()) {
    if (is_comment(name)) continue;
    const std::string pointer = member_pointer("/nodes", name);
    if (!is_name(name)) problems.add(node, pointer, "is not a valid name", std::string(name_rule));
    if (!node.is_object()) problems.add(node, pointer, "expected a node, got " + shown(node));
  }
  problems.throw_if_any();
}

}  // namespace

Json copy_nodes(const Json& document, const std::vector<std::string>& nodes) {
  Json copied{Json::Object{}};
  const std::vector<std::string> all = names_in(document.find("nodes"));
  for (const std::string& name : nodes)
    if (!contains(all, name))
      throw Error(ErrorCode::usage, fmt::format("no node {}", quoted(name)), suggest(name, all));
  for (const std::string& name : all)
    if (contains(nodes, name)) copied.set(name, *document.find("nodes")->find(name));
  Json fragment{Json::Object{{"nodes", std::move(copied)}}};
  for (const char* const list : {"composite", "sound"}) {
    Json entries{Json::Array{}};
    if (const Json* const whole = document.find(list); whole != nullptr && whole->is_array())
      for (const Json& entry : whole->as_array())
        if (contains(nodes, node_of(entry))) entries.push_back(entry);
    if (!entries.as_array().empty()) fragment.set(list, std::move(entries));
  }
  copy_used(document, "knobs", "$", fragment);
  copy_used(document, "theme", "$theme.", fragment);
  return fragment;
}

Json fitted_fragment(const Json& fragment, const Json& document, const Registry& registry) {
  check_fragment(fragment);
  Json fitted = fragment;
  const std::vector<std::string> taken = names_in(document.find("nodes"));
  rename_series(fitted, document, registry);
  rename_nodes(fitted, taken, registry);
  std::vector<std::string> known = names_in(fitted.find("nodes"));
  known.insert(known.end(), taken.begin(), taken.end());
  cut_wires(fitted, known);
  return fitted;
}

std::string free_name(const std::string& name, const std::vector<std::string>& taken) {
  constexpr std::size_t longest = 64;
  std::string free = name;
  for (int number = 2; contains(taken, free); ++number) {
    const std::string end = fmt::format("_{}", number);
    free = name.substr(0, longest - end.size()) + end;
  }
  return free;
}

std::vector<std::string> names_in(const Json* object) {
  std::vector<std::string> names;
  if (object == nullptr || !object->is_object()) return names;
  for (const auto& [key, value] : object->as_object())
    if (!is_comment(key)) names.push_back(key);
  return names;
}

}  // namespace overlace
