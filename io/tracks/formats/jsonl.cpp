// SPDX-License-Identifier: Apache-2.0
// jsonl: one JSON object per line, with named members.
#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/column_names.h"
#include "io/tracks/json_parts.h"
#include "io/tracks/json_rows.h"
#include "io/tracks/line_reader.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// A line as an object; nothing when it is not one.
std::optional<Json> parse_line(std::string_view line) {
  try {
    Json row = parse_json(line, "", {.large_integers_as_floats = true});
    if (row.is_object()) return row;
  } catch (const Error&) {  // malformed, or beyond a limit
  }
  return std::nullopt;
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view first = sample.text.substr(0, sample.text.find('\n'));
  if (!first.starts_with('{')) return {};
  const std::optional<Json> row = parse_line(first);
  if (!row) return {};
  for (const auto& [key, value] : row->as_object())
    if (column_named(key) == NamedColumn::frame && value.is_number())
      return {97, "its first line is an object with a frame number"};
  return {};
}

/// Calls `use(row, line)` for every line that is an object, and `broken(line)` for every other.
template <class Use, class Broken>
void for_each_line(std::istream& stream, Use use, Broken broken) {
  LineReader lines(stream);
  for (std::string_view line; lines.next(line);) {
    if (is_blank(line)) continue;
    if (const std::optional<Json> row = parse_line(line))
      use(*row, lines.number());
    else
      broken(lines.number());
  }
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  JsonRows rows(options.columns);
  for_each_line(
      input.stream, [&](const Json& row, std::uint64_t) { rows.profile(row); },
      [](std::uint64_t) {});
  rows.settle(options, report);
  TrackBuilder builder(row_conventions(), options, report);
  rewind(input);
  for_each_line(
      input.stream, [&](const Json& row, std::uint64_t line) { rows.take(row, builder, line); },
      [&](std::uint64_t line) { builder.reject("the line is not a JSON object", line); });
  return builder.finish();
}

Json row_json(const TrackTable& table, const IdTexts& ids, std::int32_t frame, std::uint32_t row) {
  const Box& b = table.box[row];
  Json json = Json::Object{{"frame", frame},
                           {"id", ids.of(row)},
                           {"x", float_json(b.x)},
                           {"y", float_json(b.y)},
                           {"width", float_json(b.width)},
                           {"height", float_json(b.height)}};
  if (std::string name = class_text(table, row); !name.empty()) json.set("class", std::move(name));
  if (!std::isnan(table.score[row])) json.set("score", float_json(table.score[row]));
  if (!table.rotation.empty() && table.rotation[row] != 0)
    json.set("rotation", float_json(table.rotation[row]));
  for (const AttributeColumn& column : table.attributes)
    if (Json value = attribute_json(column, row); !value.is_null() && names_attribute(column.name))
      json.set(column.name, std::move(value));
  return json;
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const IdTexts ids(table);
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    out << row_json(table, ids, frame, row).dump() << "\n";
  });
}

}  // namespace

TrackFormat jsonl() {
  return {.name = "jsonl",
          .title = "JSON Lines with named members",
          .doc =
              "One object per line: frame, id, a box as x, y, width, height or corners, class, "
              "score in any common spelling; other members become attributes. Frames and pixels "
              "count from 0 unless the file has no frame 0 and --frame-base sets another number.",
          .extensions = {".jsonl", ".ndjson"},
          .rules = {"from 0", "from 0", "by the names", "whole clip"},
          .named = true,
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses_of_named_columns};
}

}  // namespace overlace
