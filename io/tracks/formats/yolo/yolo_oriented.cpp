// SPDX-License-Identifier: Apache-2.0
// yolo_oriented: YOLO's labels and predictions of oriented boxes.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/tracks/formats/yolo/yolo.h"
#include "track_format_list.h"

namespace overlace {
namespace {

constexpr std::size_t shape_size = 8;

/// A rotated box becomes a parallelogram when the picture is scaled to fractions; four arbitrary
/// outline points do not form one.
bool is_parallelogram(const std::vector<double>& row) {
  constexpr double tolerance = 2e-3;  // numbers have five or six digits
  return std::abs(row[0] + row[4] - row[2] - row[6]) < tolerance &&
         std::abs(row[1] + row[5] - row[3] - row[7]) < tolerance;
}

TrackGuess sniff(const TrackSample& sample) {
  const YoloProfile profile = profile_yolo(sample.text);
  if (!profile.possible || profile.fewest < shape_size || profile.most > shape_size + 2) return {};
  if (!std::ranges::all_of(profile.rows, is_parallelogram)) return {};
  return {96, "its rows are a class and the corners of a box in fractions"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  const auto tails = profile_yolo(*input.files).tails(shape_size);
  const auto tail = [&](std::span<const double> numbers) {
    const std::size_t more = std::max(numbers.size(), shape_size) - shape_size;
    return tails[std::min(more, tails.size() - 1)];
  };
  return read_yolo(input, options, report, tail, [](const YoloRow& row, TrackBuilder& builder) {
    if (row.shape.size() != shape_size)
      return builder.reject("the row is not a class, four corners, a score and an id", row.line);
    if (!builder.add(box_around(row), row.line)) return;
    std::array<FilePoint, 4> corners{};
    for (std::size_t i = 0; i < corners.size(); ++i)
      corners[i] = {row.shape[2 * i], row.shape[2 * i + 1]};
    builder.set_corners(corners);
  });
}

/// From the left-top corner on, clockwise, in the box before rotation.
std::string corners_of(const Box& box, float rotation, Size picture) {
  const double turn = double{rotation} * std::numbers::pi / 180;
  const double cosine = std::cos(turn), sine = std::sin(turn);
  const double x = double{box.x} + double{box.width} / 2,
               y = double{box.y} + double{box.height} / 2;
  constexpr std::array<std::array<double, 2>, 4> signs = {{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}};
  std::string text;
  for (const auto& [across, down] : signs) {
    const double dx = across * double{box.width} / 2, dy = down * double{box.height} / 2;
    text += fmt::format(" {:.10g} {:.10g}", (x + dx * cosine - dy * sine) / picture.width,
                        (y + dx * sine + dy * cosine) / picture.height);
  }
  return text;
}

void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  const auto shape = [&](std::uint32_t row, Size picture) {
    return corners_of(table.box[row], table.rotation.empty() ? 0 : table.rotation[row], picture);
  };
  write_yolo(table, clip, yolo_tails(table, false), shape, out);
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_yolo(table, false, {.rotation = true});
}

}  // namespace

TrackFormat yolo_oriented() {
  return {.name = "yolo_oriented",
          .title = "YOLO oriented boxes",
          .doc =
              "A folder; rows are class, four corners x, y one after another around the box, then "
              "a score and an id if they were saved.",
          .extensions = {".txt"},
          .rules = {"in the file name, from 1", "0 to 1", "four corners", "whole clip, or none"},
          .folder = true,
          .sniff = sniff,
          .read = read,
          .losses = losses,
          .write_folder = write_folder,
          .file_names = "######.txt",
          .companions = {"classes.txt"}};
}

}  // namespace overlace
