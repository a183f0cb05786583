// SPDX-License-Identifier: Apache-2.0
// What users may change in a document.
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "api/c_error.h"
#include "api/structs.h"
#include "graph/document/document.h"
#include "render/graph_source.h"

struct ovl_knobs {
  std::string title, doc;
  std::vector<overlace::Knob> knobs;
  std::vector<std::string> values;  ///< defaults, as a user would type them
};

namespace overlace::api {
namespace {

std::string member(const Json& document, const char* name) {
  const Json* value = document.find(name);
  return value != nullptr && value->is_string() ? value->as_string() : std::string();
}

std::uint32_t type_of(ParamKind kind) {
  switch (kind) {
    case ParamKind::integer:
      return OVL_KNOB_INTEGER;
    case ParamKind::boolean:
      return OVL_KNOB_BOOLEAN;
    case ParamKind::color:
      return OVL_KNOB_COLOR;
    case ParamKind::text:
      return OVL_KNOB_TEXT;
    default:
      return OVL_KNOB_NUMBER;
  }
}

/// A limit that the document does not give is infinite.
double limit_of(double limit) {
  constexpr double no_limit = std::numeric_limits<double>::infinity();
  const Range unlimited;
  if (limit <= unlimited.min) return -no_limit;
  return limit >= unlimited.max ? no_limit : limit;
}

ovl_knob c_knob(const Knob& knob, const std::string& value) {
  ovl_knob out{};
  out.type = type_of(knob.kind);
  out.name = knob.name.c_str();
  out.doc = knob.doc.c_str();
  out.value = value.c_str();
  out.min = limit_of(knob.range.min);
  out.max = limit_of(knob.range.max);
  return out;
}

}  // namespace
}  // namespace overlace::api

using namespace overlace::api;

extern "C" {

int ovl_knobs_create(const char* graph, ovl_knobs** knobs, ovl_error** error) {
  return guarded(error, [&] {
    require(knobs != nullptr, "there is nowhere to put the knobs: it is NULL");
    *knobs = nullptr;
    require(graph != nullptr, "the graph is NULL");
    overlace::GraphSettings settings;
    settings.document = graph;
    const overlace::GraphSource source = overlace::load_graph(settings);
    const overlace::Json& document = source.document.json;
    auto list = std::make_unique<ovl_knobs>();
    list->title = member(document, "title");
    list->doc = member(document, "doc");
    list->knobs = overlace::document_knobs(document);
    for (const overlace::Knob& knob : list->knobs)
      list->values.push_back(knob.default_value.is_string() ? knob.default_value.as_string()
                                                            : knob.default_value.dump());
    *knobs = list.release();
  });
}

size_t ovl_knobs_count(const ovl_knobs* knobs) {
  return knobs == nullptr ? 0 : knobs->knobs.size();
}

const char* ovl_knobs_title(const ovl_knobs* knobs) {
  return knobs == nullptr ? "" : knobs->title.c_str();
}

const char* ovl_knobs_doc(const ovl_knobs* knobs) {
  return knobs == nullptr ? "" : knobs->doc.c_str();
}

int ovl_knobs_get(const ovl_knobs* knobs, size_t index, ovl_knob* knob, ovl_error** error) {
  return guarded(error, [&] {
    require(knobs != nullptr && index < knobs->knobs.size(), "there is no such knob");
    check_struct(knob, "ovl_knob");
    write_struct(c_knob(knobs->knobs[index], knobs->values[index]), knob);
  });
}

void ovl_knobs_free(ovl_knobs* knobs) {
  delete knobs;
}

}  // extern "C"
