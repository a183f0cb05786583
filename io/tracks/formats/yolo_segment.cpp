// SPDX-License-Identifier: Apache-2.0
// yolo_segment: YOLO's labels and predictions of outlines.
#include "io/tracks/yolo.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t fewest_values = 6;  // a triangle

TrackGuess sniff(const TrackSample& sample) {
  const YoloStudy study = study_yolo(sample.text);
  if (!study.possible || study.fewest < fewest_values) return {};
  if (!study.even()) return {90, "its rows are a class and as many corners as each thing has"};
  return {70, "its rows could be a class and an outline in fractions"};
}

/// An odd count of numbers is the only sign of one value after the corners. Where every row ends in
/// a whole number, which hardly a fraction is, that is an id.
YoloTail tail_of(std::size_t numbers, bool ids) {
  if (numbers % 2 == 0) return {ids, ids};
  return {!ids, ids};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const YoloStudy study = study_yolo(*input.files);
  const bool ids = study.tail(1).id;
  const auto tail = [&](std::span<const double> numbers) { return tail_of(numbers.size(), ids); };
  std::vector<FileCorner> outline;
  return read_yolo(input, options, report, tail, [&](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() < fewest_values)
      return builder.lose("the row is not a class and at least three corners", row.line);
    if (!builder.add(box_around(row), row.line)) return;
    outline.clear();
    for (std::size_t i = 0; i + 1 < row.shape.size(); i += 2)
      outline.push_back({{row.shape[i], row.shape[i + 1]}, 0});
    builder.set_outline(outline);
  });
}

}  // namespace

TrackFormat yolo_segment() {
  return {
      .name = "yolo_segment",
      .title = "YOLO outlines",
      .doc =
          "A folder; rows are class, corners x, y of an outline, and a score and an id where "
          "they were saved.",
      .extensions = {".txt"},
      .rules = {"in the file name, from 1", "0 to 1", "around the outline", "whole clip, or none"},
      .folder = true,
      .sniff = sniff,
      .read = read};
}

}  // namespace overlace
