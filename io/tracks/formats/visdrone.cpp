// SPDX-License-Identifier: Apache-2.0
// visdrone: VisDrone's multi-object tracking; ten columns like MOTChallenge results.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr int others = 11;  // the class of anything that fits none of the others

TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  if (!profile.boxes || !could_be_visdrone(profile)) return {};
  if (profile.at[7].constant())
    return {60, "columns 8 to 10 could be class, truncation and occlusion"};
  return {90, "columns 8 to 10 are class, truncation and occlusion"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = box_columns({{Cell::score},
                              {.cell = Cell::class_index, .missing = others},
                              {Cell::attribute, "truncation", 0},
                              {Cell::attribute, "occlusion", 0}});
  rows.class_names = visdrone_class_names();
  rows.ignored_class = 0;
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as VisDrone does";
  rows.conventions.pixel_base = 0;
  rows.conventions.pixel_reason = "as VisDrone does";
  return rows;
}

}  // namespace

TrackFormat visdrone() {
  return of_number_rows<layout>(
      {.name = "visdrone",
       .title = "VisDrone multi-object tracking",
       .doc =
           "frame, id, left, top, width, height, score, class, truncation, occlusion. Frames count "
           "from 1, pixels from 0; class 0 is an ignored region, which --drop-ignored drops.",
       .extensions = {".txt"},
       .rules = {"from 1", "from 0", "left, top, width, height", "whole clip"},
       .sniff = sniff});
}

}  // namespace overlace
