// SPDX-License-Identifier: Apache-2.0
// The rows of a stream's last frames, and the ids that they are given.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/column_names.h"
#include "graph/data/tracks.h"
#include "tracking/associate.h"

namespace overlace {

/// Frames that have rows, in order. Holds at most `frames` of them; the oldest leave first.
class LiveRows {
 public:
  struct Limits {
    std::size_t frames = 100;       ///< at least 1
    std::uint32_t max_rows = 1000;  ///< of a frame
  };

  /// With `assign_ids`, rows get ids as long as none has brought one.
  LiveRows(const Limits& limits, const std::vector<std::string>& class_names, bool assign_ids);

  /// Takes the rows of a frame in place of those that it has. Ids are given to frames that come in
  /// order; a track that is confirmed gives its id to its rows of earlier frames as well. Throws as
  /// ColumnNames::take, and then takes nothing.
  void put(std::int32_t frame, TrackColumns rows);
  /// Drops the frames before `frame`.
  void forget_before(std::int32_t frame);
  /// Forgets all rows, and starts ids anew. Columns are remembered.
  void clear();

  /// The rows of the frames of a window, without derived columns.
  [[nodiscard]] TrackTable table(FrameInterval window) const;
  /// All classes so far.
  [[nodiscard]] const std::vector<std::string>& class_names() const { return names_.class_names(); }
  /// Rows beyond `max_rows`, and those that had to leave for want of room.
  [[nodiscard]] std::uint64_t lost() const { return lost_; }

 private:
  struct Frame {
    std::int32_t frame = 0;
    TrackColumns rows;
    std::vector<std::uint64_t> tracks{};  ///< by row: the associator's number of its track
  };
  /// Gives ids to detections.
  struct IdGiver {
    Associator associator{options()};
    SeenScores scores;
    std::int32_t last = 0;  ///< frame
    bool has_begun = false;

    /// Those of track_input: what belongs to no track is kept.
    [[nodiscard]] static AssociateOptions options() { return {.keep_untracked = true}; }
  };

  void give_ids(Frame& frame);
  void rename_track(std::uint64_t track, TrackId id);
  void forget_texts();

  Limits limits_;
  std::vector<std::string> first_classes_;
  ColumnNames names_;
  std::deque<Frame> frames_;
  bool assign_ids_;
  bool brings_ids_ = false;  ///< a row had one
  std::unique_ptr<IdGiver> ids_;
  std::size_t most_texts_;
  std::uint64_t lost_ = 0;
};

}  // namespace overlace
