// SPDX-License-Identifier: Apache-2.0
// Settings from the command line: "KNOB=VALUE", "theme.NAME=COLOUR" and "NODE.PARAM=VALUE", typed
// by their targets.
#include <fmt/format.h>

#include <algorithm>

#include "graph/core/utf8.h"
#include "graph/document/document_check.h"

namespace overlace {
namespace {

/// The value of a text for a parameter of this kind. What fits no type stays text, for the reader
/// to reject.
Json typed_value(const std::string& text, ParamKind kind, const std::string& place) {
  const bool is_structure = text.starts_with('{') || text.starts_with('[');
  const bool takes_structure =
      kind == ParamKind::number || kind == ParamKind::color || kind == ParamKind::text_list;
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

/// Applies settings one by one and collects what is wrong with them.
class Setter {
 public:
  Setter(Json& document, const Registry& registry)
      : document_(document), registry_(registry), knobs_(document_knobs(document)) {}

  void apply(const Setting& setting) {
    place_ = fmt::format("--set {}={}", shortened(setting.target), shortened(setting.value));
    try {
      if (!is_utf8(setting.value))
        throw Error(ErrorCode::usage, "the value is not UTF-8", "documents hold text as UTF-8");
      const std::size_t dot = setting.target.find('.');
      if (dot == std::string::npos || is_of_theme(setting.target))
        set_knob(setting);
      else
        set_param(setting.target.substr(0, dot), setting.target.substr(dot + 1), setting.value);
    } catch (const Error& error) {
      for (Diagnostic problem : error.problems()) {
        problem.location = {place_};
        problems_.push_back(std::move(problem));
      }
    }
  }

  void throw_if_any() {
    if (!problems_.empty()) throw Error(ErrorCode::usage, std::move(problems_));
  }

 private:
  /// A document without a theme may have a node called "theme".
  [[nodiscard]] bool is_of_theme(std::string_view target) const {
    return target.starts_with(theme_prefix) && document_.find("theme") != nullptr;
  }

  void set_knob(const Setting& setting) {
    std::vector<std::string> names;
    for (const Knob& knob : knobs_) {
      names.push_back(knob.name);
      if (knob.name != setting.target) continue;
      Json value = typed_value(setting.value, knob.kind, place_);
      check_knob_value(knob, value);
      if (is_of_theme(knob.name))
        document_.find("theme")->set(knob.name.substr(theme_prefix.size()), std::move(value));
      else
        document_.find("knobs")->find(knob.name)->set("default", std::move(value));
      return;
    }
    const char* what = is_of_theme(setting.target) ? "theme colour" : "knob";
    throw Error(ErrorCode::usage, fmt::format("no {} {}", what, quoted(setting.target)),
                names.empty() ? "the graph has no knobs; parameters are set as NODE.PARAM=VALUE"
                              : suggest(setting.target, names));
  }

  void set_param(const std::string& node_name, const std::string& param_name,
                 const std::string& text) {
    Json& node = find_node(node_name);
    const Json* type_name = node.find("type");
    const NodeType* type = type_name != nullptr && type_name->is_string()
                               ? registry_.find(type_name->as_string())
                               : nullptr;
    if (type == nullptr)
      throw Error(ErrorCode::usage, fmt::format("node '{}' has no known type", node_name));
    const ParamRow* row = type->find_param(param_name);
    if (row == nullptr) {
      std::vector<std::string> names;
      for (const ParamRow& param : type->params) names.push_back(param.name);
      throw Error(ErrorCode::usage,
                  fmt::format("{} has no parameter {}", type->name, quoted(param_name)),
                  suggest(param_name, names));
    }
    Json value = typed_value(text, row->kind, place_);
    if (!text.starts_with('$')) row->read(type->make_params().get(), value);
    Json* params = node.find("params");
    if (params == nullptr || !params->is_object())
      params = &node.set("params", Json(Json::Object{}));
    params->set(param_name, std::move(value));
  }

  Json& find_node(const std::string& name) {
    Json* nodes = document_.find("nodes");
    Json* node = nodes == nullptr ? nullptr : nodes->find(name);
    if (node != nullptr && node->is_object()) return *node;
    std::vector<std::string> names;
    if (nodes != nullptr && nodes->is_object())
      for (const auto& [key, value] : nodes->as_object()) names.push_back(key);
    throw Error(ErrorCode::usage, fmt::format("no node {}", quoted(name)), suggest(name, names));
  }

  Json& document_;
  const Registry& registry_;
  const std::vector<Knob> knobs_;
  std::string place_;
  std::vector<Diagnostic> problems_;
};

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
  Setter setter(document, registry);
  for (const Setting& setting : settings) setter.apply(setting);
  setter.throw_if_any();
}

}  // namespace overlace
