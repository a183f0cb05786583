// SPDX-License-Identifier: Apache-2.0
// Finds which tiles each segment may paint on, and hands them out by row of tiles in paint order.
#pragma once

#include <span>
#include <vector>

#include "gpu/cpu/tiles/tile.h"
#include "gpu/host/scene_builder.h"
#include "gpu/kernels/bin.h"

namespace overlace {

/// Spans of segments, by row of tiles. Buffers are kept from frame to frame.
class TileBins {
 public:
  /// `above`: px above a row of tiles that the row also needs.
  void build(const SceneBuilder& scene, Size size, int above);

  /// One for each segment of the scene.
  [[nodiscard]] std::span<const PlacedSegment> placed() const { return placed_; }
  [[nodiscard]] int rows() const { return grid_.rows; }
  [[nodiscard]] int columns() const { return grid_.columns; }
  /// Spans of one row of tiles, in paint order.
  [[nodiscard]] std::span<const Span> row(int index) const {
    return {sorted_.data() + begin_[index], begin_[index + 1] - begin_[index]};
  }

 private:
  void add(int row, std::uint32_t segment, TileRange columns);
  void add_stroke(std::uint32_t segment, const SegmentBounds& bounds);
  void add_area(std::uint32_t segment, const AreaBounds& bounds);
  void add_layer(std::uint32_t segment, const LayerView& layer);
  void sort();

  struct RowSpan {
    std::uint32_t row;
    Span span;
  };
  std::vector<RowSpan> spans_;
  std::vector<Span> sorted_;
  std::vector<PlacedSegment> placed_;
  std::vector<std::uint32_t> begin_, next_;
  TileGrid grid_;
};

}  // namespace overlace
