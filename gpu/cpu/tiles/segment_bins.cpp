// SPDX-License-Identifier: Apache-2.0
// Binning by rows of tiles, then a counting sort that keeps paint order.
#include "gpu/cpu/tiles/segment_bins.h"

namespace overlace {

void TileBins::add(int row, std::uint32_t segment, TileRange columns) {
  if (columns.size() == 0) return;
  spans_.push_back({static_cast<std::uint32_t>(row),
                    {segment, static_cast<std::uint16_t>(columns.first),
                     static_cast<std::uint16_t>(columns.last)}});
}

void TileBins::add_stroke(std::uint32_t segment, const SegmentBounds& bounds) {
  const TileRange rows = rows_of(grid_, bounds);
  for (int row = rows.first; row <= rows.last; ++row)
    add(row, segment, columns_of(grid_, bounds, row));
}

void TileBins::add_area(std::uint32_t segment, const AreaBounds& bounds) {
  const TileRange rows = rows_of(grid_, bounds);
  for (int row = rows.first; row <= rows.last; ++row) {
    for (const TileRange& part : columns_of(grid_, bounds, row).part) add(row, segment, part);
  }
}

void TileBins::add_layer(std::uint32_t segment, const LayerView& layer) {
  for (int row = 0; row < grid_.rows; ++row) {
    const auto is_touched = [&](int column) {
      return column < grid_.columns && layer_touches(grid_, layer, column, row);
    };
    for (int first = 0; first < grid_.columns; ++first) {
      int end = first;
      while (is_touched(end)) ++end;
      if (end > first) add(row, segment, {first, end - 1});
      first = end;
    }
  }
}

void TileBins::sort() {
  begin_.assign(static_cast<std::size_t>(grid_.rows) + 1, 0);
  for (const RowSpan& span : spans_) ++begin_[span.row + 1];
  for (int row = 0; row < grid_.rows; ++row) begin_[row + 1] += begin_[row];
  next_.assign(begin_.begin(), begin_.end() - 1);
  sorted_.resize(spans_.size());
  for (const RowSpan& span : spans_) sorted_[next_[span.row]++] = span.span;
}

void TileBins::build(const SceneBuilder& scene, Size size, int above) {
  grid_ = {.columns = (size.width + tile_width - 1) / tile_width,
           .rows = (size.height + tile_height - 1) / tile_height,
           .width = tile_width,
           .height = tile_height,
           .above = static_cast<float>(above)};
  spans_.clear();
  const auto segments = scene.segments();
  placed_.resize(segments.size());
  for (std::uint32_t i = 0; i < segments.size(); ++i) {
    const Item& item = scene.items()[segments[i].item];
    PlacedSegment& placed = placed_[i] = {.item = segments[i].item};
    if (item.kind == ItemKind::stroke) {
      placed.bounds = segment_bounds(item, segments[i]);
      add_stroke(i, placed.bounds);
    } else if (item.kind == ItemKind::layer) {
      add_layer(i, scene.layers()[item.layer]);
    } else {
      add_area(i, area_bounds(item));
    }
  }
  sort();
}

}  // namespace overlace
