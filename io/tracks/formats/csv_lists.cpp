// SPDX-License-Identifier: Apache-2.0
// csv_lists: CSV with boxes as lists or dictionaries in a column, as pandas and NumPy print them.
#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/literals.h"
#include "io/tracks/rows/script_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// A row as an object: fields that are printed lists or dictionaries are parsed.
Json object_of(std::span<const std::string> names, std::span<const std::string_view> fields) {
  Json row{Json::Object{}};
  for (std::size_t i = 0; i < std::min(names.size(), fields.size()); ++i) {
    std::optional<Json> value = parse_literal(fields[i]);
    row.set(names[i], value ? std::move(*value) : Json(fields[i]));
  }
  return row;
}

void walk_rows(std::istream& stream, JsonWalk& walk) {
  NamedTable table(stream);
  while (table.next())
    walk.take(object_of(table.names(), table.fields()), std::nullopt, table.line());
}

/// Whether a value is or holds numbers in a list or a dictionary.
bool holds_numbers(const Json& value) {
  if (value.is_array())
    return std::ranges::any_of(
        value.as_array(), [](const Json& one) { return one.is_number() || holds_numbers(one); });
  return value.is_object() && std::ranges::any_of(value.as_object(), [](const Json::Member& one) {
           return one.second.is_number() || holds_numbers(one.second);
         });
}

TrackGuess sniff(const TrackSample& sample) {
  if (looks_like_json(sample.text, "[{", {}) || !find_heading(sample.text)) return {};
  constexpr std::size_t sampled = 100;
  std::istringstream stream{std::string(sample.text)};
  NamedTable table(stream);
  const ColumnMap none;
  const JsonRows rows(none);
  for (std::size_t row = 0; row < sampled && table.next(); ++row) {
    bool found = false;
    JsonWalk walk(rows, [&](const Json&, std::uint64_t) { found = true; });
    for (std::size_t i = 0; i < std::min(table.names().size(), table.fields().size()); ++i)
      if (const auto value = parse_literal(table.fields()[i]); value && holds_numbers(*value))
        walk.take(Json(Json::Object{{table.names()[i], *value}}), std::nullopt, table.line());
    if (found) return {96, "a column has boxes as lists or dictionaries"};
  }
  return {};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return read_script_rows({.walk =
                               [&](JsonWalk& walk) {
                                 rewind(input);
                                 walk_rows(input.stream, walk);
                               },
                           .may_be_empty = true},
                          options, report);
}

}  // namespace

TrackFormat csv_lists() {
  return {.name = "csv_lists",
          .title = "CSV with boxes in lists",
          .doc =
              "A header line of names as in csv, and one column with a box or several as Python, "
              "NumPy or JSON print them: [10, 20, 40, 30], [10. 20. 40. 30.], [{'x': 10, …}]. "
              "Lists are understood as in json; --map xyxy=NAME or xywh=NAME states their form.",
          .extensions = {".csv", ".tsv"},
          .rules = {"a column, or the picture's name", "from 0", "by the names", "whole clip"},
          .named = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
