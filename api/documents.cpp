// SPDX-License-Identifier: Apache-2.0
// Documents as texts: presets, the reference, checks and edits.
#include <cstring>
#include <string>
#include <vector>

#include "api/c_error.h"
#include "api/library_features.h"
#include "api/program.h"
#include "graph/document/document.h"
#include "graph/document/edit_graph.h"
#include "graph/document/graph_svg.h"
#include "graph/document/schema_text.h"
#include "render/graph_source.h"

namespace overlace::api {
namespace {

const std::vector<std::string>& presets() {
  static const std::vector<std::string> names = preset_names();
  return names;
}

/// Made when first asked for.
const char* described(std::uint32_t which) {
  switch (which) {
    case OVL_TEXT_NODES: {
      static const std::string text = nodes_json(builtin_nodes()).dump(2) + "\n";
      return text.c_str();
    }
    case OVL_TEXT_SCHEMA: {
      static const std::string text = schema_text(document_schema(builtin_nodes()));
      return text.c_str();
    }
    case OVL_TEXT_FEATURES: {
      static const std::string text = features_json().dump(2) + "\n";
      return text.c_str();
    }
    default:
      return nullptr;
  }
}

void check(const char* graph, const char* const* settings, std::size_t count) {
  GraphSettings checked;
  checked.document = graph;
  checked.values = read_settings(settings, count);
  check_files(load_graph(checked).graph);
}

/// A text of the caller's own; freed by ovl_string_free.
char* copy_of(const std::string& text) {
  auto* copy = new char[text.size() + 1];
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

/// The caller's own copy of the document's text after the acts.
char* edited_text(const Source& document, const std::vector<GraphAct>& acts) {
  const auto edits = edit_without_problems(document, acts, find_document, builtin_nodes());
  return copy_of(apply_edits(document.text, edits));
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

const char* ovl_preset(size_t index) {
  const char* name = nullptr;
  static_cast<void>(guarded(nullptr, [&] {
    if (index < presets().size()) name = presets()[index].c_str();
  }));
  return name;
}

const char* ovl_preset_text(const char* name) {
  const char* text = nullptr;
  static_cast<void>(guarded(nullptr, [&] {
    if (name == nullptr) return;
    const std::string_view baked = overlace::preset_text(name);
    if (!baked.empty()) text = baked.data();  // a literal, which ends with a NUL
  }));
  return text;
}

const char* ovl_text(uint32_t which) {
  const char* text = nullptr;
  static_cast<void>(guarded(nullptr, [&] { text = described(which); }));
  return text;
}

int ovl_check(const char* graph, const char* const* settings, size_t setting_count,
              ovl_error** error) {
  return guarded(error, [&] {
    require(graph != nullptr, "the graph is NULL");
    check(graph, settings, setting_count);
  });
}

int ovl_edit(const char* text, const char* file, const char* target, const char* value,
             char** edited, ovl_error** error) {
  return guarded(error, [&] {
    require(edited != nullptr, "there is nowhere to put the text: it is NULL");
    *edited = nullptr;
    require(text != nullptr && target != nullptr, "the text and the target must not be NULL");
    const overlace::Source document{text, file == nullptr ? "document" : file};
    overlace::GraphAct act = overlace::ResetAct{target};
    if (value != nullptr) act = overlace::SetAct{target, value, true};
    *edited = edited_text(document, {act});
  });
}

int ovl_edit_acts(const char* text, const char* file, const char* acts, char** edited,
                  ovl_error** error) {
  return guarded(error, [&] {
    require(edited != nullptr, "there is nowhere to put the text: it is NULL");
    *edited = nullptr;
    require(text != nullptr && acts != nullptr, "the text and the acts must not be NULL");
    const overlace::Source document{text, file == nullptr ? "document" : file};
    *edited = edited_text(document, overlace::read_acts(overlace::parse_json(acts, "acts")));
  });
}

int ovl_graph_svg(const char* graph, char** svg, ovl_error** error) {
  return guarded(error, [&] {
    require(svg != nullptr, "there is nowhere to put the drawing: it is NULL");
    *svg = nullptr;
    require(graph != nullptr, "the graph is NULL");
    const auto document = overlace::load_document(graph, overlace::find_document);
    *svg = copy_of(overlace::graph_svg(document, overlace::builtin_nodes()));
  });
}

void ovl_string_free(char* text) {
  delete[] text;
}

}  // extern "C"
