// SPDX-License-Identifier: Apache-2.0
// Writes a finished tile into its target: D' = D (1 - A) + paint on touched blocks.
#pragma once

#include <cstring>
#include <optional>

#include "gpu/cpu/tiles/packed_block.h"
#include "gpu/cpu/tiles/plain_plane.h"
#include "gpu/cpu/tiles/prefetch.h"
#include "gpu/cpu/tiles/resolve_bytes.h"
#include "gpu/cpu/tiles/resolve_chroma.h"
#include "gpu/cpu/tiles/resolve_solid_rows.h"
#include "gpu/kernels/bits.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// Blends a tile's blocks into any component of the picture. `x` and `y` are those of the tile's
/// first pixel. Returns the bytes written.
struct AnyPlane {
  const Target& target;
  const TargetPlane& plane;
  int x, y;
  template <class L>
  OVL_FN std::size_t blend(int block, const BlockPaint<L>& paint) const {
    const int left = x + block % block_columns * block_width;
    const int top = y + block / block_columns * block_height;
    const L under = load_block<L>(target, plane, left, top);
    const L value = composite(target, under, paint.alpha, paint.paint);
    return store_block(target, plane, left, top, value, paint.change);
  }
};
/// Blends one component of a tile's touched blocks into the picture; paint_of(pixel) is its paint.
template <class Plane, class L, class PaintOf>
std::size_t resolve_component(const TileContext<L>& tile, const TargetPlane& plane,
                              const PaintOf& paint_of) {
  const Plane into{tile.target, plane, tile.x, tile.y};
  const Surface& surface = *tile.surface;
  std::size_t bytes = 0;
  for_each_bit(surface.painted.own, 0, [&](int block) OVL_INLINE {
    const auto pixel = read_block<L>(surface, block, true);
    bytes += into.blend(block, BlockPaint<L>{paint_of(pixel), pixel.a, change_of(pixel)});
  });
  return bytes;
}

/// Blends the touched blocks of a tile into the components that have a sample for every pixel.
template <class Plane, class L>
std::size_t resolve_blocks(const TileContext<L>& tile) {
  const Target& target = tile.target;
  const int components = target.is_subsampled() || target.component[1].data == nullptr ? 1 : 3;
  std::size_t bytes = 0;
  for (int i = 0; i < components; ++i) {
    bytes += resolve_component<Plane>(tile, target.component[i],
                                      [i](const Pixel<L>& pixel) { return pixel.c[i]; });
  }
  if (target.alpha.data == nullptr) return bytes;
  const L whole(whole_alpha(target));
  return bytes + resolve_component<Plane>(tile, target.alpha,
                                          [&](const Pixel<L>& pixel) { return pixel.a * whole; });
}

/// Blends the touched blocks of a tile into the components, among them alpha, that have a sample
/// for every pixel, where colours are straight. Samples that no paint changes stay as they are,
/// even where a whole block is stored.
template <class L>
std::size_t resolve_straight(const TileContext<L>& tile) {
  const Target& target = tile.target;
  const int components = target.is_subsampled() || target.component[1].data == nullptr ? 1 : 3;
  const L whole(whole_alpha(target)), per_whole(1.0F / whole_alpha(target));
  std::size_t bytes = 0;
  for_each_bit(tile.surface->painted.own, 0, [&](int block) {
    const auto paint = read_block<L>(*tile.surface, block, true);
    const int x = tile.block_x(block), y = tile.block_y(block);
    const L change = change_of(paint);
    const auto store = [&](const TargetPlane& plane, L under, L value) {
      bytes += store_block(target, plane, x, y, select(change != L(0.0F), value, under), change);
    };
    const L alpha = load_block<L>(target, target.alpha, x, y), under_alpha = alpha * per_whole;
    for (int i = 0; i < components; ++i) {
      const L under = load_block<L>(target, target.component[i], x, y);
      store(target.component[i], under,
            composite_straight(target, under, under_alpha, paint.a, paint.c[i]));
    }
    store(target.alpha, alpha, composite(target, alpha, paint.a, paint.a * whole));
  });
  return bytes;
}

/// Blends the touched blocks of a tile, all of which are present, into packed pixels.
template <class Sample, int step, int used, class L>
std::size_t resolve_packed(const TileContext<L>& tile, const PackedLayout& layout) {
  const Target& target = tile.target;
  const std::ptrdiff_t stride = target.component[0].stride, pixel = step * sizeof(Sample);
  if constexpr (std::is_same_v<Sample, std::uint8_t> && step == used && has_byte_pixels<L, step>)
    if (!target.straight && target.max == 255) return resolve_byte_pixels<step>(tile, layout);
  const L whole(whole_alpha(target)), per_whole(1.0F / whole_alpha(target));
  std::size_t bytes = 0;
  for_each_bit(tile.surface->painted.own, 0, [&](int block) OVL_INLINE {
    const auto paint = read_block<L>(*tile.surface, block, true);
    const L change = change_of(paint);
    const auto written = static_cast<std::size_t>(count_bits(bits_of(change != L(0.0F))));
    std::byte* at = layout.origin + tile.block_y(block) * stride + tile.block_x(block) * pixel;
    PackedBlock<Sample, step, used> samples;
    samples.load(at, stride);
    const bool straight = target.straight && layout.alpha >= 0;
    const L alpha = straight ? load_samples<L>(samples.plane[layout.alpha]) * per_whole : L(1.0F);
    for (int i = 0; i < 3 && layout.component[i] >= 0; ++i) {
      Sample(&plane)[block_lanes] = samples.plane[layout.component[i]];
      const L under = load_samples<L>(plane);
      const L value = straight ? composite_straight(target, under, alpha, paint.a, paint.c[i])
                               : composite(target, under, paint.a, paint.c[i]);
      store_samples(plane, select(change != L(0.0F), value, under), change);
      bytes += written * sizeof(Sample);
    }
    if (layout.alpha >= 0) {
      Sample(&plane)[block_lanes] = samples.plane[layout.alpha];
      const L under = load_samples<L>(plane);
      const L value = composite(target, under, paint.a, paint.a * whole);
      store_samples(plane, select(change != L(0.0F), value, under), change);
      bytes += written * sizeof(Sample);
    }
    samples.store(at, stride);
  });
  return bytes;
}

/// The same for pixels of this sample type; nullopt if they are packed in another way.
template <class Sample, class L>
std::optional<std::size_t> resolve_packed(const TileContext<L>& tile, const PackedLayout& layout) {
  if (layout.step == 2 && layout.used == 2) return resolve_packed<Sample, 2, 2>(tile, layout);
  if (layout.step == 3 && layout.used == 3) return resolve_packed<Sample, 3, 3>(tile, layout);
  if (layout.step == 4 && layout.used == 4) return resolve_packed<Sample, 4, 4>(tile, layout);
  if (layout.step == 4 && layout.used == 3) return resolve_packed<Sample, 4, 3>(tile, layout);
  return std::nullopt;
}
template <class L>
std::optional<std::size_t> resolve_packed(const TileContext<L>& tile) {
  const PackedLayout layout = packed_layout(tile.target);
  switch (tile.target.sample) {
    case SampleType::u8:
      return resolve_packed<std::uint8_t>(tile, layout);
    case SampleType::u16:
      return resolve_packed<std::uint16_t>(tile, layout);
    case SampleType::f16:
      return resolve_packed<HalfBits>(tile, layout);
    case SampleType::f32:
      return resolve_packed<float>(tile, layout);
  }
  return std::nullopt;
}

/// Whether the target holds all of a tile's pixels.
template <class L>
bool is_whole_tile(const TileContext<L>& tile) {
  const PixelRect& held = tile.target.held;
  return tile.x >= held.x && tile.y >= held.y && tile.x + tile_width <= held.right() &&
         tile.y + tile_height <= held.bottom();
}

/// Whether every block of a tile is plain in all components that have a sample for every pixel.
template <class L>
bool is_plain_tile(const TileContext<L>& tile) {
  const Target& target = tile.target;
  if (!is_whole_tile(tile)) return false;
  if (!is_plain(target, target.component[0])) return false;
  if (target.alpha.data != nullptr && !is_plain(target, target.alpha)) return false;
  return target.is_subsampled() || target.component[1].data == nullptr ||
         (is_plain(target, target.component[1]) && is_plain(target, target.component[2]));
}

/// Fills the pixels beyond the picture's edges, for the chroma of those at the edge.
template <class L>
void extend_edges(TileContext<L>& tile) {
  if (tile.x + tile_width <= tile.target.size.width &&
      tile.y + tile_height <= tile.target.size.height)
    return;
  for_each_block(tile.surface->painted, [&](int block) { extend_edges(tile, block); });
}

/// The luma of a plain tile, for resolve_chroma().
template <class Sample, class L>
struct TileLuma {
  const Surface& surface;
  PlainPlane<Sample> plane;
  /// Blends a block. Returns the bytes written.
  OVL_FN std::size_t blend(int block) const {
    const auto pixel = read_block<L>(surface, block, true);
    return plane.blend(block, BlockPaint<L>{pixel.c[0], pixel.a, pixel.a});
  }
  /// Blends one paint into `count` blocks in a row. Returns the bytes written.
  OVL_FN std::size_t blend_run(int block, int count, L paint, L alpha) const {
    return plane.blend_run(block, count, paint, alpha);
  }
  /// Sets `count` blocks in a row to an opaque paint. Returns the bytes written.
  OVL_FN std::size_t cover(int block, int count, L paint) const {
    return plane.cover(block, count, paint);
  }
};
/// For luma that was written before.
struct NoLuma {
  OVL_FN std::size_t blend(int) const { return 0; }
  template <class L>
  OVL_FN std::size_t blend_run(int, int, L, L) const {
    return 0;
  }
  template <class L>
  OVL_FN std::size_t cover(int, int, L) const {
    return 0;
  }
};

/// Writes tiles that are alike and of one colour, row by row across all of them, as in memory.
template <class Sample, class L>
PaintedTiles resolve_alike(const TileContext<L>& tile, const float (&solid)[4], int count) {
  const Target& target = tile.target;
  const int lines = target.has_half_rows() ? 1 : block_height, width = count * tile_width;
  const ChromaPlanes<Sample, L> chroma(tile);
  const PlainPlane<Sample> luma(target, target.component[0], tile.x, tile.y);
  const SolidColor<Sample, L, PlainPlane<Sample>> color(chroma, luma, solid);
  PaintedTiles painted{count, 0};
  for (int block = 0; block < tile_blocks; block += block_columns) {
    const int below = tile.block_y(block) + block_height;
    prefetch_rows(target.component[0], tile.x, below, width, block_height);
    prefetch_rows(target.component[1], tile.x / 2, below * lines / block_height, width / 2, lines);
    painted.bytes += color.blend(block, count * block_columns, lines);
    leave_to_the_right(tile.scratch, block + block_columns - 1, lines, color.samples());
  }
  tile.scratch.carried = target.siting == ChromaSiting::center ? 0 : first_column;
  return painted;
}

/// Writes a tile whose chroma has fewer samples than its luma.
template <class Sample, class L>
PaintedTiles resolve_subsampled(TileContext<L>& tile, int alike) {
  const Target& target = tile.target;
  Surface& surface = *tile.surface;
  const bool plain = is_plain_tile(tile);
  if (plain && target.alpha.data == nullptr) {
    const SolidGroups solids = chroma_sees_above(target) ? SolidGroups{} : find_solids(tile);
    if (alike > 1 && ~solids.group[0].blocks == 0)
      return resolve_alike<Sample>(tile, solids.group[0].solid, alike);
    spread<L>(surface, surface.uniform - BlockSet{solids.blocks, 0});
    const PlainPlane<Sample> luma(target, target.component[0], tile.x, tile.y);
    return {1, resolve_chroma<Sample>(tile, solids, TileLuma<Sample, L>{surface, luma})};
  }
  spread<L>(surface, surface.uniform);
  if (target.straight) {  // chroma comes first: it depends on the alpha that was there
    extend_edges(tile);
    const std::size_t chroma = resolve_chroma<Sample>(tile, SolidGroups{}, NoLuma{});
    return {1, chroma + resolve_straight(tile)};
  }
  const std::size_t bytes =
      plain ? resolve_blocks<PlainPlane<Sample>>(tile) : resolve_blocks<AnyPlane>(tile);
  extend_edges(tile);
  return {1, bytes + resolve_chroma<Sample>(tile, SolidGroups{}, NoLuma{})};
}

/// Writes a tile whose components have a sample for every pixel.
template <class L>
PaintedTiles resolve_unsubsampled(TileContext<L>& tile, int alike) {
  const bool is_plain = is_plain_tile(tile), is_whole = is_whole_tile(tile);
  if (is_whole)
    if (const auto painted = resolve_solid_rows(tile, alike, is_plain)) return *painted;
  spread<L>(*tile.surface, tile.surface->uniform);
  if (is_whole)
    if (const auto bytes = resolve_packed(tile)) return {1, *bytes};
  if (tile.target.straight) return {1, resolve_straight(tile)};
  if (!is_plain) return {1, resolve_blocks<AnyPlane>(tile)};
  return {1, tile.target.sample == SampleType::u8
                 ? resolve_blocks<PlainPlane<std::uint8_t>>(tile)
                 : resolve_blocks<PlainPlane<std::uint16_t>>(tile)};
}

/// Writes a tile of a picture, or the tiles that are alike.
template <class L>
PaintedTiles resolve_picture(TileContext<L>& tile, int alike) {
  if (!tile.target.is_subsampled()) return resolve_unsubsampled(tile, alike);
  return tile.target.sample == SampleType::u8 ? resolve_subsampled<std::uint8_t>(tile, alike)
                                              : resolve_subsampled<std::uint16_t>(tile, alike);
}

/// Writes a block of a layer. Returns the bytes written.
template <class L>
std::size_t resolve_layer_block(const TileContext<L>& tile, int block) {
  const Target& target = tile.target;
  const Pixel<L> paint = tile.read(block);
  alignas(64) std::uint16_t sample[4][block_lanes];
  for (int i = 0; i < 3; ++i) store_half(sample[i], paint.c[i]);
  store_half(sample[3], paint.a);
  alignas(64) std::uint64_t pixel[block_lanes];
  for (int lane = 0; lane < block_lanes; ++lane)
    pixel[lane] = sample[0][lane] | std::uint64_t{sample[1][lane]} << 16U |
                  std::uint64_t{sample[2][lane]} << 32U | std::uint64_t{sample[3][lane]} << 48U;
  const int x = tile.block_x(block), y = tile.block_y(block);
  std::size_t bytes = 0;
  for (int row = 0; row < block_height && y + row < target.size.height; ++row) {
    alignas(64) std::uint64_t line[block_width];
    for (int i = 0; i < block_width; ++i) line[i] = pixel[lane_of(i, row)];
    std::byte* at = sample_at(target.component[0], x, y + row);
    const int left = target.size.width - x;
    if (left >= block_width) {
      std::memcpy(at, line, sizeof line);  // its size is known: one store
      bytes += sizeof line;
    } else if (left > 0) {
      std::memcpy(at, line, sizeof line[0] * static_cast<std::size_t>(left));
      bytes += sizeof line[0] * static_cast<std::size_t>(left);
    }
  }
  return bytes;
}

/// The own blocks that are uniform and opaque.
template <class L>
OVL_FN std::uint64_t opaque_blocks(const Surface& surface) {
  std::uint64_t opaque = 0;
  for (int first = 0; first < tile_blocks; first += block_lanes) {
    const auto clear = L::load(surface.solid[3] + first) != L(1.0F);
    opaque |= std::uint64_t{~bits_of(clear) & 0xFFFFU} << static_cast<unsigned>(first);
  }
  return opaque & surface.uniform.own;
}

/// Whether a layer's tile is of one colour and lies wholly in the layer. It consists of `blocks`,
/// which begin at `column`.
template <class L>
bool is_flat_layer_tile(const TileContext<L>& tile, int column, std::uint64_t blocks) {
  const Size size = tile.target.size;
  return tile.block_x(column) + layer_tile <= size.width && tile.y + layer_tile <= size.height &&
         (blocks & ~tile.surface->uniform.own) == 0 &&
         (blocks & ~blocks_like<L>(*tile.surface, column)) == 0;
}
/// The one pixel that is written for a flat tile, all of whose blocks equal `block`.
struct FlatPixel {
  std::uint16_t rgba[4];

  template <class L>
  FlatPixel(const TileContext<L>& tile, int block) {
    for (int i = 0; i < 4; ++i) {
      alignas(64) std::uint16_t halves[block_lanes];
      store_half(halves, L(tile.surface->solid[i][block]));
      rgba[i] = halves[0];
    }
  }
  /// Returns the bytes written.
  [[nodiscard]] std::size_t store(const Target& target, int x, int y) const {
    std::memcpy(sample_at(target.component[0], x, y), rgba, sizeof rgba);
    return sizeof rgba;
  }
};
/// Writes tiles that are alike and of one colour.
template <class L>
PaintedTiles resolve_flat_tiles(const TileContext<L>& tile, int count, std::uint8_t* occupied) {
  const FlatPixel pixel(tile, 0);
  const std::uint8_t opaque = tile.surface->solid[3][0] == 1 ? opaque_tile : painted_tile;
  PaintedTiles painted{count, 0};
  for (int i = 0; i < count << log2_marked_tiles; ++i) {
    occupied[i] = opaque | (i > 0 ? alike_tile : flat_tile);
    painted.bytes += pixel.store(tile.target, tile.x + i * layer_tile, tile.y);
  }
  return painted;
}

/// A block's alpha as an alpha-only layer keeps it: two rows.
struct AlphaBlock {
  std::uint16_t row[block_height][block_width];

  /// Whether all of its pixels have the alpha `half`.
  [[nodiscard]] OVL_FN bool is(std::uint16_t half) const {
    const std::uint64_t four = half * 0x0001000100010001U;
    std::uint64_t words[sizeof row / sizeof four], other = 0;
    std::memcpy(words, row, sizeof row);
    for (const std::uint64_t word : words) other |= word ^ four;
    return other == 0;
  }
};
template <class L>
OVL_FN AlphaBlock alpha_block(const L& alpha) {
  alignas(64) std::uint16_t halves[block_lanes];
  store_half(halves, alpha);
  AlphaBlock block;
  for (int lane = 0; lane < block_lanes; ++lane)
    block.row[row_of(lane)][column_of(lane)] = halves[lane];
  return block;
}

/// Writes the alpha of blocks of a tile, unless they turn out to be transparent or opaque: the
/// former leave `marks.painted`, the latter enter `marks.opaque`. Returns the bytes written.
template <class L>
std::size_t resolve_alpha_blocks(const TileContext<L>& tile, std::uint64_t blocks,
                                 BlockMarks& marks) {
  constexpr std::uint16_t one = 0x3C00;
  const int width = tile.target.size.width;
  auto* const pixels = reinterpret_cast<std::uint16_t*>(tile.target.component[0].data);
  const Surface& surface = *tile.surface;
  std::size_t bytes = 0;
  for_each_bit(blocks, 0, [&](int block) OVL_INLINE {
    const std::uint64_t bit = std::uint64_t{1} << block;
    const AlphaBlock alpha =
        alpha_block((surface.uniform.own & bit) != 0 ? L(surface.solid[3][block])
                                                     : L::load(surface.block[block][3]));
    if (alpha.is(0)) marks.painted &= ~bit;
    if (alpha.is(one)) marks.opaque |= bit;
    const int x = tile.block_x(block), y = tile.block_y(block);
    if (x >= width || alpha.is(0) || alpha.is(one)) return;
    for (int row = 0; row < block_height; ++row)
      std::memcpy(pixels + alpha_place(width, x, y + row), alpha.row[row], sizeof alpha.row[row]);
    bytes += sizeof alpha;
  });
  return bytes;
}

/// Calls mark(i, byte) for each of the layer's tiles that a tile of the rasteriser covers.
template <class L, class Mark>
OVL_FN void for_each_layer_tile(const TileContext<L>& tile, const Mark& mark) {
  const int columns = layer_tiles(tile.target.size.width);
  const int column = tile.x >> log2_layer_tile, row = tile.y >> log2_layer_tile;
  std::uint8_t* occupied = tile.target.occupied + row * columns + column;
  for (int i = 0; i < 1 << log2_marked_tiles && column + i < columns; ++i) mark(i, occupied[i]);
}
/// Marks a tile of an alpha-only layer as opaque. Returns the bytes written: none.
template <class L>
std::size_t mark_opaque(const TileContext<L>& tile) {
  for_each_layer_tile(tile, [](int, std::uint8_t& mark) OVL_INLINE { mark = opaque_tile; });
  return 0;
}

/// Makes the painted tiles of an alpha-only layer anew: the marks of their blocks, and the alpha of
/// those that need it. Blocks beyond the layer's edges are marked as they were painted.
template <class L>
std::size_t resolve_alpha_layer(const TileContext<L>& tile) {
  const Target& target = tile.target;
  const Surface& surface = *tile.surface;
  BlockMarks marks{surface.painted.own, opaque_blocks<L>(surface)};
  const std::size_t bytes = resolve_alpha_blocks(tile, marks.painted & ~marks.opaque, marks);
  const int column = tile.x / tile_width, row = tile.y / tile_height;
  target.blocks[row * block_marks_across(target.size.width) + column] = marks;
  for_each_layer_tile(tile, [&](int i, std::uint8_t& mark) OVL_INLINE {
    const int first = i * blocks_across_layer_tile;
    const std::uint64_t blocks =
        in_all_rows(column_bits(first, first + blocks_across_layer_tile - 1)).own;
    if ((marks.painted & blocks) == 0) return;
    mark = (blocks & ~marks.opaque) == 0 ? opaque_tile : painted_tile;
  });
  return bytes;
}

/// Makes the painted tiles of a layer anew: every pixel is written, transparent where nothing was
/// painted, but only the first one of tiles of one colour.
template <class L>
PaintedTiles resolve_layer(TileContext<L>& tile, int alike) {
  const Target& target = tile.target;
  if (target.keeps_alpha_alone()) return {1, resolve_alpha_layer(tile)};
  std::uint8_t* occupied = target.occupied +
                           (tile.y >> log2_layer_tile) * layer_tiles(target.size.width) +
                           (tile.x >> log2_layer_tile);
  if (alike > 1 && tile.y + layer_tile <= target.size.height &&
      ~blocks_like<L>(*tile.surface, 0) == 0)
    return resolve_flat_tiles(tile, alike, occupied);
  const std::uint64_t opaque = opaque_blocks<L>(*tile.surface);
  std::size_t bytes = 0;
  for (int column = 0; column < block_columns; column += blocks_across_layer_tile) {
    if (tile.block_x(column) >= target.size.width) break;
    const std::uint64_t in_row = column_bits(column, column + blocks_across_layer_tile - 1);
    const BlockSet blocks{in_all_rows(in_row).own, 0};
    if ((tile.surface->painted.own & blocks.own) == 0) continue;
    std::uint8_t& mark = occupied[column / blocks_across_layer_tile];
    mark = (blocks.own & ~opaque) == 0 ? opaque_tile : painted_tile;
    if (is_flat_layer_tile(tile, column, blocks.own)) {
      mark |= flat_tile;
      bytes += FlatPixel(tile, column).store(target, tile.block_x(column), tile.y);
      continue;
    }
    spread<L>(*tile.surface, blocks);
    for_each_block(blocks, [&](int block) { bytes += resolve_layer_block(tile, block); });
  }
  return {1, bytes};
}

}  // namespace overlace
