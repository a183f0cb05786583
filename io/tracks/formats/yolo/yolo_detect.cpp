// SPDX-License-Identifier: Apache-2.0
// yolo_detect: YOLO's labels and predictions of boxes.
#include <fmt/format.h>

#include "io/tracks/formats/yolo/yolo.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t shape_size = 4;

TrackGuess sniff(const TrackSample& sample) {
  const YoloProfile profile = profile_yolo(sample.text);
  if (!profile.possible || profile.most > shape_size + 2) return {};
  // A triangle has as many numbers as a box with score and id; but an id is an integer.
  const bool triangle = profile.fewest == 6 && profile.tail(1).score;
  if (!triangle) return {95, "its rows are a class and a box in fractions"};
  const std::size_t odd = profile.rows_without_id(), all = profile.rows.size();
  constexpr std::size_t few = 10;  // percent
  if (100 * odd > few * all) return {};
  return {0, fmt::format("{} of {} rows {} in no id", odd, all, odd == 1 ? "ends" : "end")};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const auto tails = profile_yolo(*input.files).tails(shape_size);
  const auto tail = [&](std::span<const double> numbers) {
    return tails[std::min(numbers.size() - shape_size, tails.size() - 1)];
  };
  return read_yolo(input, options, report, tail, [](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() != shape_size)
      return builder.reject("the row is not a class, a box, a score and an id", row.line);
    builder.add(box_centered(row), row.line);
  });
}

void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  const auto shape = [&](std::uint32_t row, Size picture) {
    return yolo_box(table.box[row], picture);
  };
  write_yolo(table, clip, yolo_tails(table, false), shape, out);
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_yolo(table, false, {});
}

}  // namespace

TrackFormat yolo_detect() {
  return {.name = "yolo_detect",
          .title = "YOLO boxes",
          .doc =
              "A folder; rows are class, centre x, centre y, width, height, then a score and an id "
              "if they were saved (one value more: an id if all are whole numbers). Names come "
              "from classes.txt or data.yaml.",
          .extensions = {".txt"},
          .rules = {"in the file name, from 1", "0 to 1", "centre and size", "whole clip, or none"},
          .folder = true,
          .sniff = sniff,
          .read = read,
          .losses = losses,
          .write_folder = write_folder,
          .file_names = "######.txt",
          .companions = {"classes.txt"}};
}

}  // namespace overlace
