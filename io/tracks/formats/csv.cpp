// SPDX-License-Identifier: Apache-2.0
// csv: a table with named columns, as written by scripts, spreadsheets and supervision's CSV sink.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <initializer_list>
#include <sstream>
#include <vector>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/heading_rows.h"
#include "io/tracks/rows/named_rows.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Whether the columns are those that begin all formats of the MOTChallenge family, to whose files
/// some people add a heading.
bool begin_like_mot(std::span<const std::string_view> names) {
  using enum NamedColumn;
  constexpr std::array columns = {frame, id, left, top, width, height};
  return names.size() >= columns.size() &&
         std::ranges::equal(columns, names.first(columns.size()), {}, {}, column_named);
}

TrackGuess sniff(const TrackSample& sample) {
  if (looks_like_json(sample.text, "[{", {})) return {};
  FieldSplitter splitter;
  const auto names = heading_of(sample.text, splitter);
  if (names.size() < 3) return {};
  using enum NamedColumn;
  const auto columns = columns_named(std::vector<std::string>(names.begin(), names.end()));
  const auto has = [&](std::initializer_list<NamedColumn> any) {
    return std::ranges::find_first_of(columns, any) != columns.end();
  };
  if (!has({left, right, center_x}) || !has({top, bottom, center_y})) return {};
  // Without a frame column no other format fits either, and reading it reports what is missing.
  if (!has({frame, NamedColumn::time})) return {85, "its heading names columns"};
  // Names are more reliable than the look of the numbers below them.
  return {begin_like_mot(names) ? 92 : 98, "its heading names columns"};
}

/// Learns from the rows at the beginning of the file.
void profile(std::istream& stream, NamedRows& rows) {
  std::istringstream sample(sample_of(stream));
  NamedTable table(sample);
  while (table.next()) rows.profile(table.fields());
  rows.settle();
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  NamedTable table(input.stream);
  TrackConventions conventions{.frame_reason = "as scripts do, mostly",
                               .pixel_reason = "as scripts do"};
  if (table.names().empty()) return TrackBuilder(conventions, options, report).finish();
  NamedRows rows(table.names(), options,
                 {.file = report.file, .line = static_cast<std::size_t>(table.heading_line())});
  rewind(input);
  profile(input.stream, rows);
  conventions.fractions = rows.in_fractions();
  conventions.could_be_centres = rows.could_be_centres();
  const TrackReadOptions reading = rows.reading();
  TrackBuilder builder(conventions, reading, report);
  builder.see_frame();  // a heading alone says that there are no rows
  report.assumptions.push_back(rows.understood());
  rewind(input);
  for (NamedTable all(input.stream); all.next();) rows.take(all.fields(), builder, all.line());
  return builder.finish();
}

/// A field on one line, quoted if necessary.
std::string field_text(std::string_view text) {
  const bool plain = text.find_first_of(",\";\t\r\n") == std::string_view::npos &&
                     !text.starts_with(' ') && !text.ends_with(' ');
  return plain ? std::string(text) : quoted_line(text);
}

std::string number_text(float value) {
  return std::isnan(value) ? "" : fmt::format("{}", value);
}

std::string id_field(const Json& id) {
  if (id.is_null()) return {};
  return id.is_string() ? field_text(id.as_string()) : id.dump();
}

std::string attribute_field(const AttributeColumn& column, std::uint32_t row) {
  const float value = column.values[row];
  if (std::isnan(value) || column.texts.empty()) return number_text(value);
  return field_text(column.texts[static_cast<std::size_t>(value)]);
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const bool turned = !table.rotation.empty();
  std::vector<const AttributeColumn*> attributes;
  for (const AttributeColumn& column : table.attributes)
    if (names_attribute(column.name)) attributes.push_back(&column);
  out << "frame,id,x,y,width,height,class,score" << (turned ? ",rotation" : "");
  for (const AttributeColumn* column : attributes) out << "," << field_text(column->name);
  out << "\n";
  const IdTexts ids(table);
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    const Box& b = table.box[row];
    out << fmt::format("{},{},{},{},{},{},{},{}", frame, id_field(ids.of(row)), b.x, b.y, b.width,
                       b.height, field_text(class_text(table, row)), number_text(table.score[row]));
    if (turned) out << "," << number_text(table.rotation[row]);
    for (const AttributeColumn* column : attributes) out << "," << attribute_field(*column, row);
    out << "\n";
  });
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of_named_columns(table);
  const bool in_texts = std::ranges::any_of(table.attributes, [](const AttributeColumn& column) {
    return std::ranges::any_of(column.texts, breaks_line);
  });
  if (in_texts || std::ranges::any_of(table.class_names, breaks_line))
    lost.emplace_back("line breaks in texts");
  return lost;
}

}  // namespace

TrackFormat csv() {
  return {
      .name = "csv",
      .title = "CSV with named columns",
      .doc =
          "A header line of names in any common spelling (frame, frame_index; id, track_id, "
          "tracker_id; x, left, xmin, x1; w, width; x2, right; cx; class, label; score, conf); "
          "other columns become attributes. Blank lines and comments may stand above the names. "
          "Where no column has the frame, times do. Separated by commas, semicolons, tabs or "
          "spaces; a "
          "numeric class stays a number. supervision's sink needs a frame column: --frame-column.",
      .extensions = {".csv", ".tsv", ".txt"},
      .rules = {"from 0", "from 0", "as the columns say", "whole clip, empty or -1 none"},
      .named = true,
      .sniff = sniff,
      .read = read,
      .write = write,
      .losses = losses};
}

}  // namespace overlace
