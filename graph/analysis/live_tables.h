// SPDX-License-Identifier: Apache-2.0
// What the tables of a live clip continue beyond its window: ages, running counts and marks.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// Remembers, for each track node, what the tables of earlier windows held. Memory is bounded by
/// the ids, series and marks of a window.
///
/// What a node finds at a frame may depend on frames after it, and less certainly on where the
/// window begins. So counts and marks are final once they lie before the middle of the window; from
/// there on they are the window's own. A visit that is only known three frames later is counted
/// once, and one that is taken back is not counted.
class LiveTables {
 public:
  /// Marks that are remembered for each node: what a log shows at most.
  static constexpr std::size_t most_marks = 100;

  /// Moves to a window of frames, which begins after the last one's beginning.
  void begin(FrameInterval window);
  /// Continues a node's own series and marks, those that none of its inputs has. A series that an
  /// earlier window had is there even if nothing is left of what it counts.
  void continue_counts(const std::string& node, std::span<const TrackTable* const> inputs,
                       TrackTable& table);
  /// Continues the ages of tracks that began before the window, and the lives of those that have a
  /// row in its last frame: they have not left. Precondition: the derived columns are set.
  void continue_ages(const std::string& node, TrackTable& table);

 private:
  /// A running series: its value in a frame.
  struct Kept {
    std::int32_t frame = 0;
    double value = 0;
    SeriesCarry carry = SeriesCarry::sum;
  };
  struct Node {
    std::map<std::string, Kept> series;
    std::vector<TrackMark> marks;
    std::int32_t marks_until = 0;  ///< the last frame of the marks
    bool has_marks = false;
    std::unordered_map<TrackId, std::int32_t> born;  ///< frame of the first row of each track
  };

  [[nodiscard]] SharedSeries continued(const Series& series, Node& node) const;
  void keep_present(TrackTable& table) const;
  void continue_marks(Node& node, std::span<const TrackTable* const> inputs,
                      TrackTable& table) const;

  std::int32_t middle_ = 0;
  std::int32_t last_ = 0;  ///< frame of the window
  std::map<std::string, Node> nodes_;
};

}  // namespace overlace
