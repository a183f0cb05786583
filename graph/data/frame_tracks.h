// SPDX-License-Identifier: Apache-2.0
// A track table as kernels see it, one frame at a time.
#pragma once

#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// Views of one table without copying its columns. The table must outlive it and stay unchanged.
class FrameTracks {
 public:
  explicit FrameTracks(const TrackTable& table);

  [[nodiscard]] const TrackTable& table() const { return *table_; }
  /// Columns of the table with the rows of one frame; valid as long as this object lives.
  [[nodiscard]] TrackView at(std::int32_t frame) const;

 private:
  const TrackTable* table_;
  std::vector<const float*> columns_;
};

}  // namespace overlace
