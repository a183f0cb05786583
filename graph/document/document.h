// SPDX-License-Identifier: Apache-2.0
// The graph document: read, patched, checked in full, and turned into typed nodes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/document/graph.h"
#include "graph/types/registry.h"

namespace overlace {

/// A knob that a document's author exposes: color, number, integer, boolean or text. A colour of
/// the document's "theme" is also a knob, called "theme.NAME".
struct Knob {
  std::string name, doc;
  ParamKind kind = ParamKind::number;
  Range range;            ///< number and integer
  bool constant = false;  ///< takes neither keyframes nor a map, like a theme's colours
  Json default_value;
};

/// "NODE.PARAM=VALUE", "KNOB=VALUE" or "theme.NAME=COLOUR" from the command line.
struct Setting {
  std::string target, value;
};
/// Splits at the first "="; throws Error(usage) if there is none.
[[nodiscard]] Setting parse_setting(const std::string& text);

/// Finds a document's text by name: a preset or a file. Returns the text and the name for messages.
/// Throws Error(usage) with the nearest preset name.
struct Source {
  std::string text, name;
};
using FindSource = std::function<Source(const std::string& name)>;

/// The document with those it extends merged in, outermost last (JSON Merge Patch, RFC 7386); a
/// chain has at most eight. Lines are those of the outermost file, and 0 for inherited values.
/// Throws Error(usage).
[[nodiscard]] Json load_document(const std::string& name, const FindSource& find);
/// Applies `--set`s: typed by the node registry, or by the knob's type. Throws one Error(usage)
/// with all problems.
void apply_settings(Json& document, const std::vector<Setting>& settings, const Registry& registry);
/// Whether a document has the knob, colour or parameter that a setting names.
[[nodiscard]] bool has_target(const Json& document, const Setting& setting,
                              const Registry& registry);

/// Checks everything and builds the graph. `variables` replace "$name" texts (such as "$tracks")
/// and take precedence over knobs of the same name. Throws one Error(usage) with all problems (the
/// first 50 of them).
[[nodiscard]] Graph build_graph(const Json& document, const std::string& source_name,
                                const Registry& registry,
                                const std::map<std::string, std::string>& variables = {});

/// Knobs of a document, in order, followed by the colours of its theme.
[[nodiscard]] std::vector<Knob> document_knobs(const Json& document);

/// JSON Schema (draft 7, which every validator and editor reads) of documents, generated from the
/// registry.
[[nodiscard]] Json document_schema(const Registry& registry);

/// Reference of one node type as Markdown / plain help text, and of all as JSON.
[[nodiscard]] std::string node_markdown(const NodeType& type);
[[nodiscard]] std::string node_help(const NodeType& type);
[[nodiscard]] Json nodes_json(const Registry& registry);

/// Names of the presets baked into the binary, and their text ("" when unknown).
[[nodiscard]] std::vector<std::string> preset_names();
[[nodiscard]] std::string_view preset_text(std::string_view name);

}  // namespace overlace
