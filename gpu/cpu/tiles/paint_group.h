// SPDX-License-Identifier: Apache-2.0
// Paints glyphs, fills and layers on a tile, and blends groups onto what is under them.
#pragma once

#include <cstddef>
#include <cstring>

#include "gpu/cpu/tiles/sample_io.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/texel.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

template <class L>
void paint_fill(TileContext<L>& tile, const Item& item) {
  tile.paint_whole(tile.blocks, item.fill);
}

/// The blocks of a tile that hold pixels of [left, right) x [top, bottom).
template <class L>
BlockSet blocks_within(const TileContext<L>& tile, int left, int top, int right, int bottom) {
  const int first = left > tile.x ? (left - tile.x) / block_width : 0;
  const int end = right < tile.x + tile_width ? (right - tile.x + block_width - 1) / block_width
                                              : block_columns;
  BlockSet blocks;
  if (first >= end || right <= tile.x) return blocks;
  for (int row = 0; row <= row_above; ++row) {
    const int y = tile.block_y(row * block_columns);
    if (y + block_height > top && y < bottom) blocks.add_to_row(row, column_bits(first, end - 1));
  }
  return blocks & tile.blocks;
}

/// Coverage of a block by a glyph's bitmap, 0..255.
template <class L>
L glyph_block(const GlyphTexels& glyph, const std::uint8_t* atlas, int x, int y) {
  std::uint8_t rows[block_height][block_width] = {};
  const int left = x > glyph.x ? x : glyph.x;
  const int right =
      x + block_width < glyph.x + glyph.width ? x + block_width : glyph.x + glyph.width;
  for (int i = 0; i < block_height; ++i) {
    const int row = y + i - glyph.y;
    if (row < 0 || row >= glyph.height) continue;
    const std::uint8_t* texel = atlas + glyph.offset + std::ptrdiff_t{row} * glyph.step_y +
                                std::ptrdiff_t{left - glyph.x} * glyph.step_x;
    if (glyph.step_x == 1) {
      std::memcpy(&rows[i][left - x], texel, static_cast<std::size_t>(right - left));
      continue;
    }
    for (int px = left; px < right; ++px, texel += glyph.step_x) rows[i][px - x] = *texel;
  }
  return L::load_u8(rows[0], rows[1]);
}

template <class L>
void paint_glyph(TileContext<L>& tile, const Item& item) {
  const GlyphTexels& glyph = item.glyph;
  const BlockSet blocks =
      blocks_within(tile, glyph.x, glyph.y, glyph.x + glyph.width, glyph.y + glyph.height);
  const SolidPaint<L> fill(item.fill);
  tile.paint(blocks, [&](Pixel<L>& pixel, int block) {
    const L texels =
        glyph_block<L>(glyph, tile.scene.atlas, tile.block_x(block), tile.block_y(block));
    return any(fill.over(pixel, texels * L(texel_scale)));
  });
}

/// A block that lies wholly in a layer.
template <class L>
Pixel<L> whole_layer_block(const LayerView& layer, int x, int y) {
  const std::uint16_t* upper = layer_texel(layer, x, y);
  const std::uint16_t* lower = layer_texel(layer, x, y + 1);
  constexpr int next_tile = 4 * tile_width;  // rows of blocks are too short for a CPU to predict
  __builtin_prefetch(upper + next_tile);
  __builtin_prefetch(lower + next_tile);
  Pixel<L> block;
  L::load_texels(upper, lower, block.c, block.a);
  return block;
}
/// A block of a layer; transparent beyond the layer's edges.
template <class L>
Pixel<L> layer_block(const LayerView& layer, int x, int y) {
  if (x + block_width <= layer.size.width && y + block_height <= layer.size.height)
    return whole_layer_block<L>(layer, x, y);
  alignas(64) std::uint16_t sample[4][block_lanes] = {};
  for (int lane = 0; lane < block_lanes; ++lane) {
    const int px = x + column_of(lane), py = y + row_of(lane);
    if (px >= layer.size.width || py >= layer.size.height) continue;
    const std::uint16_t* p = layer_texel(layer, px, py);
    for (int i = 0; i < 4; ++i) sample[i][lane] = p[i];
  }
  return {{L::load_half(sample[0]), L::load_half(sample[1]), L::load_half(sample[2])},
          L::load_half(sample[3])};
}

/// Lays the layer's pixel at `texel` on all pixels of blocks.
template <class L>
void paint_flat_layer(TileContext<L>& tile, BlockSet blocks, const std::uint16_t* texel) {
  const auto sample = [=](int i) OVL_INLINE { return L(half_to_float(texel[i])); };
  const Pixel<L> rgba{{sample(0), sample(1), sample(2)}, sample(3)};
  const Pixel<L> over = to_work(tile.target, rgba);
  const auto shows = change_of(rgba) != L(0.0F);  // light may have no alpha
  tile.paint_alike(blocks, [&](Pixel<L>& pixel) OVL_INLINE {
    pixel = layer_over(pixel, over);
    return shows;
  });
}

template <class L>
void paint_layer(TileContext<L>& tile, const Item& item) {
  const LayerView& layer = tile.scene.layers[item.layer];
  BlockSet mixed;
  const auto paint_row = [&](BlockSet blocks, int y) {  // of the layer's tiles
    if (y < 0 || y >= layer.size.height) return;
    for (int column = 0; column < block_columns; column += blocks_across_layer_tile) {
      const int x = tile.block_x(column);
      const std::uint8_t mark = x < layer.size.width ? mark_at(layer, x, y) : std::uint8_t{0};
      const BlockSet own =
          blocks & in_all_rows(column_bits(column, column + blocks_across_layer_tile - 1));
      if (is_flat_tile(mark))
        paint_flat_layer(tile, own, layer_texel(layer, x, y & -layer_tile));
      else if (mark != 0)
        mixed = mixed | own;
    }
  };
  paint_row(BlockSet{tile.blocks.own, 0}, tile.y);
  paint_row(BlockSet{0, tile.blocks.above}, tile.y - block_height);
  tile.paint(mixed, [&](Pixel<L>& pixel, int block) {
    const auto rgba = layer_block<L>(layer, tile.block_x(block), tile.block_y(block));
    pixel = layer_over(pixel, to_work(tile.target, rgba));
    return any(change_of(rgba) != L(0.0F));  // light may have no alpha
  });
}

/// Where the picture's samples under a block are. A block above the tile belongs to another row of
/// tiles, which may have been written already: there, copies of the samples are used.
struct SamplesPlace {
  const TargetPlane& plane;
  int y;
};
template <class L>
SamplesPlace picture_place(const TileContext<L>& tile, int component, int block) {
  const Target& target = tile.target;
  const bool half = target.has_half_rows() && (component == 1 || component == 2);
  const int scale = half ? 2 : 1;
  if (block >= tile_blocks)
    return {target.above[component], tile.y / tile_height * block_height / scale};
  return {component == 3 ? target.alpha : target.component[component], tile.block_y(block) / scale};
}

/// A block of the picture itself; chroma samples are repeated for all pixels that share them.
template <class L>
void load_picture(const TileContext<L>& tile, int block, Backdrop<L>& picture) {
  const Target& target = tile.target;
  if (target.is_layer()) return;
  const int x = tile.block_x(block);
  picture.alpha = L(1.0F);
  for (int i = 0; i < 3; ++i) {
    const auto [plane, y] = picture_place(tile, i, block);
    if (plane.data == nullptr) continue;
    if (i == 0 || !target.is_subsampled()) {
      picture.work[i] = load_block<L>(target, plane, x, y);
      continue;
    }
    alignas(64) float value[block_lanes];
    for (int lane = 0; lane < block_lanes; ++lane) {
      const int px = (x + column_of(lane)) / 2,
                py = y + (target.has_half_rows() ? 0 : row_of(lane));
      value[lane] =
          has_sample(plane, px, py) ? load_sample(target, sample_at(plane, px, py)) : 0.0F;
    }
    picture.work[i] = L::load(value);
  }
  if (target.alpha.data != nullptr) {
    const auto [plane, y] = picture_place(tile, 3, block);
    picture.alpha = load_block<L>(target, plane, x, y) * L(1.0F / target.max);
  }
  if (target.straight) premultiply(picture);
}

/// The paint after a group's block is blended onto it. The formula is not used for pixels that the
/// group does not cover: over an infinite picture value, it would paint them with NaN.
template <class L>
Pixel<L> blend_block(const TileContext<L>& tile, int block, const Group& group,
                     const Pixel<L>& paint, const Pixel<L>& over) {
  const bool on_picture = group.parent == no_group;
  Backdrop<L> picture{{L(0.0F), L(0.0F), L(0.0F)}, L(0.0F)};
  if (on_picture) load_picture(tile, block, picture);
  const Pixel<L> blended = blend_group(tile.target, on_picture && tile.target.has_chroma(),
                                       group.blend, paint, painted_backdrop(picture, paint), over);
  const Pixel<L> beside = layer_over(paint, over);
  const auto covered = over.a > L(0.0F);
  return {{select(covered, blended.c[0], beside.c[0]), select(covered, blended.c[1], beside.c[1]),
           select(covered, blended.c[2], beside.c[2])},
          select(covered, blended.a, beside.a)};
}

/// Blocks of one opaque colour.
template <class L>
BlockSet opaque_blocks(const Surface& surface, L opacity) {
  BlockSet blocks;
  for (int first = 0; first < all_blocks; first += block_lanes) {
    const unsigned opaque = ~bits_of(L::load(surface.solid[3] + first) * opacity != L(1.0F));
    blocks = blocks | sixteen_blocks(opaque & sixteen_of(surface.uniform, first), first);
  }
  return blocks;
}

/// Applies a group's `erase` or `inside` to the paint of the enclosing group. Blocks of one opaque
/// colour need no arithmetic: they erase all, or keep all.
template <class L>
void keep_paint(TileContext<L>& tile, Surface& source, const Group& group) {
  Surface& into = *tile.surface;
  const L opacity(group.opacity);
  const BlockSet opaque = opaque_blocks(source, opacity);
  into.painted =
      group.blend == BlendMode::inside ? into.painted & source.painted : into.painted - opaque;
  into.uniform = into.uniform & into.painted;
  const BlockSet mixed = (into.painted & source.painted) - opaque;
  spread<L>(source, mixed);
  BlockSet emptied;
  for_each_block(mixed, [&](int block) {
    const Pixel<L> over = faded<L>(read_block<L>(source, block, true), opacity);
    const Pixel<L> paint =
        into.uniform.has(block) ? read_solid<L>(into, block) : read_block<L>(into, block, true);
    const Pixel<L> left = operate(tile.target, group.blend, paint, over);
    write_block(into, block, left);
    emptied.add_if(!any(change_of(left) != L(0.0F)), block);
  });
  into.painted = into.painted - emptied;
  into.uniform = into.uniform - mixed;
}

/// Lays the uniform blocks of a group on blocks below that are uniform or not painted, and keeps
/// them uniform; the others are left to be blended pixel by pixel.
template <class L>
void lay_uniform(TileContext<L>& tile, Surface& source, const Group& group) {
  const BlockSet mixed = tile.surface->painted - tile.surface->uniform;
  const BlockSet alike = source.uniform - mixed;
  const L opacity(group.opacity);
  tile.paint_uniform(alike, [&](Pixel<L>& colors, int first) {
    const Pixel<L> over =
        faded<L>({{L::load(source.solid[0] + first), L::load(source.solid[1] + first),
                   L::load(source.solid[2] + first)},
                  L::load(source.solid[3] + first)},
                 opacity);
    colors = layer_over(colors, over);
    return over.a > L(0.0F);
  });
  source.painted = source.painted - alike;
  source.uniform = source.uniform - alike;
}

/// Whether only the alpha of a group's paint matters.
OVL_FN bool needs_only_alpha(const Group& group) {
  return group.blend == BlendMode::erase || group.blend == BlendMode::inside;
}

/// Opens a group. One that would be laid unchanged on a surface without paint joins that surface.
template <class L>
void open_group(TileContext<L>& tile, const Group& group) {
  const std::uint32_t bit = 1U << ++tile.depth;
  if (group.blend == BlendMode::normal && group.opacity == 1 && is_empty(tile.surface->painted)) {
    tile.joined |= bit;
    return;
  }
  ++tile.surface;
  clear(*tile.surface);
  tile.surface->only_alpha = needs_only_alpha(group);
}
/// Leaves on the surface that a group has joined what laying it there would: the blocks with alpha.
template <class L>
void close_joined(TileContext<L>& tile, bool shows) {
  Surface& surface = *tile.surface;
  if (!shows) return clear(surface);
  BlockSet seen;
  for (int first = 0; first < all_blocks; first += block_lanes) {
    const unsigned uniform = sixteen_of(surface.uniform, first);
    const unsigned shown = bits_of(L::load(surface.solid[3] + first) > L(0.0F));
    seen = seen | sixteen_blocks(shown & uniform, first);
  }
  for_each_block(surface.painted - surface.uniform, [&](int block) OVL_INLINE {
    seen.add_if(any(L::load(surface.block[block][3]) > L(0.0F)), block);
  });
  surface.painted = seen;
  surface.uniform = surface.uniform & seen;
}

/// Blends a finished group's surface onto the one under it, if it shows.
template <class L>
void close_group(TileContext<L>& tile, const Group& group, bool shows) {
  const std::uint32_t bit = 1U << tile.depth--;
  if ((tile.joined & bit) != 0) {
    tile.joined &= ~bit;
    return close_joined(tile, shows);
  }
  Surface& source = *tile.surface--;
  if (!shows) return;
  if (needs_only_alpha(group)) return keep_paint(tile, source, group);
  if (group.blend == BlendMode::normal) lay_uniform(tile, source, group);
  spread<L>(source, source.uniform);
  tile.paint(source.painted, [&](Pixel<L>& pixel, int block) {
    const Pixel<L> over = faded<L>(read_block<L>(source, block, true), L(group.opacity));
    const bool paints = any(over.a > L(0.0F));
    if (group.blend == BlendMode::normal) {
      pixel = layer_over(pixel, over);
    } else if (group.blend == BlendMode::plus) {
      pixel = operate(tile.target, group.blend, pixel, over);
    } else if (paints) {
      pixel = blend_block(tile, block, group, pixel, over);
    }
    return paints;
  });
}

}  // namespace overlace
