// SPDX-License-Identifier: Apache-2.0
// Binning: exact slab tests per row of tiles, then a counting sort that keeps paint order.
#include "gpu/cpu/bin.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

constexpr float slack = 0.01F;  // px, over rounding

/// Piece bounds that a box, ellipse or diamond paints: outside edge and the hole it leaves.
struct ShapeBounds {
  Rect outer, hole;
};

ShapeBounds shape_bounds(const Item& item) {
  const float reach = item.half_width + item.glow_radius + coverage_reach + slack;
  ShapeBounds bounds{grow(item.rect, reach), {0, 0, 0, 0}};
  if (item.kind == ItemKind::box && !(item.fill.a > 0)) {
    bounds.hole = grow(item.rect, -(std::max(item.radius, reach) + slack));
  }
  return bounds;
}

}  // namespace

TileBins::RowRange TileBins::rows_between(float top, float bottom) const {
  const auto count = static_cast<float>(rows_);
  const float first = clamp(std::floor(top / tile_height), 0.0F, count);
  const float last = clamp(std::floor((bottom + above_) / tile_height), -1.0F, count - 1);
  return {static_cast<int>(first), static_cast<int>(last)};
}

void TileBins::add(int row, std::uint32_t piece, float left, float right) {
  const auto count = static_cast<float>(columns_);
  const float first = clamp(std::floor(left / tile_width), 0.0F, count);
  const float last = clamp(std::floor(right / tile_width), -1.0F, count - 1);
  if (first > last) return;
  spans_.push_back({static_cast<std::uint32_t>(row),
                    {piece, static_cast<std::uint16_t>(first), static_cast<std::uint16_t>(last)}});
}

void TileBins::add_stroke(std::uint32_t piece, const Item& item, const Piece& geometry) {
  const float bulge = std::abs(geometry.bend) * geometry.length * geometry.length * 0.25F;
  const float reach = item.reach + bulge + slack;
  const float ux = geometry.direction.x, uy = geometry.direction.y, length = geometry.length;
  const float x = geometry.start.x, y = geometry.start.y;
  const float end_y = y + uy * length;
  const RowRange rows = rows_between(std::min(y, end_y) - reach, std::max(y, end_y) + reach);
  const bool steep = std::abs(uy) > 1e-3F;
  const float inverse = steep ? 1.0F / uy : 0.0F;
  for (int row = rows.first; row <= rows.last; ++row) {
    float from = 0, to = length;
    if (steep) {
      const float top = static_cast<float>(row * tile_height) - above_ - reach - y;
      const float bottom = static_cast<float>((row + 1) * tile_height) + reach - y;
      const float a = top * inverse, b = bottom * inverse;
      from = std::clamp(std::min(a, b), 0.0F, length);
      to = std::clamp(std::max(a, b), 0.0F, length);
    }
    const float xa = x + ux * from, xb = x + ux * to;
    add(row, piece, std::min(xa, xb) - reach, std::max(xa, xb) + reach);
  }
}

void TileBins::add_shape(std::uint32_t piece, const Item& item) {
  const auto [outer, hole] = shape_bounds(item);
  const RowRange rows = rows_between(outer.top, outer.bottom);
  for (int row = rows.first; row <= rows.last; ++row) {
    const float top = static_cast<float>(row * tile_height) - above_;
    const float bottom = static_cast<float>((row + 1) * tile_height);
    if (!is_empty(hole) && top >= hole.top && bottom <= hole.bottom) {
      // Whole tiles inside the hole lie between the tile of its left edge and that of its right.
      const float left = (std::floor(hole.left / tile_width) + 1) * tile_width;
      const float right = std::floor(hole.right / tile_width) * tile_width;
      if (right > left) {
        add(row, piece, outer.left, left - 1);
        add(row, piece, right, outer.right);
        continue;
      }
    }
    add(row, piece, outer.left, outer.right);
  }
}

void TileBins::add_layer(std::uint32_t piece, const LayerView& layer) {
  const int rows = std::min(rows_, layer.tiles_y), columns = std::min(columns_, layer.tiles_x);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const std::uint8_t* at = layer.occupied + row * layer.tiles_x + column;
      const bool occupied = *at != 0 || (above_ > 0 && row > 0 && at[-layer.tiles_x] != 0);
      if (!occupied) continue;
      const auto left = static_cast<float>(column * tile_width);
      add(row, piece, left, left);
    }
  }
}

void TileBins::sort() {
  begin_.assign(static_cast<std::size_t>(rows_) + 1, 0);
  for (const RowSpan& span : spans_) ++begin_[span.row + 1];
  for (int row = 0; row < rows_; ++row) begin_[row + 1] += begin_[row];
  next_.assign(begin_.begin(), begin_.end() - 1);
  sorted_.resize(spans_.size());
  for (const RowSpan& span : spans_) sorted_[next_[span.row]++] = span.span;
}

void TileBins::build(const SceneBuilder& scene, Size size, int above) {
  rows_ = (size.height + tile_height - 1) / tile_height;
  columns_ = (size.width + tile_width - 1) / tile_width;
  above_ = static_cast<float>(above);
  spans_.clear();
  const auto pieces = scene.pieces();
  for (std::uint32_t i = 0; i < pieces.size(); ++i) {
    const Item& item = scene.items()[pieces[i].item];
    switch (item.kind) {
      case ItemKind::stroke:
        add_stroke(i, item, pieces[i]);
        break;
      case ItemKind::box:
      case ItemKind::ellipse:
      case ItemKind::diamond:
        add_shape(i, item);
        break;
      case ItemKind::glyph: {
        const GlyphGeometry& g = item.glyph;
        const RowRange rows =
            rows_between(static_cast<float>(g.y), static_cast<float>(g.y + g.height - 1));
        for (int row = rows.first; row <= rows.last; ++row) {
          add(row, i, static_cast<float>(g.x), static_cast<float>(g.x + g.width - 1));
        }
        break;
      }
      case ItemKind::fill:
        for (int row = 0; row < rows_; ++row) add(row, i, 0, 1e9F);
        break;
      case ItemKind::layer:
        add_layer(i, scene.layers()[item.layer]);
        break;
    }
  }
  sort();
}

}  // namespace overlace
