// SPDX-License-Identifier: Apache-2.0
// kitti_detection: KITTI's object labels and results, one file per picture.
#include <algorithm>

#include "io/tracks/formats/kitti/kitti.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

/// Whether a label gives the object's size in metres. DeepStream writes zeros there; where it has a
/// track id and no score, only the first of them is not, being the box's bottom edge.
bool has_size(std::span<const std::string_view> fields) {
  constexpr std::size_t first = 8, count = 3;
  return std::ranges::all_of(fields.subspan(first, count), [](std::string_view field) {
    const auto metres = parse_field(field);
    return metres && metres->value > 0;
  });
}

TrackGuess sniff(const TrackSample& sample) {
  bool measured = false;
  const bool fits = most_rows(sample.text, Separator::blanks, [&](const TextRow& row) {
    if (!is_kitti(row.fields)) return false;
    measured = measured || has_size(row.fields);
    return true;
  });
  if (!fits) return {};
  return {measured ? 95 : 50, "its rows are KITTI labels"};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as KITTI does", .pixel_reason = "as KITTI does"}, options,
                       report);
  for_each_frame(*input.files, builder, [&](const FrameFile& file, std::istream& text) {
    for_each_row(text, Separator::blanks, [&](const TextRow& row) {
      take_kitti(row.fields, file.frame, no_id, row.line, options, builder);
    });
  });
  return builder.finish();
}

void write_folder(const TrackTable& table, const ClipInfo& clip, TrackFolder& out) {
  for_each_frame_of_clip(table, clip, [&](std::int32_t frame, RowRange rows) {
    std::string text;
    for (std::uint32_t row = rows.begin; row < rows.end; ++row)
      text += kitti_label(table, row) + '\n';
    out.write_frame(frame, text);
  });
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_kitti(table, false);
}

}  // namespace

TrackFormat kitti_detection() {
  return {
      .name = "kitti_detection",
      .title = "KITTI object detection",
      .doc =
          "A folder; rows are type, truncated, occluded, alpha, left, top, right, bottom, height, "
          "width, length, x, y, z, rotation_y and a score. --drop-ignored drops DontCare regions.",
      .extensions = {".txt"},
      .rules = {"in the file name, from 0", "from 0", "corners", "none"},
      .folder = true,
      .sniff = sniff,
      .read = read,
      .losses = losses,
      .write_folder = write_folder,
      .file_names = "######.txt"};
}

}  // namespace overlace
