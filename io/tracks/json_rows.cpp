// SPDX-License-Identifier: Apache-2.0
// Columns and values of JSON objects.
#include "io/tracks/json_rows.h"

#include <algorithm>
#include <array>
#include <functional>

#include "io/tracks/json_parts.h"

namespace overlace {
namespace {

constexpr std::size_t most_columns = 1000;

using Names = std::array<std::string_view, 4>;
constexpr Names corner_names = {"x_min", "y_min", "x_max", "y_max"};
constexpr Names size_names = {"x_min", "y_min", "width", "height"};

/// The columns that the numbers of a list stand for, or null.
const Names* columns_of(std::string_view key, const Json& list) {
  if (list.as_array().size() != 4) return nullptr;
  const auto is_one_of = [key](std::initializer_list<std::string_view> names) {
    return std::ranges::any_of(names, [key](std::string_view n) { return key.ends_with(n); });
  };
  if (is_one_of({"xyxy", "tlbr", "ltrb"})) return &corner_names;
  return is_one_of({"bbox", "box", "xywh", "tlwh", "ltwh"}) ? &size_names : nullptr;
}

std::string text_of(const Json& value) {
  if (value.is_null()) return {};
  if (value.is_string()) return value.as_string();
  if (value.is_bool()) return value.as_bool() ? "1" : "0";
  return value.dump();
}

/// Calls `column(name, value)` for everything in a row that is a number, a text or a flag. Boxes in
/// lists come last: beside them, "width" is one of the picture.
void for_each_column(const Json& row,
                     const std::function<void(std::string_view, const Json&)>& column) {
  if (!row.is_object()) return;
  for (const auto& [key, value] : row.as_object()) {
    if (value.is_object()) {
      for_each_column(value, column);
    } else if (!value.is_array()) {
      column(key, value);
    }
  }
  for (const auto& [key, value] : row.as_object())
    if (const Names* names = value.is_array() ? columns_of(key, value) : nullptr)
      for (std::size_t i = 0; i < names->size(); ++i) column((*names)[i], value.as_array()[i]);
}

bool has_sized_list(const Json& row) {
  return row.is_object() && std::ranges::any_of(row.as_object(), [](const Json::Member& member) {
           return member.second.is_array() &&
                  columns_of(member.first, member.second) == &size_names;
         });
}

}  // namespace

void JsonRows::study(const Json& row) {
  lists_with_sizes_ = lists_with_sizes_ || has_sized_list(row);
  for_each_column(row, [&](std::string_view name, const Json&) {
    if (names_.size() < most_columns && std::ranges::find(names_, name) == names_.end())
      names_.emplace_back(name);
  });
}

void JsonRows::settle(const TrackReadOptions& options, TrackReport& report) {
  if (names_.empty()) return;  // nothing was found
  rows_.emplace(names_, options, report.file);
  report.assumptions.push_back(rows_->understood());
  if (lists_with_sizes_)
    report.assumptions.emplace_back("a box in a list is left, top, width, height");
}

void JsonRows::take(const Json& row, TrackBuilder& builder, std::uint64_t line) {
  if (!rows_) return builder.lose("the row has no columns", line);
  texts_.assign(names_.size(), {});
  for_each_column(row, [&](std::string_view name, const Json& value) {
    const auto column = std::ranges::find(names_, name);
    if (column != names_.end())
      texts_[static_cast<std::size_t>(column - names_.begin())] = text_of(value);
  });
  values_.assign(texts_.begin(), texts_.end());
  rows_->take(values_, builder, line);
}

TrackConventions row_conventions() {
  TrackConventions conventions;
  conventions.frame_reason = "as most tools do";
  conventions.pixel_reason = "as most tools do";
  return conventions;
}

}  // namespace overlace
