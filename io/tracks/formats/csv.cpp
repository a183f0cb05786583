// SPDX-License-Identifier: Apache-2.0
// csv: a table with named columns, as written by scripts, spreadsheets and supervision's CSV sink.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "io/tracks/json_parts.h"
#include "io/tracks/line_reader.h"
#include "io/tracks/named_rows.h"
#include "io/tracks/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

bool any_of(std::span<const std::string_view> names, NamedColumn a, NamedColumn b) {
  return std::ranges::any_of(names, [&](std::string_view name) {
    const NamedColumn column = column_named(name);
    return column == a || column == b;
  });
}

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
  const std::string_view heading = sample.text.substr(0, sample.text.find_first_of("\r\n"));
  if (heading.starts_with('{') || heading.starts_with('[')) return {};  // JSON on one line
  FieldSplitter splitter;
  const auto names = splitter.split(heading, separator_of(heading));
  const auto is_number = [](std::string_view name) { return parse_field(name).has_value(); };
  if (names.size() < 3 || std::ranges::any_of(names, is_number)) return {};
  if (!any_of(names, NamedColumn::left, NamedColumn::center_x) ||
      !any_of(names, NamedColumn::top, NamedColumn::center_y))
    return {};
  // Without a frame column no other format fits either, and reading it reports what is missing.
  if (!any_of(names, NamedColumn::frame, NamedColumn::frame))
    return {85, "its first line names columns"};
  // Names are more reliable than the look of the numbers below them.
  return {begin_like_mot(names) ? 92 : 98, "its first line names columns"};
}

/// Converts decimal commas, possible in tables whose separator is not a comma, to points.
class DecimalPoints {
 public:
  /// The fields of a row; valid until the next call.
  std::span<const std::string_view> put_into(std::span<const std::string_view> fields) {
    fields_.assign(fields.begin(), fields.end());
    texts_.resize(std::max(texts_.size(), fields.size()));
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const std::size_t comma = fields_[i].find(',');
      if (comma == std::string_view::npos) continue;
      texts_[i] = fields_[i];
      texts_[i][comma] = '.';
      if (parse_field(texts_[i])) fields_[i] = texts_[i];
    }
    return fields_;
  }

 private:
  std::vector<std::string_view> fields_;
  std::vector<std::string> texts_;
};

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as scripts do, mostly", .pixel_reason = "as scripts do"},
                       options, report);
  LineReader lines(input.stream);
  FieldSplitter splitter;
  Separator separator = Separator::comma;
  DecimalPoints points;
  std::optional<NamedRows> rows;
  for (std::string_view line; lines.next(line);) {
    if (!rows) separator = separator_of(line);
    const auto fields = splitter.split(line, separator);
    if (fields.empty()) continue;
    if (rows) {
      rows->take(separator == Separator::comma ? fields : points.put_into(fields), builder,
                 lines.number());
    } else {
      builder.see_frame();  // a heading alone says that there are no rows
      rows.emplace(std::vector<std::string>(fields.begin(), fields.end()), options, report.file);
      report.assumptions.push_back(rows->understood());
    }
  }
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
          "other columns become attributes. Separated by commas, semicolons, tabs or spaces; a "
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
