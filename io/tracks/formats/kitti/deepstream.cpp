// SPDX-License-Identifier: Apache-2.0
// deepstream: the KITTI-like dumps of NVIDIA's DeepStream, from a detector or a tracker.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

#include "io/tracks/formats/kitti/kitti.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::string_view zeros = " 0.0 0.0 0.0 0.0 0.0 0.0 0.0";

/// A row as a KITTI label, and the id that a tracker adds after the type.
struct Row {
  std::vector<std::string_view> label;
  std::string_view id{};  ///< empty in a detector's dump
};

bool is_zero(std::string_view field) {
  const auto number = parse_field(field);
  return number && number->value == 0;
}

/// Labels of several words are joined. A tracker's id has no decimal point; a detector's first
/// number, 0.0, has one.
std::optional<Row> parse(std::span<const std::string_view> fields, std::string& type) {
  const auto first_number =
      std::ranges::find_if(fields, [](std::string_view f) { return parse_field(f).has_value(); });
  const auto words = static_cast<std::size_t>(first_number - fields.begin());
  if (words == 0 || words + kitti_fields - 1 > fields.size()) return std::nullopt;
  type.clear();
  for (std::size_t i = 0; i < words; ++i) type.append(i == 0 ? "" : " ").append(fields[i]);
  Row row;
  row.label.push_back(type);
  std::span<const std::string_view> numbers = fields.subspan(words);
  if (numbers[0].find('.') == std::string_view::npos) {
    row.id = numbers[0];
    numbers = numbers.subspan(1);
  }
  row.label.insert(row.label.end(), numbers.begin(), numbers.end());
  return row;
}

/// Everything except the box and the score is 0.
bool is_dump(const TextRow& text) {
  std::string type;
  const auto row = parse(text.fields, type);
  if (!row || !is_kitti(row->label)) return false;
  return std::all_of(row->label.begin() + 1, row->label.begin() + 4, is_zero) &&
         std::all_of(row->label.begin() + 8, row->label.begin() + kitti_fields, is_zero);
}

TrackGuess sniff(const TrackSample& sample) {
  if (!most_rows(sample.text, Separator::blanks, is_dump)) return {};
  return {90, "its rows are KITTI labels with zeros for all but the box"};
}

/// Ids are unsigned 64-bit numbers; all bits set means none. An id that is not a positive TrackId
/// gets a free number, as ids only identify objects.
TrackId parse_id(std::string_view text, TrackIds& ids, TrackBuilder& builder, std::uint64_t line) {
  std::uint64_t id = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), id);
  if (parsed.ec != std::errc()) {
    builder.remark("the id does not fit into 64 bits and is taken as none", line);
    return no_id;
  }
  return id == std::numeric_limits<std::uint64_t>::max() ? no_id : ids.of(text);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder(
      {.frame_reason = "as DeepStream numbers its files", .pixel_reason = "as DeepStream does"},
      options, report);
  if (options.source_size == Size{})
    report.assumptions.emplace_back(
        "boxes are in pixels of the clip; they are in those of DeepStream's stream muxer if it "
        "scales (--source-size)");
  std::string type;
  TrackIds ids;
  for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
    for_each_row(text, Separator::blanks, [&](const TextRow& fields) {
      const auto row = parse(fields.fields, type);
      if (!row) return builder.reject("the row is not a KITTI label", fields.line);
      const TrackId id = row->id.empty() ? no_id : parse_id(row->id, ids, builder, fields.line);
      take_kitti(row->label, file.frame, id, fields.line, options, builder);
    });
  });
  return builder.finish();
}

/// Labels of several words are written unchanged, unless a word could be taken for a number.
std::string label_of(const std::string& class_name) {
  FieldSplitter splitter;
  std::string read_back;
  const std::string line = fmt::format("{} 0.0 0 0.0 0 0 0 0{}", class_name, zeros);
  const auto row = parse(splitter.split(line, Separator::blanks), read_back);
  const bool kept =
      row && read_back == class_name && !class_name.starts_with('#') && !breaks_line(class_name);
  return kept ? class_name : kitti_type(class_name);
}

bool has_ids(const TrackTable& table) {
  return std::ranges::any_of(table.id, [](TrackId id) { return id != no_id; });
}

/// A tracker's dump if there are ids, else a detector's.
void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  const bool tracked = has_ids(table);
  for_each_frame_of_clip(table, clip, [&](std::int32_t frame, RowRange rows) {
    std::string text;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
      text += label_of(class_text(table, row));
      // A missing id becomes all bits set.
      if (tracked) text += fmt::format(" {}", static_cast<std::uint64_t>(table.id[row]));
      text += fmt::format(" 0.0 0 0.0 {}{}", corners_text(table.box[row]), zeros);
      if (!std::isnan(table.score[row])) text += fmt::format(" {}", table.score[row]);
      text += '\n';
    }
    out.write_frame(frame, text);
  });
}

/// Zeros stand for unknown values.
bool is_filler(const AttributeColumn& column) {
  return (column.name == "truncated" || column.name == "occluded") && column.texts.empty() &&
         std::ranges::all_of(column.values, [](float value) { return value == 0; });
}

std::vector<std::string> losses(const TrackTable& table) {
  TrackAbilities can{.missing_classes = false, .numbers = false, .texts = false};
  for (const AttributeColumn& column : table.attributes)
    if (is_filler(column)) can.attributes.push_back(column.name);
  std::vector<std::string> lost = losses_of(table, can);
  if (std::ranges::any_of(class_texts(table),
                          [](const std::string& name) { return label_of(name) != name; }))
    lost.emplace_back("names of classes with numbers in them");
  return lost;
}

}  // namespace

TrackFormat deepstream() {
  return {.name = "deepstream",
          .title = "DeepStream KITTI dumps",
          .doc =
              "A folder such as gie-kitti-output-dir or kitti-track-output-dir, one stream of it: "
              "'DIR/00_000_*.txt'. Rows are label, id (of a tracker), 0.0, 0, 0.0, left, top, "
              "right, bottom, seven zeros and a score; pixels are those of the stream muxer.",
          .extensions = {".txt"},
          .rules = {"in the file name, from 0", "from 0", "corners", "whole clip, 64 bits"},
          .folder = true,
          .sniff = sniff,
          .read = read,
          .losses = losses,
          .write_folder = write_folder,
          .file_names = "00_000_######.txt"};
}

}  // namespace overlace
