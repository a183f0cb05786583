// SPDX-License-Identifier: Apache-2.0
// The handle of a caller's tracks: rows that were put, and the table that they make.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "api/caller_columns.h"
#include "api/column_view.h"
#include "graph/core/digest.h"
#include "graph/core/time.h"
#include "graph/data/column_names.h"
#include "graph/data/tracks.h"

namespace overlace::api {

/// What a track file states of its clip.
struct StatedClip {
  Size size;                       ///< 0 x 0: unknown
  std::optional<Rational> rate{};  ///< frames per second
};

/// Rows by frame. They are joined and sorted when the table is asked for, not when they are put.
class Tracks {
 public:
  Tracks();
  Tracks(TrackTable table, const StatedClip& stated);

  /// Replaces the rows of the frames that `given` names, or of `frame` if it names none. Throws
  /// what read_columns throws, Error(usage) for embeddings and attributes of another kind than
  /// before, Error(limit) for too many rows or frames; then the rows stay as they were.
  void put(std::int32_t frame, const ovl_columns* given);

  /// All rows, without derived columns. The table stays as it is; later puts make another one.
  [[nodiscard]] std::shared_ptr<const TrackTable> table();
  /// Equal for equal tables.
  [[nodiscard]] Digest::Value digest();
  /// The table for the caller; valid until the next put.
  [[nodiscard]] ColumnView& view();
  [[nodiscard]] const StatedClip& stated() const { return stated_; }

 private:
  struct Put {
    TrackColumns rows;                ///< as taken by names_
    std::vector<std::int32_t> frame;  ///< of each row; without rows, the one that is emptied
  };

  void take_table();
  [[nodiscard]] TrackColumns taken(TrackColumns rows);
  void check_limits(const std::vector<std::int32_t>& frames) const;
  [[nodiscard]] TrackTable joined() const;

  std::shared_ptr<const TrackTable> table_;
  std::vector<Put> puts_;                  ///< since `table_` was made
  std::size_t waiting_ = 0;                ///< their rows, and their number
  std::unique_ptr<ColumnView> view_;       ///< of `table_`; null until it is asked for
  std::optional<Digest::Value> digest_{};  ///< likewise
  StatedClip stated_;

  // Of all rows so far, replaced ones included.
  std::optional<ColumnNames> names_{};     ///< of a file's table only once rows are put
  std::optional<FrameInterval> frames_{};  ///< without emptied ones
};

}  // namespace overlace::api

struct ovl_tracks {
  overlace::api::Tracks tracks{};
};
