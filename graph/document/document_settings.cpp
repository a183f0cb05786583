// SPDX-License-Identifier: Apache-2.0
// Settings from the command line: "KNOB=VALUE", "theme.NAME=COLOUR" and "NODE.PARAM=VALUE", typed
// by their targets.
#include <fmt/format.h>

#include "graph/core/problems.h"
#include "graph/document/setting_target.h"

namespace overlace {
namespace {

/// Sets a value within objects, which are added where they are missing.
void put(Json& document, const std::vector<std::string>& keys, Json value) {
  Json* object = &document;
  for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
    Json* member = object->find(keys[i]);
    if (member == nullptr || !member->is_object())
      member = &object->set(keys[i], Json(Json::Object{}));
    object = member;
  }
  object->set(keys.back(), std::move(value));
}

}  // namespace

Setting parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0)
    throw Error(ErrorCode::usage,
                fmt::format("expected KNOB=VALUE or NODE.PARAM=VALUE, got {}", quoted(text)));
  return {text.substr(0, equals), text.substr(equals + 1)};
}

void apply_settings(Json& document, const std::vector<Setting>& settings,
                    const Registry& registry) {
  const std::vector<Knob> knobs = document_knobs(document);
  std::vector<Diagnostic> problems;
  for (const Setting& setting : settings) {
    const std::string place =
        fmt::format("--set {}={}", shortened(setting.target), shortened(setting.value));
    try {
      const SettingTarget target(document, knobs, setting.target, registry);
      put(document, target.keys(), target.value_of(setting.value, place));
    } catch (const Error& error) {
      for (Diagnostic problem : error.problems()) {
        problem.location = {place};
        problems.push_back(std::move(problem));
      }
    }
  }
  if (!problems.empty()) throw Error(ErrorCode::usage, std::move(problems));
}

bool has_target(const Json& document, const Setting& setting, const Registry& registry) {
  try {
    static_cast<void>(SettingTarget(document, document_knobs(document), setting.target, registry));
    return true;
  } catch (const Error&) {
    return false;
  }
}

}  // namespace overlace
