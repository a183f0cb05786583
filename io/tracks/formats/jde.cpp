// SPDX-License-Identifier: Apache-2.0
// jde: the training labels of JDE and FairMOT, one file per picture.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// YOLO's boxes preceded by an identity, which is an integer, unlike positions.
TrackGuess sniff(const TrackSample& sample) {
  bool places = false;
  const bool fits = nearly_all_rows(sample.text, [&](const NumberLine& line) {
    const auto& f = line.field;
    if (line.count != 6 || !f[0].is_whole || !f[1].is_whole || f[1].whole < -1) return false;
    for (std::size_t i = 2; i < 6; ++i) {
      if (!(f[i].value > -1 && f[i].value < 2)) return false;
      places = places || !f[i].is_whole;
    }
    return true;
  });
  return fits && places ? TrackGuess{97, "its rows are a class, an identity and a box in fractions"}
                        : TrackGuess{};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::class_index}, {Cell::id},    {Cell::center_x},
                  {Cell::center_y},    {Cell::width}, {Cell::height}};
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as MOTChallenge numbers pictures";
  rows.conventions.fractions = true;
  return rows;
}

}  // namespace

TrackFormat jde() {
  return read_as_number_rows<layout>(
      {.name = "jde",
       .title = "JDE and FairMOT labels",
       .doc = "A folder; rows are class, identity, centre x, centre y, width, height in fractions "
              "of the picture; identity -1 is none.",
       .extensions = {".txt"},
       .rules = {"in the file name, from 1", "0 to 1", "centre and size", "whole clip, -1 none"},
       .folder = true,
       .sniff = sniff});
}

}  // namespace overlace
