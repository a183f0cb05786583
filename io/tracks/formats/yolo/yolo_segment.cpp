// SPDX-License-Identifier: Apache-2.0
// yolo_segment: YOLO's labels and predictions of outlines.
#include <algorithm>

#include "io/tracks/formats/yolo/yolo.h"
#include "io/tracks/rows/row_shapes.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t fewest_values = 6;  // a triangle

TrackGuess sniff(const TrackSample& sample) {
  const YoloProfile profile = profile_yolo(sample.text);
  if (!profile.possible || profile.fewest < fewest_values) return {};
  if (!profile.even()) return {90, "its rows are a class and as many corners as each object has"};
  return {70, "its rows could be a class and an outline in fractions"};
}

/// An odd count of numbers is the only sign of a value after the corners. If every row ends in an
/// integer, which fractions hardly ever are, that is an id.
YoloTail tail_of(std::size_t numbers, bool ids) {
  if (numbers % 2 == 0) return {ids, ids};
  return {!ids, ids};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const YoloProfile profile = profile_yolo(*input.files);
  const bool ids = profile.tail(1).id;
  const auto tail = [&](std::span<const double> numbers) { return tail_of(numbers.size(), ids); };
  std::vector<FileCorner> outline;
  return read_yolo(input, options, report, tail, [&](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() < fewest_values)
      return builder.reject("the row is not a class and at least three corners", row.line);
    if (!builder.add(box_around(row), row.line)) return;
    outline.clear();
    for (std::size_t i = 0; i + 1 < row.shape.size(); i += 2)
      outline.push_back({{row.shape[i], row.shape[i + 1]}, 0});
    builder.set_outline(outline);
  });
}

/// The first ring, since a row has only one.
std::span<const OutlinePoint> ring_of(const TrackTable& table, std::uint32_t row) {
  const auto outline = table.outlines.of(row);
  const auto end = std::ranges::find_if(
      outline, [&](const OutlinePoint& point) { return point.ring != outline.front().ring; });
  const auto ring = outline.first(static_cast<std::size_t>(end - outline.begin()));
  return 2 * ring.size() < fewest_values ? std::span<const OutlinePoint>{} : ring;
}

void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  const auto shape = [&](std::uint32_t row, Size picture) {
    std::string corners;
    for (const OutlinePoint& point : ring_of(table, row)) corners += yolo_point(point.at, picture);
    return corners;
  };
  write_yolo(table, clip, yolo_tails(table, true), shape, out);
}

std::vector<std::string> losses(const TrackTable& table) {
  std::vector<std::string> lost = losses_of_yolo(table, true, {.outlines = true});
  bool outlined = true, single = true, around = true;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const auto ring = ring_of(table, row);
    outlined = outlined && !ring.empty();
    if (ring.empty()) continue;
    single = single && ring.size() == table.outlines.of(row).size();
    around = around && has_box(table, row, *box_around(ring));
  }
  if (!outlined) lost.emplace_back("boxes without an outline");
  if (!single) lost.emplace_back("rings of outlines past the first");
  if (!around) lost.emplace_back("boxes that are not those around the outlines");
  return lost;
}

}  // namespace

TrackFormat yolo_segment() {
  return {
      .name = "yolo_segment",
      .title = "YOLO outlines",
      .doc =
          "A folder; rows are class, corners x, y of an outline, then a score and an id if they "
          "were saved.",
      .extensions = {".txt"},
      .rules = {"in the file name, from 1", "0 to 1", "around the outline", "whole clip, or none"},
      .folder = true,
      .sniff = sniff,
      .read = read,
      .losses = losses,
      .write_folder = write_folder,
      .file_names = "######.txt",
      .companions = {"classes.txt"}};
}

}  // namespace overlace
