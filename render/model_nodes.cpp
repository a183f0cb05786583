// SPDX-License-Identifier: Apache-2.0
// Replaces nodes in a document, and sets their parameters as --set does.
#include "render/model_nodes.h"

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "graph/types/registry.h"

namespace overlace {
namespace {

/// Whether a node takes the tracks of the command line, or finds its own where there are none.
bool takes_tracks(const Json& node) {
  const Json* const type = node.find("type");
  if (type == nullptr || !(*type == Json("track_input"))) return false;
  const Json* const params = node.find("params");
  const Json* const path = params == nullptr ? nullptr : params->find("path");
  return path == nullptr || *path == Json("$tracks") || *path == Json("");
}

/// Problems name the option.
void set_param(Json& document, const std::string& node, const Setting& setting) {
  try {
    apply_settings(document, {{node + "." + setting.target, setting.value}}, builtin_nodes());
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems)
      problem.location = {fmt::format("--detect {}={}", setting.target, setting.value)};
    throw Error(error.code(), std::move(problems));
  }
}

}  // namespace

std::size_t use_model(Json& document, const GraphSettings& settings) {
  Json* const nodes = document.find("nodes");
  if (nodes == nullptr || !nodes->is_object()) return 0;
  std::vector<std::string> names;
  for (const auto& [name, node] : nodes->as_object())
    if (node.is_object() && takes_tracks(node)) names.push_back(name);
  for (const std::string& name : names) {
    nodes->set(name, Json(Json::Object{{"type", "track_detect"},
                                       {"params", Json::Object{{"model", settings.model}}}}));
    for (const Setting& setting : settings.detect) set_param(document, name, setting);
  }
  return names.size();
}

}  // namespace overlace
