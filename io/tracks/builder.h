// SPDX-License-Identifier: Apache-2.0
// Collects a file's rows, checks each one, and makes the table in overlace's conventions.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "io/tracks/reader.h"

namespace overlace {

/// How a format counts, before the user overrides it.
struct TrackConventions {
  std::int64_t frame_base = 0;
  double pixel_base = 0;
  std::string frame_reason;  ///< completes "frames count from 1, "
  std::string pixel_reason;  ///< completes "pixels count from 0, "
  Size size;                 ///< picture size that pixels refer to; 0 x 0: the clip's
  std::string size_reason;   ///< completes "boxes are scaled from … to …, "
};

/// One row as a file gives it.
struct FileBox {
  std::int64_t frame = 0;
  TrackId id = no_id;
  double x = 0, y = 0, width = 0, height = 0;
  std::int32_t class_index = -1;
  float score = std::numeric_limits<float>::quiet_NaN();
};

/// Rows may come in any order. Every reader of every format goes through here, so that all of them
/// treat odd input alike.
class TrackBuilder {
 public:
  TrackBuilder(TrackConventions conventions, const TrackReadOptions& options, TrackReport& report);

  /// Takes a row, or counts why not; true when taken.
  bool add(const FileBox& box, std::uint64_t line);
  /// Gives the row last taken a named number.
  void set(std::string_view attribute, double value);

  /// Counts a row that cannot be taken. With `strict`, throws Error(input).
  void lose(std::string_view what, std::uint64_t line);
  /// Counts a row that was taken although it is odd.
  void remark(std::string_view what, std::uint64_t line);

  /// The table, without derived columns. Call once, last.
  [[nodiscard]] TrackTable finish(std::vector<std::string> class_names);

 private:
  bool acceptable(const FileBox& box, std::uint64_t line);
  void remark_on(const FileBox& box, const Box& placed, std::uint64_t line);
  void settle_frame_base();
  void drop_early_rows();
  void drop_surplus_rows(const TrackTable& sorted);
  void keep_only(const std::vector<bool>& keep);
  void describe(const TrackTable& table);

  TrackConventions conventions_;
  const TrackReadOptions& options_;
  TrackReport& report_;
  double scale_x_ = 1, scale_y_ = 1;
  std::int64_t lowest_frame_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest_frame_ = std::numeric_limits<std::int64_t>::min();
  std::vector<TrackRow> rows_;        ///< frames as in the file until `finish`
  std::vector<std::uint64_t> lines_;  ///< of each row
  std::vector<AttributeColumn> columns_;
};

}  // namespace overlace
