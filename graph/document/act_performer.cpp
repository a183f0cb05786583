// SPDX-License-Identifier: Apache-2.0
// Each act as changes of values by their keys.
#include "graph/document/act_performer.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "graph/core/problems.h"
#include "graph/document/graph_fragment.h"
#include "graph/document/setting_target.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

struct PortName {
  std::string node, port;
};

/// The parts of "NODE.inputs.PORT"; nothing for other targets.
std::optional<PortName> port_of(const std::string& target) {
  constexpr std::string_view inputs = ".inputs.";
  const std::size_t dot = target.find('.');
  if (dot == target.npos || target.compare(dot, inputs.size(), inputs) != 0) return std::nullopt;
  return PortName{target.substr(0, dot), target.substr(dot + inputs.size())};
}

/// The value that a text gives as JSON.
Json json_value(const std::string& text) {
  try {
    return parse_json(text, "");
  } catch (const Error& error) {
    const Diagnostic& problem = error.problems().front();
    throw Error(ErrorCode::usage, "the value is " + problem.message, problem.hint);
  }
}

Json typed_port(const std::string& text) {
  return text.starts_with('[') ? json_value(text) : Json(text);
}

bool paints(const NodeType& type) {
  return type.stage == Stage::picture || accepts(Stage::layer, type.stage);
}

/// A name for a node of this type, as in "boxes" for draw_boxes.
std::string name_from(const std::string& type) {
  const std::size_t stage = type.find('_');
  return stage == type.npos ? "group" : type.substr(stage + 1);
}

bool names(const Json& value, const std::string& node) {
  return value.is_string() && value.as_string() == node;
}

/// A kind that a knob may have for this parameter; throws for a list.
ParamKind knob_kind(const ParamRow& row) {
  if (row.kind == ParamKind::text_list)
    throw Error(ErrorCode::usage, fmt::format("'{}' is a list, and no knob is one", row.name));
  const bool is_text = row.kind == ParamKind::choice || row.kind == ParamKind::file;
  return is_text ? ParamKind::text : row.kind;
}

Json knob_of(const ParamRow& row, const Json& value, const std::string& doc) {
  constexpr double no_bound = 1e9;
  const ParamKind kind = knob_kind(row);
  if (refers_to_others(value))
    throw Error(ErrorCode::usage,
                fmt::format("'{}' is {}, which a knob cannot be", row.name,
                            value.is_string() ? shown(value) : "made of others"),
                "it follows a knob or the theme already");
  Json knob = Json::Object{{"type", kind_name(kind)}, {"default", value}};
  const bool has_range = kind == ParamKind::number || kind == ParamKind::integer;
  if (has_range && row.range.min > -no_bound) knob.set("min", number_json(row.range.min));
  if (has_range && row.range.max < no_bound) knob.set("max", number_json(row.range.max));
  knob.set("doc", doc.empty() ? row.doc : doc);
  return knob;
}

}  // namespace

const Json& ActPerformer::node(const std::string& name) const {
  const Json* const nodes = document_.merged().find("nodes");
  const Json* const found = nodes == nullptr || is_comment(name) ? nullptr : nodes->find(name);
  if (found != nullptr) return *found;
  throw Error(ErrorCode::usage, fmt::format("no node {}", quoted(name)),
              suggest(name, names_in(nodes)));
}

const NodeType& ActPerformer::type_of(const std::string& name) const {
  const Json* const type = node(name).find("type");
  const NodeType* const found =
      type != nullptr && type->is_string() ? registry_.find(type->as_string()) : nullptr;
  if (found != nullptr) return *found;
  throw Error(ErrorCode::usage, fmt::format("node '{}' has no known type", name));
}

JsonKeys ActPerformer::keys_of(const std::string& target) const {
  if (target.starts_with('/')) return pointer_tokens(target);
  if (const auto port = port_of(target)) {
    static_cast<void>(node(port->node));
    return {"nodes", port->node, "inputs", port->port};
  }
  const std::vector<Knob> knobs = document_knobs(document_.merged());
  return SettingTarget(document_.merged(), knobs, target, registry_).keys();
}

void ActPerformer::perform(const SetAct& act) {
  const JsonKeys keys = keys_of(act.target);
  if (act.target.starts_with('/'))
    return document_.set(keys, act.is_typed ? json_value(act.value.as_string()) : act.value);
  if (port_of(act.target))
    return document_.set(keys, act.is_typed ? typed_port(act.value.as_string()) : act.value);
  const std::vector<Knob> knobs = document_knobs(document_.merged());
  const SettingTarget target(document_.merged(), knobs, act.target, registry_);
  const Json value = act.is_typed ? target.typed(act.value.as_string(), "the value") : act.value;
  try {
    target.check(value);
  } catch (const Error& error) {
    Problems problems;
    problems.add(value, pointer_of(keys), error);
    problems.throw_if_any();
  }
  document_.set(keys, value);
}

void ActPerformer::perform(const ResetAct& act) {
  document_.reset(keys_of(act.target));
}

void ActPerformer::perform(const AddAct& act) {
  const NodeType* const type = registry_.find(act.type);
  if (type == nullptr)
    throw Error(ErrorCode::usage, fmt::format("unknown node type {}", quoted(act.type)),
                suggest(act.type, registry_.names()));
  const std::vector<std::string> taken = names_in(document_.merged().find("nodes"));
  const std::string name = act.node.empty() ? free_name(name_from(act.type), taken) : act.node;
  check_new_name("node", name, taken);
  Json value = Json::Object{{"type", act.type}};
  if (!act.inputs.is_null()) value.set("inputs", act.inputs);
  if (!act.params.is_null()) value.set("params", act.params);
  document_.set({"nodes", name}, value);
  added_.push_back(name);
  if (act.show) show(name, *type);
}

void ActPerformer::show(const std::string& name, const NodeType& type) {
  if (paints(type)) append("composite", Json(name));
  if (type.stage == Stage::sound) append("sound", Json(name));
}

void ActPerformer::append(const char* list, const Json& entry) {
  if (document_.merged().find(list) == nullptr)
    document_.set({list}, Json(Json::Array{entry}));
  else
    document_.set({list, "-"}, entry);
}

void ActPerformer::perform(const RemoveAct& act) {
  static_cast<void>(node(act.node));
  const Json before = document_.merged();
  for (const std::string& reader : names_in(before.find("nodes"))) {
    const Json* const inputs = json_at(before, {"nodes", reader, "inputs"});
    for (const std::string& port : names_in(inputs)) {
      const Json& wires = *inputs->find(port);
      const bool is_in_list =
          wires.is_array() && std::ranges::any_of(wires.as_array(), [&](const Json& wire) {
            return names(wire, act.node);
          });
      if (reader != act.node && (names(wires, act.node) || is_in_list))
        perform(DisconnectAct{reader, port, act.node});
    }
  }
  for (const char* const list : {"composite", "sound", "redact"}) {
    const Json* const entries = before.find(list);
    if (entries == nullptr || !entries->is_array()) continue;
    for (std::size_t i = entries->as_array().size(); i-- > 0;) {
      const Json& entry = entries->as_array()[i];
      const Json* const name = entry.is_object() ? entry.find("node") : &entry;
      if (name != nullptr && names(*name, act.node)) document_.remove({list, fmt::to_string(i)});
    }
  }
  document_.remove({"nodes", act.node});
}

void ActPerformer::perform(const DropAct& act) {
  document_.remove(pointer_tokens(act.item));
}

void ActPerformer::check_new_name(const char* what, const std::string& name,
                                  const std::vector<std::string>& taken) const {
  if (!is_name(name))
    throw Error(ErrorCode::usage, fmt::format("{} is not a valid name", quoted(name)),
                std::string(name_rule));
  if (std::ranges::find(taken, name) != taken.end())
    throw Error(ErrorCode::usage, fmt::format("there is a {} '{}' already", what, name),
                "choose another name");
}

void ActPerformer::rename_uses(NameKind kind, const std::string& name, const std::string& to) {
  std::vector<std::pair<JsonKeys, std::string>> texts;
  for (NameUse& use : uses_renamed(document_.merged(), kind, name, to, registry_))
    texts.emplace_back(std::move(use.keys), std::move(use.text));
  document_.set_texts(texts);
}

void ActPerformer::rename_series(const std::string& name, const std::string& to) {
  const std::vector<SeriesName> series = series_names(document_.merged(), registry_);
  std::vector<std::string> taken;
  for (const SeriesName& one : series) taken.push_back(one.name);
  if (std::ranges::find(taken, name) == taken.end())
    throw Error(ErrorCode::usage, fmt::format("no series {}", quoted(name)), suggest(name, taken));
  check_new_name("series", to, taken);
  rename_uses(NameKind::series, name, to);
  for (const SeriesName& one : series)
    if (one.name == name) document_.set({"nodes", one.node, "params", "name"}, Json(to));
}

void ActPerformer::perform(const RenameAct& act) {
  if (act.name == act.to) return;
  if (act.kind == NameKind::series) return rename_series(act.name, act.to);
  constexpr const char* places[] = {"nodes", "knobs", "theme"};
  constexpr const char* words[] = {"node", "knob", "colour"};
  const auto kind = static_cast<std::size_t>(act.kind);
  const std::vector<std::string> all = names_in(document_.merged().find(places[kind]));
  if (std::ranges::find(all, act.name) == all.end())
    throw Error(ErrorCode::usage, fmt::format("no {} {}", words[kind], quoted(act.name)),
                suggest(act.name, all));
  check_new_name(words[kind], act.to, all);
  rename_uses(act.kind, act.name, act.to);
  document_.rename({places[kind], act.name}, act.to);
  if (act.kind != NameKind::node) return;
  const std::vector<SeriesName> series = series_names(document_.merged(), registry_);
  const auto has = [&](const std::string& node, const std::string& name) {
    return std::ranges::any_of(series, [&](const SeriesName& one) {
      return one.name == name && (node.empty() || one.node == node);
    });
  };
  if (has(act.to, act.name) && !has("", act.to)) rename_series(act.name, act.to);
}

const Port& ActPerformer::port_for(const ConnectAct& act) const {
  const NodeType& type = type_of(act.to);
  const Stage made = type_of(act.from).stage;
  std::vector<std::string> ports;
  for (const Port& port : type.inputs) ports.push_back(port.name);
  if (!act.port.empty()) {
    const auto found = std::ranges::find(type.inputs, act.port, &Port::name);
    if (found == type.inputs.end())
      throw Error(ErrorCode::usage, fmt::format("{} has no input {}", type.name, quoted(act.port)),
                  suggest(act.port, ports));
    if (!accepts(found->stage, made))
      throw Error(ErrorCode::usage,
                  fmt::format("input '{}' of '{}' takes {}, but '{}' makes {}", act.port, act.to,
                              accepted_text(found->stage), act.from, stage_name(made)));
    return *found;
  }
  const Json* const inputs = node(act.to).find("inputs");
  const Port* fits = nullptr;
  for (const Port& port : type.inputs) {
    if (!accepts(port.stage, made)) continue;
    if (inputs == nullptr || inputs->find(port.name) == nullptr || port.many) return port;
    if (fits == nullptr) fits = &port;
  }
  if (fits != nullptr) return *fits;
  throw Error(ErrorCode::usage, fmt::format("'{}' makes {}, which no input of '{}' takes", act.from,
                                            stage_name(made), act.to));
}

void ActPerformer::check_no_circle(const ConnectAct& act) const {
  std::vector<std::string> open{act.from}, seen;
  while (!open.empty()) {
    const std::string name = open.back();
    open.pop_back();
    if (name == act.to)
      throw Error(ErrorCode::usage,
                  act.from == act.to
                      ? fmt::format("'{}' cannot feed itself", act.to)
                      : fmt::format("'{}' feeds '{}' already: they would feed each other in a "
                                    "circle",
                                    act.to, act.from));
    if (std::ranges::find(seen, name) != seen.end()) continue;
    seen.push_back(name);
    const Json* const inputs = json_at(document_.merged(), {"nodes", name, "inputs"});
    for (const std::string& port : names_in(inputs)) {
      const Json& wires = *inputs->find(port);
      if (wires.is_string()) open.push_back(wires.as_string());
      if (!wires.is_array()) continue;
      for (const Json& wire : wires.as_array())
        if (wire.is_string()) open.push_back(wire.as_string());
    }
  }
}

void ActPerformer::perform(const ConnectAct& act) {
  const Port& port = port_for(act);
  check_no_circle(act);
  const JsonKeys keys{"nodes", act.to, "inputs", port.name};
  const Json* const wired = json_at(document_.merged(), keys);
  if (!port.many) return document_.set(keys, Json(act.from));
  if (wired == nullptr || !wired->is_array()) {
    Json list{Json::Array{}};
    if (wired != nullptr) list.push_back(*wired);
    list.push_back(Json(act.from));
    document_.set(keys, list);
  } else {
    JsonKeys last = keys;
    last.emplace_back("-");
    document_.set(last, Json(act.from));
  }
  if (!act.at) return;
  JsonKeys last = keys;
  last.push_back(fmt::to_string(json_at(document_.merged(), keys)->as_array().size() - 1));
  document_.move(last, *act.at);
}

void ActPerformer::perform(const DisconnectAct& act) {
  static_cast<void>(node(act.node));
  const JsonKeys inputs{"nodes", act.node, "inputs"};
  JsonKeys keys = inputs;
  keys.push_back(act.port);
  const Json* const wired = json_at(document_.merged(), keys);
  if (wired == nullptr || is_comment(act.port))
    throw Error(ErrorCode::usage,
                fmt::format("nothing is wired to {} of '{}'", quoted(act.port), act.node),
                suggest(act.port, names_in(json_at(document_.merged(), inputs))));
  const bool is_list = wired->is_array();
  std::vector<std::size_t> found;
  for (std::size_t i = 0; is_list && i < wired->as_array().size(); ++i)
    if (names(wired->as_array()[i], act.from)) found.push_back(i);
  const bool takes_all = act.from.empty() || names(*wired, act.from) ||
                         (is_list && found.size() == wired->as_array().size());
  if (!takes_all && found.empty())
    throw Error(ErrorCode::usage,
                fmt::format("'{}' is not wired to '{}' of '{}'", act.from, act.port, act.node));
  if (!takes_all) {
    for (std::size_t i = found.size(); i-- > 0;) {
      JsonKeys one = keys;
      one.push_back(fmt::to_string(found[i]));
      document_.remove(one);
    }
    return;
  }
  const bool is_last = json_at(document_.merged(), inputs)->as_object().size() == 1;
  document_.remove(is_last ? inputs : keys);
}

void ActPerformer::add_knob(const std::string& name, const Json& knob) {
  if (document_.merged().find("knobs") == nullptr)
    document_.set_before({"knobs"}, Json(Json::Object{{name, knob}}), "nodes");
  else
    document_.set({"knobs", name}, knob);
}

void ActPerformer::perform(const MakeKnobAct& act) {
  const std::size_t dot = act.param.find('.');
  if (dot == act.param.npos)
    throw Error(ErrorCode::usage, fmt::format("{} is no parameter", quoted(act.param)),
                "write NODE.PARAM");
  const JsonKeys keys = keys_of(act.param);
  const std::string owner = act.param.substr(0, dot), param = act.param.substr(dot + 1);
  const NodeType& type = type_of(owner);
  const ParamRow& row = *type.find_param(param);
  const std::vector<std::string> knobs = names_in(document_.merged().find("knobs"));
  std::string name = act.knob;
  if (name.empty())
    name = std::ranges::find(knobs, param) == knobs.end() ? param
                                                          : free_name(owner + "_" + param, knobs);
  check_new_name("knob", name, knobs);
  const Json* const value = json_at(document_.merged(), keys);
  add_knob(name,
           knob_of(row, value == nullptr ? row.write(type.make_params().get()) : *value, act.doc));
  document_.set(keys, Json("$" + name));
}

void ActPerformer::perform(const MoveAct& act) {
  document_.move(pointer_tokens(act.item), act.to);
}

void ActPerformer::perform(const PasteAct& act) {
  const Json before = document_.merged();
  const Json fragment = fitted_fragment(act.fragment, before, registry_);
  for (const std::string& name : names_in(fragment.find("knobs")))
    if (json_at(before, {"knobs", name}) == nullptr)
      add_knob(name, *fragment.find("knobs")->find(name));
  for (const std::string& name : names_in(fragment.find("theme"))) {
    if (json_at(before, {"theme", name}) != nullptr) continue;
    const Json& color = *fragment.find("theme")->find(name);
    if (document_.merged().find("theme") == nullptr)
      document_.set_before({"theme"}, Json(Json::Object{{name, color}}), "nodes");
    else
      document_.set({"theme", name}, color);
  }
  for (const std::string& name : names_in(fragment.find("nodes"))) {
    document_.set({"nodes", name}, *fragment.find("nodes")->find(name));
    added_.push_back(name);
  }
  for (const char* const list : {"composite", "sound"})
    if (const Json* const entries = fragment.find(list); entries != nullptr && entries->is_array())
      for (const Json& entry : entries->as_array()) append(list, entry);
}

}  // namespace overlace
