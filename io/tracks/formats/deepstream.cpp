// SPDX-License-Identifier: Apache-2.0
// deepstream: the KITTI-like dumps of NVIDIA's DeepStream, of a detector or of a tracker.
#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "io/tracks/kitti.h"
#include "io/tracks/names.h"
#include "io/tracks/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// A row as a KITTI label, and the id that a tracker puts after the type.
struct Row {
  std::vector<std::string_view> label;
  std::string_view id{};  ///< empty in a detector's dump
};

bool is_zero(std::string_view field) {
  const auto number = parse_field(field);
  return number && number->value == 0;
}

/// Labels of several words are joined; a tracker's id has no decimal point where a detector's
/// first number, 0.0, has one.
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

/// Everything but the box and the score is 0.
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

/// Ids have 64 bits, unsigned; all of them set means none. One that is no positive TrackId gets a
/// number that is free: an id says only what is the same thing.
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
      if (!row) return builder.lose("the row is not a KITTI label", fields.line);
      const TrackId id = row->id.empty() ? no_id : parse_id(row->id, ids, builder, fields.line);
      take_kitti(row->label, file.frame, id, fields.line, options, builder);
    });
  });
  return builder.finish();
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
          .read = read};
}

}  // namespace overlace
