// SPDX-License-Identifier: Apache-2.0
// Finds what a setting names, and types its value by it.
#include "graph/document/setting_target.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/core/utf8.h"
#include "graph/document/document_check.h"
#include "graph/document/name_uses.h"

namespace overlace {
namespace {

/// The value of a text for a parameter of this kind. What fits no type stays text, for the reader
/// to reject.
Json typed_value(const std::string& text, ParamKind kind, const std::string& place) {
  const bool is_structure = text.starts_with('{') || text.starts_with('[');
  const bool takes_structure = kind == ParamKind::number || kind == ParamKind::color ||
                               kind == ParamKind::text_list || kind == ParamKind::points;
  const bool takes_literal =
      kind == ParamKind::number || kind == ParamKind::integer || kind == ParamKind::boolean;
  if (is_structure && takes_structure) return parse_json(text, place);
  if (takes_literal) {
    try {
      return parse_json(text, place);
    } catch (const Error&) {
      return Json(text);  // "20%", "$knob", or nonsense
    }
  }
  if (kind != ParamKind::text_list) return Json(text);
  Json list{Json::Array{}};
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    if (end > begin) list.push_back(Json(text.substr(begin, end - begin)));
    begin = end + 1;
  }
  return list;
}

const Json& find_node(const Json& document, const std::string& name) {
  const Json* nodes = document.find("nodes");
  const Json* node = nodes == nullptr ? nullptr : nodes->find(name);
  if (node != nullptr && node->is_object()) return *node;
  std::vector<std::string> names;
  if (nodes != nullptr && nodes->is_object())
    for (const auto& [key, value] : nodes->as_object()) names.push_back(key);
  throw Error(ErrorCode::usage, fmt::format("no node {}", quoted(name)), suggest(name, names));
}

}  // namespace

SettingTarget::SettingTarget(const Json& document, const std::vector<Knob>& knobs,
                             const std::string& name, const Registry& registry) {
  const std::size_t dot = name.find('.');
  // A document without a theme may have a node called "theme".
  const bool of_theme = name.starts_with(theme_prefix) && document.find("theme") != nullptr;
  if (dot == std::string::npos || of_theme)
    find_knob(knobs, name, of_theme);
  else
    find_param(document, name.substr(0, dot), name.substr(dot + 1), registry);
}

void SettingTarget::find_knob(const std::vector<Knob>& knobs, const std::string& name,
                              bool of_theme) {
  const auto found = std::ranges::find(knobs, name, &Knob::name);
  if (found == knobs.end()) {
    std::vector<std::string> names;
    for (const Knob& knob : knobs) names.push_back(knob.name);
    throw Error(ErrorCode::usage,
                fmt::format("no {} {}", of_theme ? "theme colour" : "knob", quoted(name)),
                names.empty() ? "the graph has no knobs; parameters are set as NODE.PARAM=VALUE"
                              : suggest(name, names));
  }
  knob_ = &*found;
  if (of_theme)
    keys_ = {"theme", name.substr(theme_prefix.size())};
  else
    keys_ = {"knobs", name, "default"};
}

void SettingTarget::find_param(const Json& document, const std::string& node,
                               const std::string& param, const Registry& registry) {
  const Json* name = find_node(document, node).find("type");
  type_ = name != nullptr && name->is_string() ? registry.find(name->as_string()) : nullptr;
  if (type_ == nullptr)
    throw Error(ErrorCode::usage, fmt::format("node '{}' has no known type", node));
  row_ = type_->find_param(param);
  if (row_ == nullptr) {
    std::vector<std::string> names;
    for (const ParamRow& row : type_->params) names.push_back(row.name);
    throw Error(ErrorCode::usage, fmt::format("{} has no parameter {}", type_->name, quoted(param)),
                suggest(param, names));
  }
  keys_ = {"nodes", node, "params", param};
}

Json SettingTarget::typed(const std::string& text, const std::string& place) const {
  if (!is_utf8(text))
    throw Error(ErrorCode::usage, "the value is not UTF-8", "documents hold text as UTF-8");
  return typed_value(text, knob_ != nullptr ? knob_->kind : row_->kind, place);
}

void SettingTarget::check(const Json& value) const {
  if (knob_ != nullptr)
    check_knob_value(*knob_, value);
  else if (!refers_to_others(value))
    row_->read(type_->make_params().get(), value);
}

Json SettingTarget::value_of(const std::string& text, const std::string& place) const {
  Json value = typed(text, place);
  check(value);
  return value;
}

}  // namespace overlace
