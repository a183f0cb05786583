// SPDX-License-Identifier: Apache-2.0
// dukemtmc: the ground truth of DukeMTMC, with a camera before identity and frame.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Eleven columns; results have ten, and their first is the frame, not one of a few cameras.
TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  const auto& at = profile.at;
  constexpr double most_cameras = 8;
  const bool fits = profile.boxes && profile.columns == 11 && at[0].within(1, most_cameras) &&
                    at[1].whole && at[2].whole && at[2].max > at[0].max && !at[2].constant();
  return fits ? TrackGuess{60, "its 11 columns could be camera, identity, frame, box and places"}
              : TrackGuess{};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::attribute, "camera"},
                  {Cell::id},
                  {Cell::frame},
                  {Cell::left},
                  {Cell::top},
                  {Cell::width},
                  {Cell::height},
                  {Cell::attribute, "world_x"},
                  {Cell::attribute, "world_y"},
                  {Cell::attribute, "foot_x"},
                  {Cell::attribute, "foot_y"}};
  rows.required = 7;
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as DukeMTMC does";
  rows.conventions.pixel_reason = "as DukeMTMC does";
  rows.conventions.by_track = true;
  return rows;
}

}  // namespace

TrackFormat dukemtmc() {
  return read_as_number_rows<layout>(
      {.name = "dukemtmc",
       .title = "DukeMTMC ground truth",
       .doc = "camera, identity, frame, left, top, width, height, world x, world y, foot x, foot "
              "y, of one camera. Frames count from 1, pixels from 0.",
       .extensions = {".txt", ".dat"},
       .rules = {"from 1", "from 0", "left, top, width, height", "whole clip"},
       .sniff = sniff});
}

}  // namespace overlace
