// SPDX-License-Identifier: Apache-2.0
// boxmot: the output of BoxMOT's evaluation; nine columns like a ground truth.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Older versions have the score in column 7 and -1 in the last one.
TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  const auto& at = profile.at;
  if (!profile.boxes || profile.columns != 9 || !at[7].whole || at[7].min < 0) return {};
  if (at[8].always(-1)) return {90, "column 8 is a class and column 9 always -1"};
  if (!at[6].always(1) || !at[8].within(0, 1)) return {};
  if (at[7].min == 0) return {90, "column 7 is always 1 and column 8 has the class 0"};
  if (named_ground_truth(sample.path) || !profile.frames_ascend) return {};
  return {60, "column 7 is always 1 and column 9 could be a score"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = box_columns({{.cell = Cell::score, .present = 1},
                              {.cell = Cell::class_index, .missing = 0},
                              {Cell::score}});
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as BoxMOT does";
  rows.conventions.pixel_base = 0;
  rows.conventions.pixel_reason = "as BoxMOT does";
  return rows;
}

}  // namespace

TrackFormat boxmot() {
  return of_number_rows<layout>(
      {.name = "boxmot",
       .title = "BoxMOT results",
       .doc = "frame, id, left, top, width, height, 1, class, score. Frames count from 1 (one "
              "release counted from 2: --frame-base 2), pixels from 0.",
       .extensions = {".txt"},
       .rules = {"from 1", "from 0", "left, top, width, height", "whole clip"},
       .sniff = sniff});
}

}  // namespace overlace
