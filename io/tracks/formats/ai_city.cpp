// SPDX-License-Identifier: Apache-2.0
// ai_city: submissions of the AI City Challenge's multi-camera tracking, with a column of cameras.
#include <algorithm>
#include <cmath>
#include <set>

#include "io/tracks/json/json_parts.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/names.h"
#include "io/tracks/rows/numbers.h"
#include "io/tracks/rows/text_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// camera, id, frame, left, top, width, height, world x, world y
constexpr std::size_t columns = 9;

/// Cameras, ids and frames are integers from 0, boxes have an area, and cameras are few and fewer
/// than frames, which rules out frames in the first column.
TrackGuess sniff(const TrackSample& sample) {
  std::set<std::string, std::less<>> cameras, frames;
  bool fits = true;
  const bool numbers = most_rows(sample.text, Separator::blanks, [&](const TextRow& row) {
    if (row.fields.size() != columns || row.text.find(',') != row.text.npos) return false;
    for (const std::size_t i : {0U, 1U, 2U})
      if (!is_whole(row.fields[i], 0)) return false;
    cameras.emplace(row.fields[0]);
    frames.emplace(row.fields[2]);
    const auto width = parse_field(row.fields[5]), height = parse_field(row.fields[6]);
    fits = fits && width && height && width->value > 0 && height->value > 0;
    return true;
  });
  constexpr std::size_t most_cameras = 100;
  if (!numbers || !fits || cameras.size() > most_cameras || cameras.size() >= frames.size())
    return {};
  return {91, "its rows are camera, id, frame, box and a place in the world"};
}

std::vector<std::string> cameras_of(TrackInput& input) {
  std::set<std::string> cameras;
  for_each_row(input.stream, Separator::blanks, [&](const TextRow& row) {
    if (row.fields.size() == columns) cameras.emplace(row.fields[0]);
  });
  return {cameras.begin(), cameras.end()};
}

void add(const TextRow& row, TrackBuilder& builder) {
  std::array<ParsedNumber, columns> n;
  for (std::size_t i = 0; i < columns; ++i) {
    const auto number = parse_field(row.fields[i]);
    if (!number) return builder.reject("the row is not made of numbers", row.line);
    n[i] = *number;
  }
  if (!n[1].is_whole || !n[2].is_whole)
    return builder.reject("the id or the frame is not an integer", row.line);
  const FileBox box{.frame = n[2].whole,
                    .id = n[1].whole,
                    .x = n[3].value,
                    .y = n[4].value,
                    .width = n[5].value,
                    .height = n[6].value};
  if (!builder.add(box, row.line)) return;
  if (n[7].value == -1 && n[8].value == -1) return;  // unknown
  builder.set("world_x", n[7].value);
  builder.set("world_y", n[8].value);
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const std::vector<std::string> cameras = cameras_of(input);
  const std::string camera =
      cameras.empty() ? "" : cameras[choose_sequence(cameras, options, report)];
  TrackConventions conventions;
  conventions.frame_base = 1;
  conventions.frame_reason = "as the challenge prescribes";
  conventions.pixel_reason = "as the challenge's detections do";
  conventions.by_track = true;
  TrackBuilder builder(conventions, options, report);
  rewind(input);
  for_each_row(input.stream, Separator::blanks, [&](const TextRow& row) {
    if (row.fields.size() != columns)
      builder.reject("the row does not have nine fields", row.line);
    else if (row.fields[0] == camera)
      add(row, builder);
  });
  return builder.finish();
}

}  // namespace

TrackFormat ai_city() {
  return {.name = "ai_city",
          .title = "AI City Challenge multi-camera tracking",
          .doc =
              "camera, id, frame, left, top, width, height, world x, world y, separated by spaces. "
              "Frames count from 1; --tracks-sequence chooses one of several cameras. World "
              "positions become attributes; -1 -1 is none.",
          .extensions = {".txt"},
          .rules = {"from 1", "from 0", "left, top, width, height", "of all cameras"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
