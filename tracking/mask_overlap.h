// SPDX-License-Identifier: Apache-2.0
// How much of two objects' masks is the same.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// The pixels of an object, those whose middles its shape holds, on a grid over the picture.
class GridMask {
 public:
  /// Of a row: its mask, taken at the middles of the grid's pixels; else its outline by the
  /// even-odd rule; else its box. `picture` is the size that outlines and boxes refer to.
  GridMask(const TrackTable& table, std::uint32_t row, Size grid, Size picture);

  [[nodiscard]] std::int64_t area() const { return area_; }
  /// Intersection over union, 0..1; 0 where either has no pixels. Both are of the same grid.
  friend double overlap(const GridMask& a, const GridMask& b);

 private:
  /// Pixels [begin, end), counted down the columns.
  struct Run {
    std::int64_t begin, end;
  };
  void add(std::int64_t begin, std::int64_t end);
  void take_runs(std::span<const std::uint32_t> runs, Size from, Size grid);
  void take_outline(std::span<const OutlinePoint> points, Size grid, Size picture);
  void take_box(const Box& box, Size grid, Size picture);

  std::vector<Run> runs_;  ///< apart from each other, rising
  std::int64_t area_ = 0;
};

}  // namespace overlace
