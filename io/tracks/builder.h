// SPDX-License-Identifier: Apache-2.0
// Collects a file's rows, checks each one, and makes the table in overlace's conventions.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
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
  double rotation = 0;  ///< about the centre, degrees clockwise
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
  /// Gives the row last taken a named text.
  void set_text(std::string_view attribute, std::string_view text);
  /// Gives the row last taken its key points, in the file's pixels; `skeleton` counts those given
  /// to `add_skeleton`, -1 for none.
  void set_key_points(std::span<const KeyPoint> points, std::int32_t skeleton);
  /// Gives the row last taken its outline, in the file's pixels.
  void set_outline(std::span<const OutlinePoint> outline);
  /// Gives the row last taken its mask; see TrackColumns::mask_runs.
  void set_mask(Size size, std::span<const std::uint32_t> runs);
  /// Gives the row last taken its appearance. Throws Error(input) when it is not as long as the
  /// first row's.
  void set_embedding(std::span<const float> embedding, std::uint64_t line);

  /// Declares a skeleton; returns its number.
  std::int32_t add_skeleton(Skeleton skeleton);

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
  void drop_surplus_rows();
  void complete_columns();
  [[nodiscard]] std::uint32_t last_row() const { return rows_.row_count() - 1; }
  void keep_only(const std::vector<bool>& keep);
  AttributeColumn& attribute(std::string_view name);
  [[nodiscard]] Vec2 placed(Vec2 point) const;
  void describe(const TrackTable& table);

  TrackConventions conventions_;
  const TrackReadOptions& options_;
  TrackReport& report_;
  double scale_x_ = 1, scale_y_ = 1;
  std::int64_t lowest_frame_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t latest_frame_ = std::numeric_limits<std::int64_t>::min();
  TrackColumns rows_;                 ///< in the order of the file
  std::vector<std::int32_t> frames_;  ///< of each row, as in the file until `finish`
  std::vector<std::uint64_t> lines_;  ///< of each row
};

}  // namespace overlace
