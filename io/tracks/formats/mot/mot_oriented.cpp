// SPDX-License-Identifier: Apache-2.0
// mot_oriented: MOTChallenge's rows with rotated boxes, as written by BoxMOT.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr double half_turn = 3.15;  // radians

/// Ten columns like results; but the seventh is an angle, so that it leaves the range of a score.
TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  const auto& at = profile.at;
  if (!profile.boxes || profile.columns != 10 || at[6].whole ||
      !at[6].within(-half_turn, half_turn))
    return {};
  const bool is_angle = at[6].min < 0 || at[6].max > 1;
  if (!is_angle || !at[7].within(0, 1) || !at[8].whole || at[8].min < 0 || !at[9].within(0, 1))
    return {};
  return {92, "column 7 is an angle, and columns 8 to 10 are score, class and visibility"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::frame},       {Cell::id},
                  {Cell::center_x},    {Cell::center_y},
                  {Cell::width},       {Cell::height},
                  {Cell::turn},        {Cell::score},
                  {Cell::class_index}, {Cell::attribute, "visibility"}};
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as MOTChallenge prescribes";
  rows.conventions.pixel_reason = "as BoxMOT does";
  return rows;
}

}  // namespace

TrackFormat mot_oriented() {
  return read_as_number_rows<layout>(
      {.name = "mot_oriented",
       .title = "MOTChallenge with rotated boxes",
       .doc = "frame, id, centre x, centre y, width, height, angle in radians, score, class, "
              "visibility. Frames count from 1, pixels from 0.",
       .extensions = {".txt"},
       .rules = {"from 1", "from 0", "centre, size, angle", "whole clip, -1 none"},
       .sniff = sniff});
}

}  // namespace overlace
