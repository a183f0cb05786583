// SPDX-License-Identifier: Apache-2.0
// single_object: one line per frame for a single object, as written by benchmarks of single-object
// tracking (VOT, LaSOT, VisDrone-SOT, TrackingNet) and their trackers.
#include <algorithm>
#include <array>
#include <cmath>

#include "io/tracks/detection.h"
#include "io/tracks/rows/line_reader.h"
#include "io/tracks/rows/number_rows.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t box_fields = 4, polygon_fields = 8;

std::array<FilePoint, 4> corners_of(const NumberLine& line) {
  std::array<FilePoint, 4> corners;
  for (std::size_t i = 0; i < corners.size(); ++i)
    corners[i] = {line.field[2 * i].value, line.field[2 * i + 1].value};
  return corners;
}

/// Whether the corners go around a figure with area: all turns are to the same side.
bool goes_around(const std::array<FilePoint, 4>& corners) {
  bool left = false, right = false;
  for (std::size_t i = 0; i < 4; ++i) {
    const FilePoint a = corners[i], b = corners[(i + 1) % 4], c = corners[(i + 2) % 4];
    const double turn = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
    left = left || turn < 0;
    right = right || turn > 0;
  }
  return left != right;
}

/// An object out of sight has zeros or NaN.
bool is_absent(const NumberLine& line) {
  return std::ranges::all_of(std::span(line.field).first(line.count), [](const ParsedNumber& n) {
    return n.value == 0 || std::isnan(n.value);
  });
}

/// Sizes change slowly, while right and bottom edges change as fast as left and top ones: if the
/// last two numbers are corners, they exceed the first two in all rows.
bool could_be_corners(std::string_view sample) {
  return nearly_all_rows(sample, [](const NumberLine& line) {
    const auto& f = line.field;
    return is_absent(line) || (f[2].value > f[0].value && f[3].value > f[1].value);
  });
}

TrackGuess sniff(const TrackSample& sample) {
  if (has_heading(sample.text) || could_be_walkers(sample.text)) return {};
  const bool polygons = nearly_all_rows(sample.text, [](const NumberLine& line) {
    return line.count == polygon_fields && (is_absent(line) || goes_around(corners_of(line)));
  });
  if (polygons) return {95, "its rows are the four corners of one object"};
  const bool boxes = nearly_all_rows(sample.text, [](const NumberLine& line) {
    return line.count == box_fields &&
           (is_absent(line) || (line.field[2].value > 0 && line.field[3].value > 0));
  });
  if (!boxes || could_be_corners(sample.text)) return {};
  return {90, "its rows are four numbers, of one object a frame"};
}

/// Corners as an outline with the box around it, unless they are those of an axis-aligned box.
Detection object_of(const NumberLine& line) {
  Detection detection;
  const auto& f = line.field;
  if (line.count == box_fields) {
    detection.set_corners(f[0].value, f[1].value, f[0].value + f[2].value, f[1].value + f[3].value);
    return detection;
  }
  std::array<double, polygon_fields> ring{};
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = f[i].value;
  detection.add_ring(ring);
  return detection;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "by the lines of the file",
                        .pixel_reason = "as most benchmarks do (some count from 1)"},
                       options, report);
  LineReader lines(input.stream);
  NumberLine line;
  std::int64_t frame = 0;
  for (std::string_view text; lines.next(text);) {
    const LineKind kind = parse_numbers(text, line);
    if (kind == LineKind::blank || kind == LineKind::comment) continue;
    const std::int64_t its_frame = frame++;
    if (kind == LineKind::words || (line.count != box_fields && line.count != polygon_fields)) {
      builder.reject("the row is neither a box nor four corners", lines.number());
    } else if (is_absent(line)) {
      builder.pass_over();
    } else {
      Detection detection = object_of(line);
      detection.box.frame = its_frame;
      detection.box.id = 1;
      add_detection(builder, std::move(detection), lines.number());
    }
  }
  return builder.finish();
}

}  // namespace

TrackFormat single_object() {
  return {.name = "single_object",
          .title = "single-object track",
          .doc =
              "One line per frame: left, top, width, height, or the four corners x, y of a "
              "polygon, which is kept as an outline. Zeros and NaN mean that the object is absent. "
              "Lines are frames, from 0.",
          .extensions = {".txt"},
          .rules = {"the line, from 0", "from 0", "left, top, width, height, or corners", "one"},
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
