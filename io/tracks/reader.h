// SPDX-License-Identifier: Apache-2.0
// Reads track files of any known format into a track table, and reports its assumptions.
#pragma once

#include <filesystem>
#include <istream>
#include <optional>
#include <string>

#include "graph/core/time.h"
#include "graph/data/tracks.h"
#include "io/tracks/rows/column_map.h"
#include "io/tracks/track_report.h"

namespace overlace {

/// Default side of the box around a tracked point, in the file's pixels.
inline constexpr double usual_point_size = 32;

/// What the user knows about a track file. The rest follows from the format's rules, the file's
/// companions (seqinfo.ini, labels.txt) and the content; the report says which.
struct TrackReadOptions {
  std::string format{};    ///< name of a format; empty: recognise by content
  std::string sequence{};  ///< the one to read of a file with several
  std::optional<std::int64_t>
      frame_base{};  ///< number that the file gives to the clip's first frame
  std::optional<PixelBase> pixel_base{};
  Size source_size{};            ///< picture size to which the file's pixels refer
  bool fractions = false;        ///< positions are fractions of the picture, 0 to 1
  ClipInfo clip{{}, {0, 1}, 0};  ///< the clip to draw on; boxes are scaled to its size
  bool stored = false;           ///< boxes refer to the clip's pictures as stored, not as displayed
  double point_size =
      usual_point_size;        ///< side of the box around a tracked point, in the file's pixels
  double frame_rate = 0;       ///< frames per second in which the file counts; 0: the clip's
  std::string frame_column{};  ///< name of the column with the frame number; empty: a usual one
  ColumnMap columns{};         ///< columns and members that the user names
  /// NPY file with the boxes' embeddings, one row per box in file order; empty: none.
  std::filesystem::path embeddings{};
  std::filesystem::path cache{};  ///< folder for cached tables, see cache.h; empty: none
  bool drop_ignored = false;      ///< leave out rows that a ground truth marks as ignored
  bool strict = false;            ///< a row that is odd or would be left out is an error
  std::size_t max_boxes_per_frame = 100'000;  ///< more are left out
  std::size_t max_boxes = default_max_boxes;  ///< more are an error
  /// Limit in bytes for data that the file only implies: boxes between key frames, runs of packed
  /// masks. More is an error, so that a small file cannot exhaust memory.
  std::uint64_t max_filled = std::uint64_t{512} << 20U;
};

/// Reads a whole track file, or a folder with one numbered file per frame; a name with * or ?
/// selects files of a folder. Frames, pixels and sizes of the table are overlace's own (decoded
/// frames from ClipInfo::first_frame, displayed pixels from 0). Throws Error(input) when the file
/// cannot be read or has no known format, Error(usage) when several formats fit equally well or the
/// named one is unknown, Error(limit) past `max_boxes` and `max_filled`.
[[nodiscard]] TrackTable read_tracks(const std::filesystem::path& path,
                                     const TrackReadOptions& options, TrackReport& report);

/// The same from a seekable stream. `path` is for messages and companion files; it need not exist.
[[nodiscard]] TrackTable read_tracks(std::istream& stream, const std::filesystem::path& path,
                                     const TrackReadOptions& options, TrackReport& report);

}  // namespace overlace
