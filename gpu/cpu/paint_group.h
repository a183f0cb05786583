// SPDX-License-Identifier: Apache-2.0
// Paints glyphs, fills and layers on a tile, and blends groups onto what is under them.
#pragma once

#include "gpu/cpu/sample_io.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/texel.h"

namespace overlace {

template <class L>
void paint_fill(TileContext<L>& tile, const Item& item) {
  for (int row = tile.first_row; row < block_rows; ++row) {
    tile.paint_whole(row, 0, block_columns - 1, item.fill);
  }
}

template <class L>
void paint_glyph(TileContext<L>& tile, const Item& item) {
  const GlyphGeometry& glyph = item.glyph;
  for (int row = tile.first_row; row < block_rows; ++row) {
    const int y = tile.block_y(row);
    if (y + block_height <= glyph.y || y >= glyph.y + glyph.height) continue;
    for (int column = 0; column < block_columns; ++column) {
      const int x = tile.block_x(column);
      if (x + block_width <= glyph.x || x >= glyph.x + glyph.width) continue;
      alignas(64) float coverage[block_lanes];
      for (int lane = 0; lane < block_lanes; ++lane) {
        coverage[lane] =
            glyph_texel(glyph, tile.scene.atlas, x + column_of(lane), y + row_of(lane));
      }
      tile.paint(row, column, item.fill, L::load(coverage) * L(texel_scale));
    }
  }
}

template <class L>
void paint_layer(TileContext<L>& tile, const Item& item) {
  const LayerView& layer = tile.scene.layers[item.layer];
  for (int row = tile.first_row; row < block_rows; ++row) {
    const int y = tile.block_y(row);
    if (y < 0 || y >= layer.size.height) continue;
    if (!is_occupied(layer, tile.x, y)) continue;
    for (int column = 0; column < block_columns; ++column) {
      const int x = tile.block_x(column);
      alignas(64) std::uint16_t sample[4][block_lanes] = {};
      for (int lane = 0; lane < block_lanes; ++lane) {
        const int px = x + column_of(lane), py = y + row_of(lane);
        if (px >= layer.size.width || py >= layer.size.height) continue;
        const std::uint16_t* p = layer_texel(layer, px, py);
        for (int i = 0; i < 4; ++i) sample[i][lane] = p[i];
      }
      const L alpha = L::load_half(sample[3]);
      if (!any(alpha > L(0.0F))) continue;
      const Pixel<L> rgba{
          {L::load_half(sample[0]), L::load_half(sample[1]), L::load_half(sample[2])}, alpha};
      tile.write(row, column, layer_over(tile.read(row, column), to_work(tile.target, rgba)));
    }
  }
}

/// Where the picture's samples under a block are. The block above the tile belongs to another row
/// of tiles, which may have been written already: its samples were kept.
struct PicturePlace {
  const TargetPlane& plane;
  int y;
};
template <class L>
PicturePlace picture_place(const TileContext<L>& tile, int component, int row) {
  const Target& target = tile.target;
  const bool half = target.half_rows && (component == 1 || component == 2);
  const int scale = half ? 2 : 1;
  if (row == 0) return {target.above[component], tile.y / tile_height * block_height / scale};
  return {component == 3 ? target.alpha : target.component[component], tile.block_y(row) / scale};
}

/// A block of the picture itself, chroma repeated from the sample that each pixel shares.
template <class L>
void load_picture(const TileContext<L>& tile, int row, int column, Backdrop<L>& picture) {
  const Target& target = tile.target;
  if (target.clear) return;
  const int x = tile.block_x(column);
  picture.alpha = L(1.0F);
  for (int i = 0; i < 3; ++i) {
    const auto [plane, y] = picture_place(tile, i, row);
    if (plane.data == nullptr) continue;
    if (i == 0 || !target.subsampled) {
      picture.work[i] = load_block<L>(target, plane, x, y);
      continue;
    }
    alignas(64) float value[block_lanes];
    for (int lane = 0; lane < block_lanes; ++lane) {
      const int px = (x + column_of(lane)) / 2, py = y + (target.half_rows ? 0 : row_of(lane));
      const bool inside = px < plane.width && py < plane.height;
      value[lane] = inside ? load_sample(target, sample_at(plane, px, py)) : 0.0F;
    }
    picture.work[i] = L::load(value);
  }
  if (target.alpha.data != nullptr) {
    const auto [plane, y] = picture_place(tile, 3, row);
    picture.alpha = load_block<L>(target, plane, x, y) * L(1.0F / target.max);
  }
}

/// Blends a group's block onto the surface under it.
template <class L>
void blend_block(TileContext<L>& tile, int row, int column, BlendMode mode, const Pixel<L>& over) {
  const bool on_picture = tile.surface == &tile.scratch.surface[0];
  Backdrop<L> picture{{L(0.0F), L(0.0F), L(0.0F)}, L(0.0F)};
  if (on_picture) load_picture(tile, row, column, picture);
  const Pixel<L> paint = tile.read(row, column);
  tile.write(row, column,
             blend_group(tile.target, on_picture && tile.target.has_chroma, mode, paint,
                         painted_backdrop(picture, paint), over));
}

/// Blends a finished group's surface onto the one under it.
template <class L>
void close_group(TileContext<L>& tile, const Group& group) {
  const Surface& source = *tile.surface;
  --tile.surface;
  for (int row = tile.first_row; row < block_rows; ++row) {
    for (unsigned bits = source.mask[row]; bits != 0; bits &= bits - 1) {
      const int column = __builtin_ctz(bits);
      const Pixel<L> over = faded<L>(read_block<L>(source, row, column), L(group.opacity));
      if (!any(over.a > L(0.0F))) continue;
      if (group.blend == BlendMode::normal) {
        tile.write(row, column, layer_over(tile.read(row, column), over));
      } else {
        blend_block(tile, row, column, group.blend, over);
      }
    }
  }
}

}  // namespace overlace
