// SPDX-License-Identifier: Apache-2.0
// csv: a table with named columns, as scripts, spreadsheets and supervision's CSV sink write it.
#include <algorithm>
#include <optional>

#include "io/tracks/line_reader.h"
#include "io/tracks/named_rows.h"
#include "io/tracks/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

bool any_of(std::span<const std::string_view> names, NamedColumn a, NamedColumn b) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    const NamedColumn column = column_named(name);
    return column == a || column == b;
  });
}

TrackGuess sniff(const TrackSample& sample) {
  const std::string_view heading = sample.text.substr(0, sample.text.find_first_of("\r\n"));
  FieldSplitter splitter;
  const auto names = splitter.split(heading, separator_of(heading));
  const auto is_number = [](std::string_view name) { return parse_field(name).has_value(); };
  if (names.size() < 3 || std::ranges::any_of(names, is_number)) return {};
  if (!any_of(names, NamedColumn::left, NamedColumn::center_x) ||
      !any_of(names, NamedColumn::top, NamedColumn::center_y))
    return {};
  // Without a frame it can still be nothing else, and reading it says what is missing.
  return {any_of(names, NamedColumn::frame, NamedColumn::frame) ? 92 : 85,
          "its first line names columns"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as scripts do, mostly", .pixel_reason = "as scripts do"},
                       options, report);
  LineReader lines(input.stream);
  FieldSplitter splitter;
  Separator separator = Separator::comma;
  std::optional<NamedRows> rows;
  for (std::string_view line; lines.next(line);) {
    if (!rows) separator = separator_of(line);
    const auto fields = splitter.split(line, separator);
    if (fields.empty()) continue;
    if (rows) {
      rows->take(fields, builder, lines.number());
    } else {
      rows.emplace(std::vector<std::string>(fields.begin(), fields.end()), options, report.file);
      report.assumptions.push_back(rows->understood());
    }
  }
  return builder.finish();
}

}  // namespace

TrackFormat csv() {
  return {.name = "csv",
          .title = "CSV with named columns",
          .doc =
              "A first line of names in any customary spelling (frame, frame_index; id, track_id, "
              "tracker_id; x, left, xmin, x1; w, width; x2, right; cx; class, label; score, conf); "
              "other columns become attributes. Comma, semicolon or tab; a class that is a number "
              "stays one. supervision's sink needs a column with the frame: --frame-column.",
          .extensions = {".csv", ".tsv", ".txt"},
          .rules = {"from 0", "from 0", "as the columns say", "whole clip, empty or -1 none"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
