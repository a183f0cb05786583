// SPDX-License-Identifier: Apache-2.0
// Knobs and the theme: reading, checking, and substituting their values for "$name".
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "graph/document/document_check.h"
#include "graph/types/values.h"

namespace overlace {
namespace {

constexpr std::array knob_kind_list = {ParamKind::color, ParamKind::number, ParamKind::integer,
                                       ParamKind::boolean, ParamKind::text};

/// The row that a knob would have as a parameter: anything its kind can be. A bare number has no
/// unit, because a knob does not know its use; all other values may contain percentages.
ParamRow row_of(const Knob& knob, const Json& value) {
  ParamRow row = detail::number_row(knob.name, knob.range, detail::Varies::with_object, knob.doc);
  row.kind = knob.kind;
  if (knob.kind == ParamKind::number && !value.is_number()) row.range.unit = Unit::px;
  row.animatable = row.mappable = !knob.constant;
  return row;
}

std::optional<ParamKind> read_kind(const Json& knob, const std::string& pointer,
                                   Problems& problems) {
  const Json* type = knob.find("type");
  for (const ParamKind kind : knob_kind_list)
    if (type != nullptr && *type == Json(kind_name(kind))) return kind;
  problems.add(type == nullptr ? knob : *type, pointer + (type == nullptr ? "" : "/type"),
               fmt::format("a knob's \"type\" is one of {}", fmt::join(knob_kinds(), ", ")));
  return std::nullopt;
}

double read_bound(const Json& knob, const std::string& pointer, std::string_view key,
                  double otherwise, Problems& problems) {
  const Json* bound = knob.find(key);
  if (bound == nullptr) return otherwise;
  if (bound->is_number()) return bound->as_number();
  problems.add(*bound, member_pointer(pointer, key), "expected a number, got " + shown(*bound));
  return otherwise;
}

void check_required(const Json& knob_json, const std::string& pointer, const Knob& knob,
                    Problems& problems) {
  const Json* required = knob_json.find("required");
  if (required == nullptr) return;
  if (!required->is_bool())
    problems.add(*required, pointer + "/required",
                 "expected true or false, got " + shown(*required));
  else if (knob.kind != ParamKind::text)
    problems.add(*required, pointer + "/required", "only a text can be required");
}

void read_default(const Json& knob_json, const std::string& pointer, Knob& knob,
                  Problems& problems) {
  const Json* value = knob_json.find("default");
  if (value == nullptr) {
    problems.add(knob_json, pointer, "missing key 'default'");
    return;
  }
  knob.default_value = *value;
  try {
    check_knob_value(knob, *value);
  } catch (const Error& error) {
    problems.add(*value, pointer + "/default", error);
  }
}

void check_name(const std::string& name, const Json& value, const std::string& pointer,
                Problems& problems) {
  if (!is_name(name))
    problems.add(value, pointer, fmt::format("{} is not a valid name", quoted(name)),
                 std::string(name_rule));
}

std::optional<Knob> read_knob(const std::string& name, const Json& value,
                              const std::string& pointer, Problems& problems) {
  check_name(name, value, pointer, problems);
  if (!value.is_object()) {
    problems.add(value, pointer, "expected a knob object, got " + shown(value));
    return std::nullopt;
  }
  check_keys(value, pointer, {"type", "default", "min", "max", "required", "doc"}, problems);
  const auto kind = read_kind(value, pointer, problems);
  if (!kind) return std::nullopt;
  Knob knob;
  knob.name = name;
  knob.doc = text_member(value, pointer, "doc", problems);
  knob.kind = *kind;
  knob.range.min = read_bound(value, pointer, "min", knob.range.min, problems);
  knob.range.max = read_bound(value, pointer, "max", knob.range.max, problems);
  check_required(value, pointer, knob, problems);
  read_default(value, pointer, knob, problems);
  return knob;
}

Knob read_theme_color(const std::string& name, const Json& value, const std::string& pointer,
                      Problems& problems) {
  check_name(name, value, pointer, problems);
  Knob color;
  color.name = std::string(theme_prefix) + name;
  color.doc = "A theme colour";
  color.kind = ParamKind::color;
  color.constant = true;
  color.default_value = value;
  try {
    check_knob_value(color, value);
  } catch (const Error& error) {
    problems.add(value, pointer, error);
  }
  return color;
}

/// The members of an object in the document; none, and a problem, if it is something else.
Json::Object members_of(const Json& document, std::string_view key, std::string_view what,
                        Problems& problems) {
  const Json* list = document.find(key);
  if (list == nullptr) return {};
  if (list->is_object()) {
    Json::Object members = list->as_object();
    std::erase_if(members, [](const Json::Member& member) { return is_comment(member.first); });
    return members;
  }
  problems.add(*list, member_pointer("", key),
               fmt::format("expected an object of {}, got {}", what, shown(*list)));
  return {};
}

}  // namespace

std::vector<std::string> knob_kinds() {
  std::vector<std::string> names;
  for (const ParamKind kind : knob_kind_list) names.emplace_back(kind_name(kind));
  return names;
}

void check_knob_value(const Knob& knob, const Json& value) {
  const ParamRow row = row_of(knob, value);
  Number number;
  Paint paint;
  switch (knob.kind) {
    case ParamKind::number:
      detail::read_number(number, value, row);
      break;
    case ParamKind::color:
      detail::read_paint(paint, value, row);
      break;
    case ParamKind::integer:
      (void)detail::read_integer(value, row);
      break;
    case ParamKind::boolean:
      (void)detail::read_bool(value);
      break;
    default:
      (void)detail::read_text(value);
      break;
  }
}

std::vector<Knob> read_knobs(const Json& document, Problems& problems) {
  std::vector<Knob> knobs;
  for (const auto& [name, value] : members_of(document, "knobs", "knobs", problems))
    if (auto knob = read_knob(name, value, member_pointer("/knobs", name), problems))
      knobs.push_back(std::move(*knob));
  for (const auto& [name, value] : members_of(document, "theme", "colours", problems))
    knobs.push_back(read_theme_color(name, value, member_pointer("/theme", name), problems));
  return knobs;
}

std::vector<Knob> document_knobs(const Json& document) {
  Problems ignored;
  return read_knobs(document, ignored);
}

Substitution::Substitution(const std::vector<Knob>& knobs,
                           const std::map<std::string, std::string>& variables) {
  for (const auto& [name, text] : variables) add(name, Json(text));
  for (const Knob& knob : knobs) add(knob.name, knob.default_value);
}

void Substitution::add(const std::string& name, Json value) {
  const std::size_t bytes = value.dump().size();
  entries_.emplace(name, Entry{std::move(value), bytes});
}

Json Substitution::apply(const Json& value, const std::string& pointer, Problems& problems,
                         bool& complete) {
  if (value.is_string() && value.as_string().starts_with('$'))
    return look_up(value, pointer, problems, complete);
  Json out = value;
  if (out.is_array()) {
    Json::Array& items = out.as_array();
    for (std::size_t i = 0; i < items.size(); ++i)
      items[i] = apply(items[i], element_pointer(pointer, i), problems, complete);
  } else if (out.is_object()) {
    for (auto& [key, member] : out.as_object())
      member = apply(member, member_pointer(pointer, key), problems, complete);
  }
  return out;
}

Json Substitution::look_up(const Json& reference, const std::string& pointer, Problems& problems,
                           bool& complete) {
  Json out;
  const std::string_view name = std::string_view(reference.as_string()).substr(1);
  const auto found = entries_.find(name);
  if (name.starts_with('$')) {
    out = Json(name);
  } else if (found == entries_.end()) {
    std::vector<std::string> names;
    for (const auto& [known, entry] : entries_) names.push_back(known);
    const char* what = name.starts_with(theme_prefix) ? "theme colour" : "knob";
    problems.add(reference, pointer, fmt::format("unknown {} {}", what, quoted(name)),
                 names.empty() ? "write $$ for a dollar sign" : suggest(name, names));
    complete = false;
  } else if (found->second.bytes > bytes_left_) {
    problems.add(reference, pointer, "the values of knobs make this document too large");
    complete = false;
  } else {
    bytes_left_ -= found->second.bytes;
    out = found->second.value;
  }
  out.line = reference.line;
  return out;
}

}  // namespace overlace
