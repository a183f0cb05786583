// SPDX-License-Identifier: Apache-2.0
// What a graph that redacts leaves open: frames within a track's life that have no box to hide.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/analysis/analyse.h"

namespace overlace {

/// Frames [first, last] of a track between two of its boxes, which have none.
struct TrackGap {
  TrackId id = no_id;
  std::int32_t first = 0, last = 0;
  friend bool operator==(const TrackGap&, const TrackGap&) = default;
};

/// What one node of a document's "redact" hides.
struct Redaction {
  std::string node;
  std::size_t objects = 0;  ///< tracks
  std::size_t without_id =
      0;  ///< boxes that belong to no track: nothing tells where one is missing
  std::vector<TrackGap> gaps;  ///< by track, in order of frames

  /// Whether every track has a box in every frame of its life, as far as can be known.
  [[nodiscard]] bool is_complete() const { return gaps.empty() && without_id == 0; }
};

/// One entry for each node that redacts; `tables` are of this graph.
[[nodiscard]] std::vector<Redaction> redactions(const Graph& graph, const ClipTables& tables);

/// "cover: nothing hides track 7 in frames 100-140", one sentence for each gap, the first few of a
/// node, and how many more there are; and one for boxes without an id.
[[nodiscard]] std::vector<std::string> warnings(const std::vector<Redaction>& redactions);

}  // namespace overlace
