// SPDX-License-Identifier: Apache-2.0
// vatic: the text dumped by the VATIC annotation tool.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "io/tracks/builder/builder.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// id, xmin, ymin, xmax, ymax, frame, lost, occluded, generated; then the label and attributes.
constexpr std::size_t number_count = 9;

struct Row {
  std::array<ParsedNumber, number_count> number;
  [[nodiscard]] bool flag(std::size_t i) const { return number[i].value == 1; }
};

std::optional<Row> parse(std::span<const std::string_view> fields) {
  if (fields.size() <= number_count) return std::nullopt;
  Row row;
  for (std::size_t i = 0; i < number_count; ++i) {
    const auto number = parse_field(fields[i]);
    if (!number) return std::nullopt;
    row.number[i] = *number;
  }
  const auto& n = row.number;
  if (!n[0].is_whole || !n[5].is_whole) return std::nullopt;
  for (std::size_t i = 6; i < number_count; ++i)
    if (n[i].value != 0 && n[i].value != 1) return std::nullopt;
  return row;
}

TrackGuess sniff(const TrackSample& sample) {
  const bool fits = most_rows(sample.text, Separator::blanks, [](const TextRow& row) {
    return parse(row.fields) && !parse_field(row.fields[number_count]);
  });
  return fits ? TrackGuess{95, "its rows are id, corners, frame, three flags and a label"}
              : TrackGuess{};
}

std::int32_t class_of(std::string_view label, TrackBuilder& builder) {
  return label.empty() ? -1 : builder.class_named(label);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder(
      {.frame_reason = "as VATIC does", .pixel_reason = "as VATIC does", .by_track = true}, options,
      report);
  std::uint64_t lost = 0;
  for_each_row(input.stream, Separator::blanks, [&](const TextRow& text) {
    const auto row = parse(text.fields);
    if (!row) return builder.reject("the row is not VATIC's ten fields", text.line);
    if (row->flag(6)) {
      ++lost;
      return builder.pass_over();
    }
    const auto& n = row->number;
    const FileBox box{.frame = n[5].whole,
                      .id = n[0].whole,
                      .x = n[1].value,
                      .y = n[2].value,
                      .width = n[3].value - n[1].value,
                      .height = n[4].value - n[2].value,
                      .class_index = class_of(text.fields[number_count], builder)};
    if (!builder.add(box, text.line)) return;
    builder.set("occluded", n[7].value);
    builder.set("generated", n[8].value);
    for (const std::string_view attribute : text.fields.subspan(number_count + 1))
      if (!attribute.empty()) builder.set(attribute, 1);
  });
  if (lost > 0)
    report.assumptions.push_back(std::to_string(lost) +
                                 " rows are left out, as they say that the object is out of view");
  return builder.finish();
}

/// An attribute that marks rows: present or absent.
bool is_mark(const AttributeColumn& column) {
  const bool is_flag = column.name == "occluded" || column.name == "generated";
  return column.texts.empty() && !column.name.empty() && !is_flag && !breaks_line(column.name) &&
         std::ranges::all_of(column.values, [](float v) { return v == 1 || std::isnan(v); });
}

/// A flag among the numbers of a row, 0 or 1.
struct Flag {
  const AttributeColumn* column = nullptr;

  Flag(const TrackTable& table, std::string_view name) : column(find_numbers(table, name)) {
    const auto is_flag = [](float value) { return value == 0 || value == 1; };
    if (column != nullptr && !std::ranges::all_of(column->values, is_flag)) column = nullptr;
  }
  [[nodiscard]] int of(std::uint32_t row) const {
    return column != nullptr && column->values[row] == 1 ? 1 : 0;
  }
};

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  const std::vector<TrackId> ids = number_tracks(table).id_of_row;
  const Flag occluded(table, "occluded"), generated(table, "generated");
  std::vector<const AttributeColumn*> marks;
  for (const AttributeColumn& column : table.attributes)
    if (is_mark(column)) marks.push_back(&column);
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    out << fmt::format("{} {} {} 0 {} {} {}", ids[row], corners_text(table.box[row]), frame,
                       occluded.of(row), generated.of(row), quoted_line(class_text(table, row)));
    for (const AttributeColumn* const mark : marks)
      if (mark->values[row] == 1) out << ' ' << quoted_line(mark->name);
    out << '\n';
  });
}

std::vector<std::string> losses(const TrackTable& table) {
  TrackAbilities can{.missing_ids = false, .scores = false, .numbers = false, .texts = false};
  const Flag occluded(table, "occluded"), generated(table, "generated");
  for (const AttributeColumn& column : table.attributes)
    if (&column == occluded.column || &column == generated.column || is_mark(column))
      can.attributes.push_back(column.name);
  std::vector<std::string> lost = losses_of(table, can);
  if (std::ranges::any_of(table.class_names, breaks_line))
    lost.emplace_back("line breaks in texts");
  return lost;
}

}  // namespace

TrackFormat vatic() {
  return {.name = "vatic",
          .title = "VATIC annotations",
          .doc =
              "id, xmin, ymin, xmax, ymax, frame, lost, occluded, generated, \"label\" and "
              "\"attributes\", each of which becomes 1. Rows marked lost are left out.",
          .extensions = {".txt"},
          .rules = {"from 0", "from 0", "corners", "whole clip"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
