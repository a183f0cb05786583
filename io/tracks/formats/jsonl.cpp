// SPDX-License-Identifier: Apache-2.0
// jsonl: one JSON object per line, with named members.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "graph/core/error.h"
#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/column_names.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/script_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// A line as an object or a list; nothing when it is neither.
std::optional<Json> parse_line(std::string_view line) {
  try {
    std::string text(line);
    PythonNumbers().blank_out(text);
    Json value = parse_json(text, "", {.large_integers_as_floats = true});
    if (value.is_object() || value.is_array()) return value;
  } catch (const Error&) {  // malformed, or beyond a limit
  }
  return std::nullopt;
}

/// Whether an object holds nothing but its own members.
bool is_flat(const Json& value) {
  return value.is_object() && std::ranges::none_of(value.as_object(), [](const Json::Member& m) {
           return m.second.is_array() || m.second.is_object();
         });
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t\r") == std::string_view::npos;
}

/// The first line with a value, and the rest.
std::optional<Json> take_line(std::string_view& rest) {
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!is_blank(line)) return parse_line(line);
  }
  return std::nullopt;
}

bool has_frame_number(const Json& row) {
  return row.is_object() && std::ranges::any_of(row.as_object(), [](const Json::Member& member) {
           return column_named(member.first) == NamedColumn::frame && member.second.is_number();
         });
}

TrackGuess sniff(const TrackSample& sample) {
  std::string_view rest = sample.text;
  const std::optional<Json> first = take_line(rest);
  if (!first) return {};
  if (has_frame_number(*first)) return {97, "its first line is an object with a frame number"};
  const std::optional<Json> second = take_line(rest);
  if (!second || first->type() != second->type()) return {};
  return {45, "each of its lines is a JSON value"};
}

/// Walks through every line; calls `odd(what, line)` for one that is no value, and for one that has
/// no box, unless it is a frame without objects.
template <class Odd>
void walk_lines(std::istream& stream, JsonWalk& walk, Odd odd) {
  LineReader lines(stream);
  std::int64_t place = 0;
  for (std::string_view text; lines.next(text); ++place) {
    if (is_blank(text)) {
      --place;
      continue;
    }
    const std::optional<Json> value = parse_line(text);
    if (!value) {
      odd("the line is not a JSON object or list", lines.number());
      continue;
    }
    const std::uint64_t boxes = walk.found(), others = walk.other_lists();
    walk.take_line(*value, place, lines.number());
    if (walk.found() == boxes && (is_flat(*value) || walk.other_lists() > others))
      odd("the line has no box", lines.number());
  }
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder* builder = nullptr;  // in the second pass
  const auto walk_all = [&](JsonWalk& walk) {
    rewind(input);
    walk_lines(input.stream, walk, [&](std::string_view what, std::uint64_t line) {
      if (builder != nullptr) builder->reject(what, line);
    });
  };
  return read_script_rows({.walk = walk_all,
                           .before = [&](TrackBuilder& taking) { builder = &taking; },
                           .by_track = false,
                           .may_be_empty = true},
                          options, report);
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
  return {
      .name = "jsonl",
      .title = "JSON Lines with named members",
      .doc =
          "One object per line: frame, id, a box as x, y, width, height or corners, class, "
          "score in any common spelling; other members become attributes. A line may be a frame "
          "with its objects, or a list of them, as in json. Frames and pixels count from 0 "
          "unless the file has no frame 0 and --frame-base sets another number.",
      .extensions = {".jsonl", ".ndjson"},
      .rules = {"from 0", "from 0", "by the names", "whole clip"},
      .named = true,
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses_of_named_columns};
}

}  // namespace overlace
