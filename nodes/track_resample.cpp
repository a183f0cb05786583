// SPDX-License-Identifier: Apache-2.0
// track_resample: converts tracks that were made at another frame rate.
#include <cmath>

#include "graph/types/node.h"
#include "node_list.h"
#include "nodes/parts/track_sources.h"
#include "tracking/row_blend.h"

namespace overlace {
namespace {

struct Params {
  Number frame_rate{25};
  int max_gap = 1;
};

/// Converts frame numbers of the tracks to those of the clip and back.
struct Rates {
  ClipInfo tracks, clip;  ///< with the same first frame
  [[nodiscard]] double to_clip(std::int32_t frame) const {
    return frame_at(clip, seconds_at(tracks, frame));
  }
  [[nodiscard]] double to_tracks(std::int32_t frame) const {
    return frame_at(tracks, seconds_at(clip, frame));
  }
};

/// A clip of a constant rate that need not be an exact ratio.
ClipInfo clip_at(double frames_per_second, std::int32_t first_frame) {
  constexpr std::int64_t precision = 1'000'000;
  return {.frame_rate = {std::llround(frames_per_second * precision), precision},
          .first_frame = first_frame};
}

/// Adds a row for each frame of the clip whose time lies in [from, to) of the tracks.
void add_between(const Rates& rates, std::int32_t from_frame, std::int32_t to_frame,
                 const RowBlend& pair, std::uint64_t max_boxes, std::vector<RowBlend>& rows) {
  const auto first = static_cast<std::int32_t>(std::ceil(rates.to_clip(from_frame)));
  for (std::int32_t f = first; rates.to_tracks(f) < to_frame; ++f) {
    const double share = (rates.to_tracks(f) - from_frame) / (to_frame - from_frame);
    require_room(rows.size() + 1, max_boxes);
    rows.push_back({f, pair.from, pair.to, share});
  }
}

std::vector<RowBlend> resample(const TrackTable& table, const Rates& rates, int max_gap,
                               std::uint64_t max_boxes) {
  const std::vector<std::int32_t> frame = frames_of_rows(table);
  std::vector<RowBlend> rows;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::uint32_t next = table.next[row];
    if (next != no_row && frame[next] - frame[row] <= max_gap) {
      add_between(rates, frame[row], frame[next], {0, row, next, 0}, max_boxes, rows);
    } else {
      // The last box before a gap, or a box without an id, stays until the next frame.
      add_between(rates, frame[row], frame[row] + 1, {0, row, row, 0}, max_boxes, rows);
    }
  }
  return rows;
}

TrackTable make(const Params& p, TrackContext& context) {
  const TrackTable& tracks = *context.inputs.front();
  require_no_series(tracks, "track_resample");
  const double rate = p.frame_rate.constant.value;
  const Rates rates{clip_at(rate, context.clip.first_frame), context.clip};
  const double first = rates.to_clip(tracks.first_frame);
  const double last = rates.to_clip(tracks.first_frame + tracks.frame_count());
  if (!(first >= -max_track_frames && last <= max_track_frames))
    throw Error(ErrorCode::usage,
                fmt::format("at {:g} frames/s the tracks reach past frame {}", rate,
                            first < -max_track_frames ? -max_track_frames : max_track_frames),
                "is frame_rate right?", {.file = {}, .pointer = "frame_rate"});
  TrackTable table = blend_rows(tracks, resample(tracks, rates, p.max_gap, context.max_boxes));
  for (const std::int32_t cut : tracks.cuts)
    table.cuts.push_back(static_cast<std::int32_t>(std::ceil(rates.to_clip(cut))));
  log(context, fmt::format("{} boxes at {} fps became {} at {:g} fps", tracks.row_count(), rate,
                           table.row_count(), context.clip.frame_rate.value()));
  return table;
}

}  // namespace

NodeType track_resample() {
  return Node<Params>("track_resample", Stage::tracks,
                      "Converts tracks that were made at another frame rate to the clip's.")
      .input("tracks", Stage::tracks,
             "The tracks; boxes without an id are shown until the next frame.")
      .fixed_number("frame_rate", &Params::frame_rate, {0.01, 10000, Unit::frames_per_second},
                    "Rate at which the tracks were made.")
      .integer(
          "max_gap", &Params::max_gap, {1, 1000000, Unit::frames},
          "Longest distance between two boxes of a track, in its own frames, that is interpolated.")
      .makes(make);
}

}  // namespace overlace
