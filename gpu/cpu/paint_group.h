// SPDX-License-Identifier: Apache-2.0
// Paints glyphs, fills and layers on a tile, and blends groups onto what is under them.
#pragma once

#include "gpu/cpu/sample_io.h"

namespace overlace {

template <class L>
void paint_fill(TileContext<L>& tile, const Item& item) {
  for (int row = tile.first_row; row < block_rows; ++row) {
    for (int column = 0; column < block_columns; ++column) {
      tile.paint(row, column, item.fill, L(1.0F));
    }
  }
}

template <class L>
void paint_glyph(TileContext<L>& tile, const Item& item) {
  const GlyphGeometry& glyph = item.glyph;
  const std::uint8_t* bitmap = tile.scene.atlas + glyph.offset;
  for (int row = tile.first_row; row < block_rows; ++row) {
    const int y = tile.block_y(row) - glyph.y;
    if (y + block_height <= 0 || y >= glyph.height) continue;
    for (int column = 0; column < block_columns; ++column) {
      const int x = tile.block_x(column) - glyph.x;
      if (x + block_width <= 0 || x >= glyph.width) continue;
      alignas(64) float coverage[block_lanes];
      for (int lane = 0; lane < block_lanes; ++lane) {
        const int px = x + column_of(lane), py = y + row_of(lane);
        const bool inside = px >= 0 && py >= 0 && px < glyph.width && py < glyph.height;
        coverage[lane] = inside ? static_cast<float>(bitmap[py * glyph.width + px]) : 0.0F;
      }
      tile.paint(row, column, item.fill, L::load(coverage) * L(1.0F / 255.0F));
    }
  }
}

/// A component of premultiplied R'G'B' in the target's working space, premultiplied.
template <class L>
L to_work(const Target& target, int i, const L (&rgb)[3], L alpha) {
  const float* m = target.matrix[i];
  return fma(L(m[0]), rgb[0],
             fma(L(m[1]), rgb[1], fma(L(m[2]), rgb[2], L(target.offset[i]) * alpha)));
}
/// R', G' or B' of a straight colour in the working space, limited to 0..1.
template <class L>
L to_rgb(const Target& target, int i, const L (&work)[3]) {
  const float* m = target.inverse[i];
  L sum = L(m[0]) * (work[0] - L(target.offset[0]));
  sum = fma(L(m[1]), work[1] - L(target.offset[1]), sum);
  return saturate(fma(L(m[2]), work[2] - L(target.offset[2]), sum));
}

template <class L>
void paint_layer(TileContext<L>& tile, const Item& item) {
  const LayerView& layer = tile.scene.layers[item.layer];
  for (int row = tile.first_row; row < block_rows; ++row) {
    const int y = tile.block_y(row);
    if (y < 0 || y >= layer.size.height) continue;
    const std::uint8_t* occupied = layer.occupied + y / tile_height * layer.tiles_x;
    if (occupied[tile.x / tile_width] == 0) continue;
    for (int column = 0; column < block_columns; ++column) {
      const int x = tile.block_x(column);
      alignas(64) std::uint16_t sample[4][block_lanes] = {};
      for (int lane = 0; lane < block_lanes; ++lane) {
        const int px = x + column_of(lane), py = y + row_of(lane);
        if (px >= layer.size.width || py >= layer.size.height) continue;
        const std::uint16_t* p =
            layer.pixels + (static_cast<std::ptrdiff_t>(py) * layer.size.width + px) * 4;
        for (int i = 0; i < 4; ++i) sample[i][lane] = p[i];
      }
      const L alpha = L::load_half(sample[3]);
      if (!any(alpha > L(0.0F))) continue;
      const L rgb[3] = {L::load_half(sample[0]), L::load_half(sample[1]), L::load_half(sample[2])};
      const Pixel<L> over{{to_work(tile.target, 0, rgb, alpha), to_work(tile.target, 1, rgb, alpha),
                           to_work(tile.target, 2, rgb, alpha)},
                          alpha};
      tile.write(row, column, layer_over(tile.read(row, column), over));
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
void load_picture(const TileContext<L>& tile, int row, int column, L (&work)[3], L& alpha) {
  const Target& target = tile.target;
  if (target.clear) return;
  const int x = tile.block_x(column);
  alpha = L(1.0F);
  for (int i = 0; i < 3; ++i) {
    const auto [plane, y] = picture_place(tile, i, row);
    if (plane.data == nullptr) continue;
    if (i == 0 || !target.subsampled) {
      work[i] = load_block<L>(target, plane, x, y);
      continue;
    }
    alignas(64) float value[block_lanes];
    for (int lane = 0; lane < block_lanes; ++lane) {
      const int px = (x + column_of(lane)) / 2, py = y + (target.half_rows ? 0 : row_of(lane));
      const bool inside = px < plane.width && py < plane.height;
      value[lane] = inside ? load_sample(target, sample_at(plane, px, py)) : 0.0F;
    }
    work[i] = L::load(value);
  }
  if (target.alpha.data != nullptr) {
    const auto [plane, y] = picture_place(tile, 3, row);
    alpha = load_block<L>(target, plane, x, y) * L(1.0F / target.max);
  }
}

/// What is under a group in one block: colour in the working space, not premultiplied, and alpha.
template <class L>
struct Backdrop {
  L work[3];
  L alpha;
};

template <class L>
Backdrop<L> read_backdrop(const TileContext<L>& tile, int row, int column) {
  const Pixel<L> paint = tile.read(row, column);
  L work[3] = {L(0.0F), L(0.0F), L(0.0F)};
  L alpha(0.0F);
  if (tile.surface == &tile.scratch.surface[0]) {
    load_picture(tile, row, column, work, alpha);
  }
  const L rest = L(1.0F) - paint.a;
  Backdrop<L> under;
  under.alpha = fma(alpha, rest, paint.a);
  const L safe = max(under.alpha, L(1e-9F));
  for (int i = 0; i < 3; ++i) under.work[i] = fma(work[i], rest, paint.c[i]) / safe;
  return under;
}

/// Blends a group's block onto the surface under it by the general formula of W3C Compositing,
///   co = cs as (1 - ab) + as ab B(cb, cs) + (1 - as) ab cb,
/// with B in R'G'B'. On a picture with chroma only the change B - cb is added, so that colours
/// which the blend leaves alone keep their chroma samples exactly.
template <class L>
void blend_block(TileContext<L>& tile, int row, int column, BlendMode mode, const Pixel<L>& over) {
  const Target& target = tile.target;
  const Pixel<L> paint = tile.read(row, column);
  const Backdrop<L> under = read_backdrop(tile, row, column);
  const bool on_video = target.has_chroma && tile.surface == &tile.scratch.surface[0];
  const L safe = max(over.a, L(1e-9F));
  const L source[3] = {over.c[0] / safe, over.c[1] / safe, over.c[2] / safe};
  const L rest = L(1.0F) - over.a;

  L blended[3];
  for (int i = 0; i < 3; ++i) {
    const L backdrop = to_rgb(target, i, under.work);
    const L mixed = blend_component(mode, backdrop, to_rgb(target, i, source));
    blended[i] = on_video ? mixed - backdrop : mixed;
  }
  Pixel<L> out;
  const L both = over.a * under.alpha;
  for (int i = 0; i < 3; ++i) {
    const L colour = to_work(target, i, blended, L(on_video ? 0.0F : 1.0F));
    out.c[i] = on_video
                   ? fma(both, colour, paint.c[i])
                   : fma(both, colour, fma(over.c[i], L(1.0F) - under.alpha, paint.c[i] * rest));
  }
  out.a = on_video ? paint.a : fma(paint.a, rest, over.a);
  tile.write(row, column, out);
}

/// Blends a finished group's surface onto the one under it.
template <class L>
void close_group(TileContext<L>& tile, const Group& group) {
  Surface& source = *tile.surface;
  --tile.surface;
  for (int row = tile.first_row; row < block_rows; ++row) {
    for (unsigned bits = source.mask[row]; bits != 0; bits &= bits - 1) {
      const int column = __builtin_ctz(bits);
      const auto& block = source.block[row][column];
      const L opacity(group.opacity);
      const Pixel<L> over{
          {L::load(block[0]) * opacity, L::load(block[1]) * opacity, L::load(block[2]) * opacity},
          L::load(block[3]) * opacity};
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
