// SPDX-License-Identifier: Apache-2.0
// mot: MOTChallenge detections and results, as written by almost every tracker.
#include <fmt/format.h>

#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t most_columns = 12;  // a table with more is something else

/// Columns 7 to 9 as in MOTChallenge's general layout: score, class, visibility. Its ground truths
/// have a flag instead of the score.
bool has_class_and_visibility(const NumberProfile& profile) {
  return profile.columns == 9 && profile.at[7].whole && profile.at[7].min >= -1 &&
         profile.at[8].within(-1, 1) && !profile.at[8].always(-1);
}

/// Rows of VisDrone's per-picture files: box, score, class, truncation, occlusion.
bool is_visdrone_detection(const NumberProfile& profile) {
  const auto& at = profile.at;
  return profile.columns == 8 && at[4].whole && at[4].within(0, 1) && at[5].whole &&
         at[5].within(0, 11) && at[6].within(0, 1) && at[7].within(0, 2);
}

TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  if (!profile.boxes || is_visdrone_detection(profile)) return {};
  const auto& at = profile.at;
  switch (profile.columns) {
    case 10:
      if (at[7].always(-1) && at[8].always(-1) && at[9].always(-1))
        return {95, "columns 8 to 10 are always -1"};
      // Classes and flags there mean VisDrone; a single class could be either.
      if (could_be_visdrone(profile))
        return at[7].constant() ? TrackGuess{60, "it has 10 columns of numbers"} : TrackGuess{};
      return {80, "it has 10 columns of numbers"};
    case 9:
      if (at[7].always(-1) && at[8].always(-1)) return {90, "columns 8 and 9 are always -1"};
      if (has_class_and_visibility(profile))
        return {50, "columns 7 to 9 could be score, class and visibility"};
      return {};
    case 8:
    case 0:
      return {40, "its lines are numbers that begin with frame, id and box"};
    default:
      if (profile.columns > most_columns) return {};
      return {profile.columns < 8 ? 70 : 30, fmt::format("it has {} columns", profile.columns)};
  }
}

NumberRows layout_of(std::initializer_list<NumberColumn> rest) {
  NumberRows rows;
  rows.columns = box_columns(rest);
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as MOTChallenge prescribes";
  rows.conventions.pixel_base = 0;
  rows.conventions.pixel_reason = "as trackers write them, although MOTChallenge prescribes 1";
  return rows;
}

NumberRows layout() {
  return layout_of({{Cell::score},
                    {Cell::attribute, "world_x"},
                    {Cell::attribute, "world_y"},
                    {Cell::attribute, "world_z"}});
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  // A pipe cannot be rewound: assume the columns of results.
  const bool can_go_back = input.stream.tellg() >= 0;
  if (can_go_back && has_class_and_visibility(profile_numbers(sample_of(input.stream))))
    return read_number_rows(
        layout_of({{Cell::score}, {Cell::class_index}, {Cell::attribute, "visibility"}}), input,
        options, report);
  return read_number_rows(layout(), input, options, report);
}

}  // namespace

TrackFormat mot() {
  TrackFormat format = of_number_rows<layout>(
      {.name = "mot",
       .title = "MOTChallenge detections or results",
       .doc =
           "frame, id, left, top, width, height, score, x, y, z. Frames count from 1, pixels from "
           "0 (the rules say 1, trackers write 0); id -1 is none; x, y, z become attributes "
           "world_x, world_y, world_z. With nine columns, class and visibility follow the score.",
       .extensions = {".txt", ".csv"},
       .rules = {"from 1", "from 0", "left, top, width, height", "whole clip, -1 none"},
       .sniff = sniff});
  format.read = read;
  return format;
}

}  // namespace overlace
