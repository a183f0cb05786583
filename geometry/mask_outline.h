// SPDX-License-Identifier: Apache-2.0
// The outlines of masks given as run lengths.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Traces the edges of masks. Reuses its memory.
class MaskOutline {
 public:
  /// Traces the outlines of a mask whose run lengths go down its columns, as in
  /// TrackColumns::mask_runs. Edges run between pixels; corners are cut off between the midpoints
  /// of pixel sides. Pixels that touch only at a corner are separate.
  void trace(Size size, std::span<const std::uint32_t> runs);

  /// The rings of the mask last traced, outer ones and holes, in pixels of its grid.
  [[nodiscard]] std::size_t ring_count() const { return ring_ends_.size(); }
  [[nodiscard]] std::span<const Vec2> ring(std::size_t index) const;

 private:
  void fill_cells(Size size, std::span<const std::uint32_t> runs);
  void follow(int x, int y);
  [[nodiscard]] bool inside(int x, int y) const;
  [[nodiscard]] std::uint8_t& cell(int x, int y);

  int left_ = 0, top_ = 0, width_ = 0, height_ = 0;  ///< the part of the grid that holds the mask
  std::vector<std::uint8_t> cells_;                  ///< bit 0: inside; bit 1: top edge traced
  std::vector<Vec2> points_;
  std::vector<std::size_t> ring_ends_;
};

}  // namespace overlace
