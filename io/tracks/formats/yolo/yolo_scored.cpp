// SPDX-License-Identifier: Apache-2.0
// yolo_scored: boxes in fractions preceded by their score, the input of detector evaluation tools
// (Object-Detection-Metrics).
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t fields = 6, after_class = 1, after_score = 2;

/// Whether the numbers from `first` on are the centre and size of a box in the picture.
bool is_box_from(const NumberLine& line, std::size_t first) {
  constexpr double slack = 0.01;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    const double centre = line.field[first + axis].value;
    const double half = line.field[first + 2 + axis].value / 2;
    if (!(half >= 0) || centre - half < -slack || centre + half > 1 + slack) return false;
  }
  return true;
}

/// Boxes are in the picture if read from the third number on; in YOLO's layout some would not be.
TrackGuess sniff(const TrackSample& sample) {
  std::size_t rows = 0, as_yolo = 0;
  const bool fits = nearly_all_rows(sample.text, [&](const NumberLine& line) {
    const auto& f = line.field;
    if (line.count != fields || !f[0].is_whole || f[0].whole < 0 || f[1].value < 0 ||
        f[1].value > 1 || !is_box_from(line, after_score))
      return false;
    ++rows;
    if (is_box_from(line, after_class)) ++as_yolo;
    return true;
  });
  constexpr double nearly_all = 0.95;
  if (!fits || static_cast<double>(as_yolo) > nearly_all * static_cast<double>(rows)) return {};
  return {96, "its rows are a class, a score and a box in fractions"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = {{Cell::class_index}, {Cell::score}, {Cell::center_x},
                  {Cell::center_y},    {Cell::width}, {Cell::height}};
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as YOLO's tools number the files of a video";
  rows.conventions.fractions = true;
  return rows;
}

}  // namespace

TrackFormat yolo_scored() {
  return read_as_number_rows<layout>(
      {.name = "yolo_scored",
       .title = "YOLO boxes, score first",
       .doc = "A folder; rows are class, score, centre x, centre y, width, height in fractions of "
              "the picture.",
       .extensions = {".txt"},
       .rules = {"in the file name, from 1", "0 to 1", "centre and size", "none"},
       .folder = true,
       .sniff = sniff});
}

}  // namespace overlace
