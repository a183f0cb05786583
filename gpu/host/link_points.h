// SPDX-License-Identifier: Apache-2.0
// The points of one frame that links may join, and the nearest neighbours found for them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/plan/ops.h"

namespace overlace {

/// Anchor points of a frame, ranked by id, then row. Everything about links is indexed by rank,
/// which also decides ties. Rows whose box is not finite are left out. Keeps its memory.
struct LinkPoints {
  std::vector<Vec2> position;
  std::vector<std::uint32_t> row;
  std::vector<std::int32_t> class_index;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(row.size()); }
  /// Takes the rows of the view's frame.
  void gather(const TrackView& tracks, Anchor anchor);
};

/// Up to k neighbours of every point, nearest first, as keys (see neighbour_key).
struct Neighbours {
  std::uint32_t k = 0;
  std::uint64_t none = 0;           ///< fills the places of neighbours that were not found
  std::vector<std::uint64_t> keys;  ///< k places for each rank

  /// Makes lists of `wanted` places for `points` points; the caller must fill them.
  void shape(std::uint32_t points, std::uint32_t wanted, std::uint64_t empty);
  [[nodiscard]] std::uint64_t* places(std::uint32_t rank) {
    return keys.data() + std::size_t{rank} * k;
  }
  /// The neighbours found for a point.
  [[nodiscard]] std::span<const std::uint64_t> of(std::uint32_t rank) const;
};

}  // namespace overlace
