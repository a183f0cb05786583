// SPDX-License-Identifier: Apache-2.0
#include "graph/document/required_knobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace overlace {
namespace {

/// Whether a text somewhere in a value is this one.
bool contains_text(const Json& value, std::string_view text) {
  const auto contains = [text](const Json& part) { return contains_text(part, text); };
  if (value.is_string()) return value.as_string() == text;
  if (value.is_array()) return std::ranges::any_of(value.as_array(), contains);
  return value.is_object() &&
         std::ranges::any_of(value.as_object(), contains, &Json::Member::second);
}

bool is_required(const Json& document, const std::string& knob) {
  const Json* const row = document.find("knobs")->find(knob);
  const Json* const required = row == nullptr ? nullptr : row->find("required");
  return required != nullptr && *required == Json(true);
}

}  // namespace

void check_required_knobs(Json document, const std::vector<Setting>& values,
                          const Registry& registry) {
  apply_settings(document, values, registry);
  const Json* const nodes = document.find("nodes");
  if (nodes == nullptr || document.find("knobs") == nullptr) return;
  std::vector<Diagnostic> problems;
  for (const Knob& knob : document_knobs(document))
    if (knob.default_value == Json("") && is_required(document, knob.name) &&
        contains_text(*nodes, "$" + knob.name))
      problems.push_back({{fmt::format("--set {}=VALUE", knob.name)},
                          fmt::format("the graph needs a value for '{}'", knob.name),
                          knob.doc});
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

}  // namespace overlace
