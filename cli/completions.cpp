// SPDX-License-Identifier: Apache-2.0
// Names of the program and of a graph, which begin with what was typed.
#include "cli/completions.h"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "graph/core/error.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "graph/values/colors.h"
#include "io/tracks/format.h"
#include "io/write/codec_table.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

/// Collects "name<Tab>doc" lines of names that begin with the prefix.
class Names {
 public:
  explicit Names(std::string_view prefix) : prefix_(prefix) {}

  void add(std::string_view name, std::string_view doc = {}) {
    if (name.starts_with(prefix_)) lines_ += fmt::format("{}\t{}\n", name, doc.substr(0, 200));
  }
  [[nodiscard]] std::string_view prefix() const { return prefix_; }
  [[nodiscard]] const std::string& lines() const { return lines_; }

 private:
  std::string_view prefix_;
  std::string lines_;
};

void add_presets(Names& names) {
  for (const std::string& name : preset_names()) {
    const Json document = parse_json(preset_text(name), name);
    const Json* const doc = document.find("doc");
    names.add(name, doc != nullptr && doc->is_string() ? doc->as_string() : "");
  }
}

void add_values(Names& names, std::string_view target, ParamKind kind,
                const std::vector<std::string>& choices) {
  const auto add = [&](std::string_view value) { names.add(fmt::format("{}={}", target, value)); };
  for (const std::string& choice : choices) add(choice);
  if (kind == ParamKind::boolean)
    for (const char* const value : {"true", "false"}) add(value);
  if (kind == ParamKind::color)
    for (const std::string& color : color_names()) add(color);
}

/// What `--set` can set in a node: its parameters, and their values once one has been typed.
void add_params(Names& names, const std::string& node, const NodeType& type) {
  for (const ParamRow& row : type.params) {
    const std::string target = node + '.' + row.name;
    names.add(target + '=', row.doc);
    if (names.prefix().starts_with(target + '=')) add_values(names, target, row.kind, row.choices);
  }
}

/// What `--set` can set in a document. A node comes with its parameters once its dot is typed.
void add_settings(Names& names, const Json& document) {
  for (const Knob& knob : document_knobs(document)) {
    names.add(knob.name + '=', knob.doc);
    if (names.prefix().starts_with(knob.name + '=')) add_values(names, knob.name, knob.kind, {});
  }
  const Json* const nodes = document.find("nodes");
  if (nodes == nullptr || !nodes->is_object()) return;
  for (const auto& [name, node] : nodes->as_object()) {
    const Json* const type_name = node.find("type");
    if (type_name == nullptr || !type_name->is_string()) continue;
    const NodeType* const type = builtin_nodes().find(type_name->as_string());
    if (type == nullptr) continue;
    if (names.prefix().starts_with(name + '.'))
      add_params(names, name, *type);
    else
      names.add(name + '.', type->name);
  }
}

void add_names(Names& names, NameKind kind, const std::string& graph) {
  switch (kind) {
    case NameKind::presets:
      return add_presets(names);
    case NameKind::nodes:
      for (const NodeType& type : builtin_nodes().types()) names.add(type.name, type.doc);
      return;
    case NameKind::params:
      return add_settings(names, load_document(graph, find_document));
    case NameKind::formats:
      for (const TrackFormat& format : track_formats()) names.add(format.name, format.title);
      return;
    case NameKind::codecs:
      for (const CodecRow& codec : codec_table()) names.add(codec.name, codec.note);
  }
}

}  // namespace

std::string completions(NameKind kind, const std::string& prefix, const std::string& graph) {
  Names names(prefix);
  try {
    add_names(names, kind, graph);
  } catch (const Error&) {
    return {};  // whoever presses a key wants no message
  }
  return names.lines();
}

}  // namespace overlace
