// SPDX-License-Identifier: Apache-2.0
// mot_gt: MOTChallenge ground truth since MOT16, and CVAT's "MOT 1.1".
#include "io/tracks/rows/number_rows.h"
#include "io/tracks/sequence_info.h"
#include "track_format_list.h"

namespace overlace {
namespace {

TrackGuess sniff(const TrackSample& sample) {
  const NumberProfile profile = profile_numbers(sample.text);
  const auto& at = profile.at;
  const bool possible = profile.boxes && profile.columns == 9 && at[6].whole &&
                        at[6].within(0, 1) && at[7].whole && at[8].within(0, 1) &&
                        !(at[7].within(0, 0));
  if (!possible) return {};
  if (named_ground_truth(sample.path)) return {95, "it has 9 columns and the name of one"};
  if (!at[6].constant()) return {90, "column 7 is a flag of 0 or 1"};
  if (at[7].min == -1) return {90, "column 8 has the class -1"};
  if (!profile.frames_ascend) return {90, "it goes track by track"};
  return {60, "column 7 could be a flag and column 9 a visibility"};
}

NumberRows layout() {
  NumberRows rows;
  rows.columns = box_columns({{.cell = Cell::consider, .missing = 1},
                              {Cell::class_index},
                              {Cell::attribute, "visibility", 1}});
  rows.class_names = mot_class_names();
  rows.conventions.by_track = true;
  rows.conventions.frame_base = 1;
  rows.conventions.frame_reason = "as MOTChallenge prescribes";
  rows.conventions.pixel_base = 1;
  rows.conventions.pixel_reason = "as MOTChallenge prescribes";
  return rows;
}

TrackTable read(TrackInput& input, const TrackReadOptions& options, TrackReport& report) {
  NumberRows rows = layout();
  if (std::vector<std::string> labels = find_labels(input.path); !labels.empty()) {
    // CVAT wrote the file, and counts pixels from 0.
    labels.insert(labels.begin(), "");
    rows.class_names = std::move(labels);
    rows.conventions.pixel_base = 0;
    rows.conventions.pixel_reason = "as CVAT does, whose labels.txt names the classes";
  }
  return read_number_rows(rows, input, options, report);
}

/// In MOTChallenge's conventions, not CVAT's.
void write(const TrackTable& table, const ClipInfo& /*clip*/, std::ostream& out) {
  write_number_rows(layout(), table, out);
}

std::vector<std::string> losses(const TrackTable& table) {
  return losses_of_number_rows(layout(), table);
}

}  // namespace

TrackFormat mot_gt() {
  return {.name = "mot_gt",
          .title = "MOTChallenge ground truth",
          .doc =
              "frame, id, left, top, width, height, consider, class, visibility. Frames and "
              "pixels count from 1 (pixels from 0 beside CVAT's labels.txt); class -1 is none; "
              "consider and visibility become attributes. seqinfo.ini gives size and rate.",
          .extensions = {".txt", ".csv"},
          .rules = {"from 1", "from 1 (CVAT: 0)", "left, top, width, height", "whole clip"},
          .sniff = sniff,
          .read = read,
          .write = write,
          .losses = losses};
}

}  // namespace overlace
