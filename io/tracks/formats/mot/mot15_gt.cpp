// SPDX-License-Identifier: Apache-2.0
// mot15_gt: the ground truth of MOT15, with ten columns like results.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Only its name distinguishes it from results whose scores are all 0 or 1.
TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  if (!profile.boxes || profile.columns != 10 || !named_ground_truth(sample.path)) return {};
  if (!profile.at[6].whole || !profile.at[6].within(0, 1)) return {};
  return {96, "it has 10 columns and the name of a ground truth"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = box_columns({{.cell = Cell::consider, .missing = 1},
                              {Cell::attribute, "world_x"},
                              {Cell::attribute, "world_y"},
                              {Cell::attribute, "world_z"}});
  rows.conventions.by_track = true;
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as MOTChallenge prescribes";
  rows.conventions.pixel_base = 1;
  rows.conventions.pixel_reason = "as MOTChallenge prescribes";
  return rows;
}

}  // namespace

TrackFormat mot15_gt() {
  return of_number_rows<layout>(
      {.name = "mot15_gt",
       .title = "MOT15 ground truth",
       .doc = "frame, id, left, top, width, height, consider, x, y, z. Frames and pixels count "
              "from 1. Recognised only by the name gt.txt.",
       .extensions = {".txt"},
       .rules = {"from 1", "from 1", "left, top, width, height", "whole clip"},
       .sniff = sniff});
}

}  // namespace overlace
