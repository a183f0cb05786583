// SPDX-License-Identifier: Apache-2.0
// Binning by rows of tiles, then a counting sort that keeps paint order.
#include "gpu/cpu/bin.h"

namespace overlace {

void TileBins::add(int row, std::uint32_t piece, TileRange columns) {
  if (columns.size() == 0) return;
  spans_.push_back({static_cast<std::uint32_t>(row),
                    {piece, static_cast<std::uint16_t>(columns.first),
                     static_cast<std::uint16_t>(columns.last)}});
}

void TileBins::add_stroke(std::uint32_t piece, const PieceBounds& bounds) {
  const TileRange rows = rows_of(grid_, bounds);
  for (int row = rows.first; row <= rows.last; ++row)
    add(row, piece, columns_of(grid_, bounds, row));
}

void TileBins::add_area(std::uint32_t piece, const AreaBounds& bounds) {
  const TileRange rows = rows_of(grid_, bounds);
  for (int row = rows.first; row <= rows.last; ++row) {
    for (const TileRange& part : columns_of(grid_, bounds, row).part) add(row, piece, part);
  }
}

void TileBins::add_layer(std::uint32_t piece, const LayerView& layer) {
  for (int row = 0; row < grid_.rows; ++row) {
    for (int column = 0; column < grid_.columns; ++column) {
      if (layer_touches(grid_, layer, column, row)) add(row, piece, {column, column});
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
  const auto pieces = scene.pieces();
  placed_.resize(pieces.size());
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    const Item& item = scene.items()[pieces[i].item];
    PlacedPiece& placed = placed_[i] = {.item = pieces[i].item};
    if (item.kind == ItemKind::stroke) {
      placed.bounds = piece_bounds(item, pieces[i]);
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
