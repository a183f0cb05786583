// SPDX-License-Identifier: Apache-2.0
// kitti_tracking: KITTI's tracking labels and results, and FairMOT's "kitti" output.
#include "io/tracks/formats/kitti/kitti.h"
#include "io/tracks/rows/text_rows.h"
#include "io/tracks/writing.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const bool fits = most_rows(sample.text, Separator::blanks, [](const TextRow& row) {
    return row.fields.size() > 2 && is_whole(row.fields[0], 0) && is_whole(row.fields[1], -1) &&
           is_kitti(row.fields.subspan(2));
  });
  return fits ? TrackGuess{95, "its rows are frame, id and a KITTI label"} : TrackGuess{};
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  TrackBuilder builder({.frame_reason = "as KITTI does", .pixel_reason = "as KITTI does"}, options,
                       report);
  for_each_row(input.stream, Separator::blanks, [&](const TextRow& row) {
    if (row.fields.size() < 2 + kitti_fields)
      return builder.reject("the row has fewer than 17 fields", row.line);
    const auto frame = parse_field(row.fields[0]), id = parse_field(row.fields[1]);
    if (!frame || !frame->is_whole || !id || !id->is_whole)
      return builder.reject("frame or id is not an integer", row.line);
    take_kitti(row.fields.subspan(2), frame->whole, id->whole, row.line, options, builder);
  });
  return builder.finish();
}

void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  for_each_row(table, [&](std::int32_t frame, std::uint32_t row) {
    out << frame << ' ' << table.id[row] << ' ' << kitti_label(table, row) << '\n';
  });
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_kitti(table, true);
}

}  // namespace

TrackFormat kitti_tracking() {
  return {.name = "kitti_tracking",
          .title = "KITTI tracking",
          .doc =
              "frame, id, type, truncated, occluded, alpha, left, top, right, bottom, height, "
              "width, length, x, y, z, rotation_y and a score; sizes in metres become attributes. "
              "DontCare regions have no id; --drop-ignored drops them.",
          .extensions = {".txt"},
          .rules = {"from 0", "from 0", "corners", "whole clip, -1 none"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
