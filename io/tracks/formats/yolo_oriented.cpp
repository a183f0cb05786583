// SPDX-License-Identifier: Apache-2.0
// yolo_oriented: YOLO's labels and predictions of oriented boxes.
#include <algorithm>
#include <cmath>

#include "io/tracks/yolo.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t shape_size = 8;

/// A box that is turned stays one when the picture is squeezed to fractions; any four points of an
/// outline are none.
bool is_parallelogram(const std::vector<double>& row) {
  constexpr double tolerance = 2e-3;  // numbers have five or six digits
  return std::abs(row[0] + row[4] - row[2] - row[6]) < tolerance &&
         std::abs(row[1] + row[5] - row[3] - row[7]) < tolerance;
}

TrackGuess sniff(const TrackSample& sample) {
  const YoloStudy study = study_yolo(sample.text);
  if (!study.possible || study.fewest < shape_size || study.most > shape_size + 2) return {};
  if (!std::ranges::all_of(study.rows, is_parallelogram)) return {};
  return {96, "its rows are a class and the corners of a box in fractions"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const auto tails = study_yolo(*input.files).tails(shape_size);
  const auto tail = [&](std::span<const double> numbers) {
    const std::size_t more = std::max(numbers.size(), shape_size) - shape_size;
    return tails[std::min(more, tails.size() - 1)];
  };
  return read_yolo(input, options, report, tail, [](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() != shape_size)
      return builder.lose("the row is not a class, four corners, a score and an id", row.line);
    if (!builder.add(box_around(row), row.line)) return;
    std::array<FilePoint, 4> corners{};
    for (std::size_t i = 0; i < corners.size(); ++i)
      corners[i] = {row.shape[2 * i], row.shape[2 * i + 1]};
    builder.set_corners(corners);
  });
}

}  // namespace

TrackFormat yolo_oriented() {
  return {.name = "yolo_oriented",
          .title = "YOLO oriented boxes",
          .doc =
              "A folder; rows are class, four corners x, y one after another around the box, and a "
              "score and an id where they were saved.",
          .extensions = {".txt"},
          .rules = {"in the file name, from 1", "0 to 1", "four corners", "whole clip, or none"},
          .folder = true,
          .sniff = sniff,
          .read = read};
}

}  // namespace overlace
