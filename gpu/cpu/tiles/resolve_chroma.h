// SPDX-License-Identifier: Apache-2.0
// Chroma of a finished tile: paint and alpha averaged over each sample's footprint, then blended.
#pragma once

#include <cstring>

#include "gpu/cpu/tiles/chroma_planes.h"
#include "gpu/cpu/tiles/resolve_solid.h"
#include "gpu/kernels/chroma.h"

namespace overlace {

/// Fills the pixels of a block beyond the picture's right or bottom edge from those at the edge, so
/// that chroma there averages only what can be seen.
template <class L>
void extend_edges(TileContext<L>& tile, int block) {
  const int columns = tile.target.size.width - tile.block_x(block);
  const int rows = tile.target.size.height - tile.block_y(block);
  if (columns >= block_width && rows >= block_height) return;
  if (columns <= 0 || rows <= 0) return;
  for (auto& component : tile.surface->block[block]) {
    for (int y = 0; y < block_height; ++y) {
      for (int x = 0; x < block_width; ++x) {
        component[lane_of(x, y)] =
            component[lane_of(x < columns ? x : columns - 1, y < rows ? y : 0)];
      }
    }
  }
}

/// Values of a line of a block that chroma needs: components 1 and 2 one after the other, and alpha
/// twice; of each, first the even columns, then the odd ones.
template <class L>
struct ChromaValues {
  L color, alpha;
};
template <class L>
OVL_FN ChromaValues<L> pixel_row(const Surface& surface, int block, int row) {
  const auto& value = surface.block[block];
  const int first = row * block_width;
  return {L::load_eights(value[1] + first, value[2] + first),
          L::load_eights(value[3] + first, value[3] + first)};
}

/// The averages down a block's columns for one of its lines. Blocks read but not painted hold 0.
template <ChromaLayout layout, class L>
OVL_FN ChromaValues<L> columns_of(const TileContext<L>& tile, int block, int line) {
  const Surface& surface = *tile.surface;
  if constexpr (layout.lines == ChromaLines::each_row) return pixel_row<L>(surface, block, line);
  const ChromaValues<L> top = pixel_row<L>(surface, block, 0);
  const ChromaValues<L> bottom = pixel_row<L>(surface, block, 1);
  if constexpr (layout.lines == ChromaLines::between_rows) {
    return {twice_centered(top.color, bottom.color), twice_centered(top.alpha, bottom.alpha)};
  } else {
    // Above the picture, its top row is repeated.
    const bool at_top = block < block_columns && !tile.sees_above();
    const int above = block < block_columns ? tile_blocks + block : block - block_columns;
    const auto before = at_top ? top : pixel_row<L>(surface, above, 1);
    return {four_times_around(before.color, top.color, bottom.color),
            four_times_around(before.alpha, top.alpha, bottom.alpha)};
  }
}

/// The even and the odd columns that a line of four chroma samples comes from: of components 1 and
/// 2, and of alpha twice, a quarter each.
template <class L>
struct ChromaColumns {
  L even, odd;
};
template <class L>
OVL_FN ChromaColumns<L> split(const ChromaValues<L>& values) {
  return {even_quarters(values.color, values.alpha), odd_quarters(values.color, values.alpha)};
}

/// Blocks whose chroma may change; bits as in BlockSet::own.
struct ChromaBlocks {
  std::uint64_t seen = 0;      ///< those that see a painted pixel
  std::uint64_t has_left = 0;  ///< those whose left_slot() is filled by another block
};

/// Whether anything was painted on a block's last column, which the chroma to its right sees.
OVL_FN bool reaches_right(const float (&block)[4][block_lanes]) {
  constexpr int top = lane_of(block_width - 1, 0), bottom = lane_of(block_width - 1, 1);
  std::uint32_t bits = 0;
  for (int i = 1; i < 4; ++i)
    bits |= __builtin_bit_cast(std::uint32_t, block[i][top]) |
            __builtin_bit_cast(std::uint32_t, block[i][bottom]);
  return (bits << 1U) != 0;
}

/// Finds these blocks, except the `solid` ones, which are in groups. Takes over what the tile to
/// the left passed on, and passes on the same to the one to the right.
template <ChromaLayout layout, class L>
OVL_FN ChromaBlocks find_blocks(TileContext<L>& tile, std::uint64_t solid) {
  constexpr bool sees_above = layout.lines == ChromaLines::upper_rows;
  const BlockSet painted = tile.surface->painted;
  const std::uint64_t touched = painted.own | (sees_above ? below(painted) : 0);
  if constexpr (layout.siting == ChromaSiting::center) return {touched & ~solid, 0};

  BlockSet reaching{solid, 0};
  const auto test = [&](std::uint64_t blocks, std::uint64_t& into, int first) OVL_INLINE {
    for_each_bit(blocks & ~left_of(blocks), 0, [&](int block) OVL_INLINE {
      into |= std::uint64_t{reaches_right(tile.surface->block[first + block])} << block;
    });
  };
  test(painted.own & ~solid, reaching.own, 0);
  if constexpr (sees_above) test(painted.above, reaching.above, tile_blocks);
  const std::uint64_t reaches = reaching.own | (sees_above ? below(reaching) : 0);

  TileScratch& scratch = tile.scratch;
  const std::uint64_t carried = scratch.carried;
  scratch.carried = (reaches & last_column) >> (block_columns - 1);
  for_each_bit(carried, 0, [&](int block) {
    for (int line = 0; line < lines_of(layout.lines); ++line) {
      auto& slots = scratch.left_columns[line];
      std::memcpy(slots[left_slot(block)], slots[left_slot(block) + block_columns],
                  sizeof slots[0]);
    }
  });
  return {(touched | right_of(reaches) | carried) & ~solid, right_of(touched) | carried};
}

/// Makes everything that blocks read valid: 0 where nothing is painted, and beyond the picture's
/// left edge the same as at the edge.
template <ChromaLayout layout, class L>
OVL_FN void fill_gaps(TileContext<L>& tile, const ChromaBlocks& blocks) {
  constexpr bool sees_above = layout.lines == ChromaLines::upper_rows;
  const L none(0.0F);
  const BlockSet read{blocks.seen | (sees_above ? blocks.seen >> block_columns : 0),
                      sees_above ? blocks.seen & row_bits : 0};
  for_each_block(read - tile.surface->painted, [&](int block) OVL_INLINE {
    for (int i = 1; i < 4; ++i) store(tile.surface->block[block][i], none);
  });
  if constexpr (layout.siting == ChromaSiting::center) return;
  for (int line = 0; line < lines_of(layout.lines); ++line) {
    auto& slots = tile.scratch.left_columns[line];
    for_each_bit(blocks.seen & ~blocks.has_left, 0,
                 [&](int block) OVL_INLINE { store(slots[left_slot(block)], none); });
    if (tile.x != 0) continue;
    for_each_bit(blocks.seen & first_column, 0, [&](int block) {
      const auto columns = split(columns_of<layout>(tile, block, line));
      store(slots[left_slot(block)], first_of_quarters(columns.even));
    });
  }
}

/// Averages the paint over the footprints of chroma samples. Calls use(block, line, samples), from
/// left to right.
template <ChromaLayout layout, class L, class Use>
OVL_FN void average(TileContext<L>& tile, std::uint64_t blocks, const Use& use) {
  const L scale(1.0F / layout.scale());
  for_each_bit(blocks, 0, [&](int block) OVL_INLINE {
    for (int line = 0; line < lines_of(layout.lines); ++line) {
      const auto columns = split(columns_of<layout>(tile, block, line));
      if constexpr (layout.siting == ChromaSiting::center) {
        use(block, line, twice_centered(columns.even, columns.odd) * scale);
      } else {
        auto& slots = tile.scratch.left_columns[line];
        const int slot = left_slot(block);
        const L left = L::load(slots[slot]);
        store(slots[slot + 1], columns.odd);
        use(block, line,
            four_times_around(moved_on(columns.odd, left), columns.even, columns.odd) * scale);
      }
    }
  });
}

/// Writes the chroma of a tile, and the luma of its painted blocks: both need a block's alpha, and
/// each fills the other's stalls. Returns the bytes written.
template <class Sample, ChromaLayout layout, class L, class Luma>
std::size_t resolve_chroma(TileContext<L>& tile, const SolidGroups& solids, const Luma& luma) {
  constexpr int lines = lines_of(layout.lines);
  const ChromaPlanes<Sample, L> planes(tile);
  const ChromaBlocks blocks = find_blocks<layout>(tile, solids.blocks);
  std::size_t bytes = 0;
  for (int i = 0; i < solids.count; ++i)
    bytes += blend_solid<layout>(tile.scratch, planes, luma, solids.group[i]);
  fill_gaps<layout>(tile, blocks);
  const std::uint64_t painted = tile.surface->painted.own & ~solids.blocks;
  const std::uint64_t whole = tile.target.straight ? 0 : planes.whole_blocks(lines);
  // A block has to come after the one to its left. Painted blocks may come first, because what is
  // left of them is painted or empty, unless blocks see what was painted above them. If only a part
  // of the tile is present, luma is written separately.
  const bool all_there = ~whole == 0;
  const std::uint64_t together =
      layout.lines == ChromaLines::upper_rows || !all_there ? 0 : painted;
  average<layout>(tile, together, [&](int block, int line, L samples) OVL_INLINE {
    if (line == 0) bytes += luma.blend(block);
    bytes += planes.blend(block, block / block_columns * lines + line, samples);
  });
  const std::uint64_t rest = blocks.seen & ~together;
  average<layout>(tile, all_there ? rest : 0, [&](int block, int line, L samples) OVL_INLINE {
    bytes += planes.blend(block, block / block_columns * lines + line, samples);
  });
  average<layout>(tile, all_there ? 0 : rest, [&](int block, int line, L samples) {
    const int y = block / block_columns * lines + line;
    bytes += (whole >> block & 1U) != 0 ? planes.blend(block, y, samples)
                                        : planes.blend_short(block, y, samples);
  });
  for_each_bit(painted & ~together, 0, [&](int block) { bytes += luma.blend(block); });
  return bytes;
}
template <class Sample, class L, class Luma>
std::size_t resolve_chroma(TileContext<L>& tile, const SolidGroups& solids, const Luma& luma) {
  using enum ChromaLines;
  using enum ChromaSiting;
  const bool half = tile.target.has_half_rows();
  switch (tile.target.siting) {
    case center:
      return half ? resolve_chroma<Sample, ChromaLayout{center, between_rows}>(tile, solids, luma)
                  : resolve_chroma<Sample, ChromaLayout{center, each_row}>(tile, solids, luma);
    case ChromaSiting::left:
      break;
    case top_left:
      if (half)
        return resolve_chroma<Sample, ChromaLayout{top_left, upper_rows}>(tile, solids, luma);
      break;
  }
  return half ? resolve_chroma<Sample, ChromaLayout{left, between_rows}>(tile, solids, luma)
              : resolve_chroma<Sample, ChromaLayout{left, each_row}>(tile, solids, luma);
}

}  // namespace overlace
