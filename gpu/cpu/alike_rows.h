// SPDX-License-Identifier: Apache-2.0
// Rows of tiles that look like the row above: the bodies of boxes, painted once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gpu/cpu/scene_parts.h"
#include "gpu/kernels/target.h"

namespace overlace {

/// Finds the rows of a scene's tiles that show what the row above shows, whatever that is painted
/// on: both have the same segments, and all of these are upright. Buffers are kept.
class AlikeRows {
 public:
  void find(const SceneParts& scene);
  /// Finds none.
  void clear() { alike_.clear(); }
  /// Whether a row is like the one above.
  [[nodiscard]] bool has(int row) const {
    const auto at = static_cast<std::size_t>(row);
    return at < alike_.size() && alike_[at] != 0;
  }

 private:
  std::vector<std::uint8_t> alike_;  ///< by row
};

/// Copies a row of tiles of an alpha-only layer to the row below. Returns the bytes of pixels that
/// were written.
std::size_t repeat_tiles(const Target& layer, int row);

}  // namespace overlace
