// SPDX-License-Identifier: Apache-2.0
// Stage 1, tracks: every box of every frame of a clip, as columns sorted by frame.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "geometry/homography.h"
#include "graph/core/time.h"
#include "graph/data/series.h"
#include "graph/data/track_columns.h"

namespace overlace {

/// Rows [begin, end) of a table.
struct RowRange {
  std::uint32_t begin = 0, end = 0;
  [[nodiscard]] constexpr std::uint32_t size() const { return end - begin; }
};

/// A polyline or an area of the picture that a node watched, for others to draw.
struct TrackShape {
  std::string name;
  std::vector<Vec2> points;  ///< displayed pixels: at least two for a line, three for an area
  bool closed = false;       ///< an area: the last point is joined to the first
  friend bool operator==(const TrackShape&, const TrackShape&) = default;
};

/// Something that happened to an object, such as crossing a line.
struct TrackMark {
  std::int32_t frame = 0;
  std::string name;   ///< of what detected it: "door"
  std::string event;  ///< "in", "out", "enter", "leave" …
  TrackId id = no_id;
  std::string class_name;  ///< empty when not known
  Vec2 at;                 ///< displayed pixels: where the object was
  friend bool operator==(const TrackMark&, const TrackMark&) = default;
};

/// A file that rows came from.
struct TrackOrigin {
  std::string file;
  std::uint64_t left_out = 0;    ///< rows that were damaged or too many
  std::int32_t last_frame = -1;  ///< of its rows; may lie after the clip
  friend bool operator==(const TrackOrigin&, const TrackOrigin&) = default;
};

struct ClipAudio;

/// All detections of a clip. Rows are sorted by frame, then by input order. Frame numbers are
/// those of the clip (ClipInfo::first_frame).
struct TrackTable : TrackColumns {
  std::int32_t first_frame = 0;
  std::vector<std::uint32_t>
      frame_begin;  ///< frames + 1 offsets into the rows; empty when no frames

  /// Set by `finish_tracks`: neighbours of a row along its own track, `no_row` at its ends and for
  /// rows without an id.
  std::vector<std::uint32_t> previous, next;
  /// Set by `finish_tracks`: frames since the track began and until it ends (0 without an id).
  std::vector<float> age, remaining;
  /// Set by `finish_tracks`: velocity in px/s by central difference over the track's neighbours
  /// within `motion_window` frames; 0 without an id or without neighbours.
  std::vector<Vec2> velocity;

  // For the clip as a whole; passed on to nodes downstream (see `pass_on`).
  SeriesList series;
  std::vector<TrackShape> shapes;
  std::vector<TrackMark> marks;  ///< sorted by frame, then name
  std::vector<TrackOrigin> origins;
  std::shared_ptr<const CameraPath> camera;  ///< displayed pixels; null if no node tracked it
  /// Frames at which another shot begins, ascending; no track goes on over one. Empty if nobody
  /// looked for cuts.
  std::vector<std::int32_t> cuts;

  /// What an audio node makes, without rows; null for other nodes.
  std::shared_ptr<const ClipAudio> audio;

  [[nodiscard]] std::int32_t frame_count() const {
    return frame_begin.empty() ? 0 : static_cast<std::int32_t>(frame_begin.size()) - 1;
  }
  /// Rows of one frame; empty for frames outside the table.
  [[nodiscard]] RowRange rows(std::int32_t frame) const;
  /// Rows of several frames, as far as the table has them.
  [[nodiscard]] RowRange rows(FrameInterval frames) const;
  /// Frame of a row, by binary search. Precondition: row < row_count().
  [[nodiscard]] std::int32_t frame_of(std::uint32_t row) const;
  /// The first frame of the shot that a frame belongs to; the least number in the first shot.
  [[nodiscard]] std::int32_t shot_begin(std::int32_t frame) const;
};

/// Frames to either side that velocity uses: enough to smooth a detector's jitter.
inline constexpr int motion_window = 4;

/// One box, for building tables by hand; rows may come in any order.
struct TrackRow {
  std::int32_t frame = 0;
  TrackId id = no_id;
  Box box;
  std::int32_t class_index = -1;
  float score = std::numeric_limits<float>::quiet_NaN();
};

/// Boxes that all tables of a graph may have together, unless the user allows more: 8 GB.
inline constexpr std::uint64_t default_max_boxes = 100'000'000;

/// Longest span of frames that a table covers (a week at 25 frames/s).
inline constexpr std::int32_t max_track_frames = 1 << 24;

/// Builds a table from rows in any order (stable within a frame); `frame` holds each row's frame
/// number. Derived columns are not yet set: call `finish_tracks`. Throws Error(limit) if the rows
/// span more than max_track_frames frames.
[[nodiscard]] TrackTable sort_tracks(TrackColumns rows, std::span<const std::int32_t> frame);

/// The same from boxes; `attributes` columns, if any, have one value per row in the same order.
[[nodiscard]] TrackTable make_track_table(std::span<const TrackRow> rows,
                                          std::vector<std::string> class_names,
                                          std::vector<AttributeColumn> attributes = {});

/// A table with all positions, lengths and speeds `scale` times as large.
[[nodiscard]] TrackTable scaled(const TrackTable& table, float scale);

/// Rows of the frame that has the most.
[[nodiscard]] std::size_t busiest_frame(const TrackTable& table);

/// Rows of the `count` consecutive frames that have the most.
[[nodiscard]] std::size_t busiest_frames(const TrackTable& table, std::int32_t count);

/// The table of the rows for which `keep` holds. Derived columns are not set.
[[nodiscard]] TrackTable select_rows(const TrackTable& table,
                                     const std::function<bool(std::uint32_t row)>& keep);

/// Rows after the clip's last frame; 0 if its length is unknown.
[[nodiscard]] std::uint32_t rows_after(const TrackTable& table, const ClipInfo& clip);

/// Frame of every row.
[[nodiscard]] std::vector<std::int32_t> frames_of_rows(const TrackTable& table);

/// Rows of each track, in frame order; tracks in order of their first rows. Rows without an id
/// are in none. Precondition: the derived columns are set.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> rows_by_track(const TrackTable& table);

/// Gives `table` the series, shapes, marks and origins of the tables that it was made from, and, if
/// it has no camera or cuts of its own, the first camera and all cuts of theirs. Throws
/// Error(usage) if two different series have the same name.
void pass_on(std::span<const TrackTable* const> inputs, TrackTable& table);

/// Fills the derived columns; velocities are by the times of the clip's frames.
void finish_tracks(TrackTable& table, const ClipInfo& clip);

/// Read-only columns by pointer, for kernels on host or device.
struct TrackView {
  const Box* box = nullptr;
  const TrackId* id = nullptr;
  const std::int32_t* class_index = nullptr;
  const float* score = nullptr;
  const float* age = nullptr;
  const float* remaining = nullptr;
  const Vec2* velocity = nullptr;
  const float* const* columns = nullptr;  ///< attribute columns
  RowRange rows;                          ///< rows of the frame being drawn
};

}  // namespace overlace
