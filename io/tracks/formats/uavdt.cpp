// SPDX-License-Identifier: Apache-2.0
// uavdt: UAVDT's ground truth for detection, nine columns like MOTChallenge's.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Out-of-view is 1 to 3, occlusion 1 to 4 and class 1 to 3; MOTChallenge has a flag of 0 or 1 and
/// a fraction there.
TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  const auto& at = profile.at;
  const bool possible = profile.boxes && profile.columns == 9 && at[6].whole && at[7].whole &&
                        at[8].whole && at[6].within(1, 3) && at[7].within(1, 4) &&
                        at[8].within(1, 3);
  if (!possible) return {};
  if (sample.path.filename().string().find("gt_whole") != std::string::npos)
    return {96, "its name ends in gt_whole, and its columns fit"};
  // Objects that leave the picture and are hidden at times: neither a flag nor a class fits.
  if (at[0].min >= 1 && at[6].max > 1 && at[7].max > 1)
    return {92, "columns 7 to 9 are out-of-view, occlusion and class"};
  return {};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = box_columns({{Cell::attribute, "out_of_view", 1},
                              {Cell::attribute, "occlusion", 1},
                              {.cell = Cell::class_index, .missing = 1}});
  rows.class_names = {"", "car", "truck", "bus"};
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as UAVDT does";
  rows.conventions.pixel_reason = "as UAVDT does";
  rows.conventions.by_track = true;
  return rows;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  return read_number_rows(layout(), input, options, report);
}

}  // namespace

TrackFormat uavdt() {
  return {.name = "uavdt",
          .title = "UAVDT ground truth",
          .doc =
              "gt_whole.txt: frame, id, left, top, width, height, out-of-view (1 to 3), occlusion "
              "(1 to 4), class (1 car, 2 truck, 3 bus). Frames count from 1. Its gt.txt is read as "
              "MOTChallenge.",
          .extensions = {".txt"},
          .rules = {"from 1", "from 0", "left, top, width, height", "whole clip"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
