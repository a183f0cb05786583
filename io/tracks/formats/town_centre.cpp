// SPDX-License-Identifier: Apache-2.0
// town_centre: the ground truth of Oxford's Town Centre clip (.top), heads and bodies.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Twelve columns: two flags after person and frame, then the corners of head and body.
TrackGuess sniff(const TrackSample& sample) {
  const bool fits = nearly_all_rows(sample.text, [](const NumberLine& line) {
    const auto& f = line.field;
    const auto flag = [](const ParsedNumber& n) { return n.is_whole && (n.whole | 1) == 1; };
    return line.count == 12 && f[0].is_whole && f[1].is_whole && flag(f[2]) && flag(f[3]) &&
           f[8].value <= f[10].value && f[9].value <= f[11].value;
  });
  return fits ? TrackGuess{90, "its rows are person, frame, two flags and two boxes by corners"}
              : TrackGuess{};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::id},
                  {Cell::frame},
                  {Cell::attribute, "head_valid"},
                  {Cell::attribute, "body_valid"},
                  {Cell::attribute, "head_left"},
                  {Cell::attribute, "head_top"},
                  {Cell::attribute, "head_right"},
                  {Cell::attribute, "head_bottom"},
                  {Cell::left},
                  {Cell::top},
                  {Cell::right},
                  {Cell::bottom}};
  rows.required = 12;
  rows.conventions.frame_reason = "as Town Centre does";
  rows.conventions.pixel_reason = "as Town Centre does";
  rows.conventions.by_track = true;
  return rows;
}

}  // namespace

TrackFormat town_centre() {
  return read_as_number_rows<layout>(
      {.name = "town_centre",
       .title = "Town Centre ground truth",
       .doc = "person, frame, head valid, body valid, then left, top, right, bottom of the head "
              "and of the body, which is the box. Frames and pixels count from 0.",
       .extensions = {".top", ".txt"},
       .rules = {"from 0", "from 0", "corners", "whole clip"},
       .sniff = sniff});
}

}  // namespace overlace
