// SPDX-License-Identifier: Apache-2.0
// Rows from parallel lists.
#include "io/tracks/json/json_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "graph/core/error.h"
#include "io/tracks/json/json_parts.h"

namespace overlace {
namespace {

bool is_scalar(const Json& value) {
  return !value.is_array() && !value.is_object();
}

bool is_box(const Json& value) {
  const auto list = elements(value);
  return list.size() >= BoxListProfile::fewest && list.size() <= BoxListProfile::most &&
         std::ranges::all_of(list, [](const Json& n) { return n.is_number() || n.is_string(); });
}

/// The values of a column, one for each row; none for anything else.
std::vector<const Json*> values_of(const Json& member) {
  std::vector<const Json*> values;
  const auto all = [&](auto test) {
    return std::ranges::all_of(values, [&](const Json* value) { return test(*value); });
  };
  if (member.is_object()) {
    for (const auto& [key, value] : member.as_object()) {
      if (!is_scalar(value) || key != std::to_string(values.size())) return {};
      values.push_back(&value);
    }
    return values;
  }
  for (const Json& value : elements(member)) values.push_back(&value);
  return all(is_scalar) || all(is_box) ? values : std::vector<const Json*>();
}

bool holds_boxes(std::span<const Json* const> values) {
  return values.front()->is_array();
}

/// The name, and what it could be the plural of.
std::array<std::string, 3> singulars(std::string_view name) {
  const auto without = [&](std::string_view ending, std::string_view instead) {
    const bool fits = name.ends_with(ending) && name.size() > ending.size();
    return std::string(name.substr(0, name.size() - (fits ? ending.size() : 0))) +
           std::string(fits ? instead : "");
  };
  return {std::string(name), without("s", ""),
          name.ends_with("ies") ? without("ies", "y") : without("es", "")};
}

/// The name of a column as a member of one box has it.
std::string name_in_row(std::string_view name, bool boxes, const JsonRows& rows) {
  if (rows.is_mapped(name)) return std::string(name);
  for (std::string& one : singulars(name))
    if (boxes ? JsonRows::names_box(one) : column_named(one) != NamedColumn::attribute)
      return std::move(one);
  return std::string(boxes ? nameless_box : name);
}

}  // namespace

bool JsonColumns::could_hold(const Json& member) {
  return !values_of(member).empty();
}

void JsonColumns::add(std::string_view member, std::string_view name, const Json& value,
                      const JsonRows& rows) {
  if (JsonRows::names_shape(name)) return;
  auto values = values_of(value);
  if (values.empty()) return;
  std::string in_row = name_in_row(name, holds_boxes(values), rows);
  columns_.push_back({member, std::move(in_row), std::move(values)});
}

/// Adds the columns that stand within other members.
void JsonColumns::add_nested(const Json::Object& members, const JsonRows& rows) {
  for (const auto& [member, value] : members) {
    if (!value.is_object() || includes(member)) continue;
    for (const auto& [name, inner] : value.as_object())
      if (elements(inner).size() == row_count_) add(member, name, inner, rows);
  }
}

bool JsonColumns::any_means(std::initializer_list<NamedColumn> meanings) const {
  return std::ranges::any_of(columns_, [&](const Column& column) {
    return std::ranges::find(meanings, column_named(column.name)) != meanings.end();
  });
}

/// Whether rows with that place are boxes. Points alone could be those of an outline, and lists
/// with other names than a box's could be anything.
bool JsonColumns::are_boxes(const Column& place, const JsonRows& rows) const {
  using enum NamedColumn;
  if (!rows.has_box(row(0))) return false;
  if (any_means({id, frame, time})) return true;
  if (holds_boxes(place.values))
    return place.name != nameless_box || any_means({class_name, class_number, score});
  return any_means({right, width}) && any_means({bottom, height});
}

JsonColumns::JsonColumns(const Json& object, const JsonRows& rows) {
  if (!object.is_object()) return;
  for (const auto& [key, value] : object.as_object()) add(key, key, value, rows);
  using enum NamedColumn;
  const auto means = [](const Column& column, std::initializer_list<NamedColumn> any) {
    return std::ranges::find(any, column_named(column.name)) != any.end();
  };
  const auto found = std::ranges::find_if(columns_, [&](const Column& column) {
    return holds_boxes(column.values) || means(column, {left, center_x, right});
  });
  if (found == columns_.end()) return;
  const Column place = *found;
  std::vector<Column> others;
  std::erase_if(columns_, [&](Column& column) {
    const bool differs = column.values.size() != place.values.size();
    if (differs) others.push_back(column);
    return differs;
  });
  if (!are_boxes(place, rows)) return;
  for (const Column& column : others)
    if (means(column, {id, frame, time}))
      throw Error(ErrorCode::input,
                  fmt::format("'{}' has {} values beside {} boxes in '{}'", column.member,
                              column.values.size(), place.values.size(), place.member),
                  "lists beside each other need a value for every box; write null for none",
                  {.line = object.line});
  row_count_ = place.values.size();
  add_nested(object.as_object(), rows);
}

Json JsonColumns::row(std::size_t index) const {
  Json out = Json::Object{};
  for (const Column& column : columns_) out.set(column.name, *column.values[index]);
  return out;
}

bool JsonColumns::includes(std::string_view member) const {
  return row_count_ > 0 && std::ranges::find(columns_, member, &Column::member) != columns_.end();
}

}  // namespace overlace
