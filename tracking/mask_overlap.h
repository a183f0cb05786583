// SPDX-License-Identifier: Apache-2.0
// How much two objects' masks overlap.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/data/tracks.h"

namespace overlace {

/// The pixels whose centres are inside an object's shape, on a grid over the picture.
class GridMask {
 public:
  /// From a row: its mask, sampled at the centres of the grid's pixels; else its outline by the
  /// even-odd rule; else its box. `picture` is the size that outlines and boxes refer to.
  GridMask(const TrackTable& table, std::uint32_t row, Size grid, Size picture);

  [[nodiscard]] std::int64_t area() const { return area_; }
  /// Intersection over union, 0..1; 0 if either has no pixels. Both must be on the same grid.
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

  std::vector<Run> runs_;  ///< disjoint, ascending
  std::int64_t area_ = 0;
};

}  // namespace overlace
