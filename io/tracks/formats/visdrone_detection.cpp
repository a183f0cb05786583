// SPDX-License-Identifier: Apache-2.0
// visdrone_detection: VisDrone's object detection, one file per picture.
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// A folder of such rows cannot be anything else; a file of tracks has more columns.
TrackGuess sniff(const TrackSample& sample) {
  const auto within = [](const ParsedNumber& field, std::int64_t low, std::int64_t high) {
    return field.is_whole && field.whole >= low && field.whole <= high;
  };
  const bool fits = nearly_all_rows(sample.text, [&](const NumberLine& line) {
    const auto& f = line.field;
    return line.count == 8 && f[2].value > 0 && f[3].value > 0 && f[4].value <= 1 &&
           within(f[5], 0, 11) && within(f[6], -1, 1) && within(f[7], -1, 2);
  });
  return fits ? TrackGuess{80, "its rows are box, score, class, truncation and occlusion"}
              : TrackGuess{};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::left},
                  {Cell::top},
                  {Cell::width},
                  {Cell::height},
                  {Cell::score},
                  {Cell::class_index},
                  {Cell::attribute, "truncation", 0},
                  {Cell::attribute, "occlusion", 0}};
  rows.class_names = visdrone_class_names();
  rows.ignored_class = 0;
  rows.conventions.frame_reason = "by the numbers of the files";
  rows.conventions.pixel_reason = "as VisDrone does";
  return rows;
}

}  // namespace

TrackFormat visdrone_detection() {
  return read_as_number_rows<layout>(
      {.name = "visdrone_detection",
       .title = "VisDrone object detection",
       .doc = "A folder; rows are left, top, width, height, score, class, truncation, occlusion; "
              "class 0 is an ignored region, which --drop-ignored drops.",
       .extensions = {".txt"},
       .rules = {"in the file name, from 0", "from 0", "left, top, width, height", "none"},
       .folder = true,
       .sniff = sniff});
}

}  // namespace overlace
