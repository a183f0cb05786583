// SPDX-License-Identifier: Apache-2.0
// Chroma of a finished tile: paint and alpha averaged over each sample's footprint, then blended.
#pragma once

#include "gpu/cpu/sample_io.h"
#include "gpu/kernels/chroma.h"

namespace overlace {

/// Fills the pixels of a block that lie beyond the picture's right or bottom edge from the edge, so
/// that chroma there averages only what can be seen.
template <class L>
void extend_edges(TileContext<L>& tile, int block) {
  const int columns = tile.target.size.width - tile.block_x(block);
  const int rows = tile.target.size.height - tile.block_y(block);
  if (columns >= block_width && rows >= block_height) return;
  if (columns <= 0 || rows <= 0) return;
  auto lane_of = [](int x, int y) { return y * 8 + (x & 1) * 4 + x / 2; };
  for (auto& component : tile.surface->block[block]) {
    for (int y = 0; y < block_height; ++y) {
      for (int x = 0; x < block_width; ++x) {
        component[lane_of(x, y)] =
            component[lane_of(x < columns ? x : columns - 1, y < rows ? y : 0)];
      }
    }
  }
}

/// Which of a surface's values chroma needs: component 1, component 2, alpha.
inline constexpr int chroma_values[3] = {1, 2, 3};

/// Blocks whose chroma is worked out together: they have sixteen samples on a line.
inline constexpr int group_blocks = 4, tile_groups = block_columns / group_blocks;

/// Sixteen chroma samples of a line before they meet the picture: components 1 and 2, alpha.
template <class L>
struct ChromaLine {
  L value[3];
};

/// Both pixel rows of a group of blocks, averaged along the rows.
template <class L>
struct ChromaRows {
  ChromaLine<L> top, bottom;
};

/// What is just left of a group in a pixel row, in its value `i`; `at_edge` at the picture's edge.
template <class L>
OVL_FN float left_of_group(const TileContext<L>& tile, int row, int group, int pixel_row, int i,
                           float at_edge) {
  const TileScratch& scratch = tile.scratch;
  if (group > 0) {
    const int block = row * block_columns + group * group_blocks - 1;
    return tile.surface->painted.has(block)
               ? tile.surface->block[block][chroma_values[i]][pixel_row * 8 + 7]
               : 0.0F;
  }
  if (tile.x == 0) return at_edge;
  return ((scratch.carried >> row) & 1) != 0 ? scratch.carry[row][pixel_row][i] : 0.0F;
}

/// Averages the pixel rows of a group over the footprints of its chroma samples: both columns for
/// centred siting, else 1/4, 1/2, 1/4 around the even column.
template <ChromaSiting siting, class L>
OVL_FN ChromaRows<L> filter_rows(const TileContext<L>& tile, int row, int group) {
  const int first = row * block_columns + group * group_blocks;
  const unsigned painted = tile.surface->painted.row(row) >> (group * group_blocks);
  ChromaRows<L> rows;
  for (int i = 0; i < 3; ++i) {
    L block[group_blocks], quarter[4];  // even and odd pixels of the top row, then of the bottom
    for (int j = 0; j < group_blocks; ++j) {
      block[j] =
          L::load_if(((painted >> j) & 1U) != 0, tile.surface->block[first + j][chroma_values[i]]);
    }
    gather_quarters(block, quarter);
    if constexpr (siting == ChromaSiting::center) {
      rows.top.value[i] = centered(quarter[0], quarter[1]);
      rows.bottom.value[i] = centered(quarter[2], quarter[3]);
    } else {
      const float top = left_of_group(tile, row, group, 0, i, first_lane(quarter[0]));
      const float bottom = left_of_group(tile, row, group, 1, i, first_lane(quarter[2]));
      rows.top.value[i] = around(before(quarter[1], top), quarter[0], quarter[1]);
      rows.bottom.value[i] = around(before(quarter[3], bottom), quarter[2], quarter[3]);
    }
  }
  return rows;
}

/// The row of blocks above one of a tile's own rows.
OVL_FN int row_before(int row) {
  return row == 0 ? row_above : row - 1;
}

/// The one chroma line of two pixel rows that share it.
template <ChromaSiting siting, class L>
OVL_FN ChromaLine<L> join_rows(const TileContext<L>& tile, int row, int group,
                               const ChromaRows<L>& rows) {
  ChromaLine<L> line;
  if constexpr (siting == ChromaSiting::top_left) {
    const bool at_top = row == 0 && !tile.sees_above();
    const ChromaLine<L> above =
        at_top ? rows.top : filter_rows<siting>(tile, row_before(row), group).bottom;
    for (int i = 0; i < 3; ++i)
      line.value[i] = around(above.value[i], rows.top.value[i], rows.bottom.value[i]);
  } else {
    for (int i = 0; i < 3; ++i) line.value[i] = centered(rows.top.value[i], rows.bottom.value[i]);
  }
  return line;
}

/// Blends a line of a group into the picture sample by sample, where it ends within the group.
template <class L>
[[gnu::noinline]] std::size_t blend_short_line(const Target& target, int x, int y,
                                               const ChromaLine<L>& line, unsigned wanted) {
  alignas(64) float value[3][block_lanes];
  for (int i = 0; i < 3; ++i) store(value[i], line.value[i]);
  std::size_t bytes = 0;
  for (int lane = 0; lane < block_lanes && x + lane < target.component[1].width; ++lane) {
    if (((wanted >> (lane / 4)) & 1U) == 0) continue;
    for (int i = 1; i < 3; ++i) {
      std::byte* sample = sample_at(target.component[i], x + lane, y);
      bytes += store_sample(
          target, sample,
          composite(target, load_sample(target, sample), value[2][lane], value[i - 1][lane]));
    }
  }
  return bytes;
}

/// Blends a line of a group into the picture at column x, row y of its chroma; only `wanted` blocks
/// are written. Returns the bytes written.
template <class Sample, class L>
OVL_FN std::size_t blend_line(const Target& target, int x, int y, const ChromaLine<L>& line,
                              unsigned wanted) {
  if (x + block_lanes > target.component[1].width)
    return blend_short_line(target, x, y, line, wanted);
  const auto blend = [&](L under, L paint) {
    return quantize_integer(target, fma(under, L(1.0F) - line.value[2], paint));
  };
  auto* cb = reinterpret_cast<Sample*>(sample_at(target.component[1], x, y));
  auto* cr = reinterpret_cast<Sample*>(sample_at(target.component[2], x, y));
  if (cr == cb + 1) {  // in turn
    L first, second;
    load_pairs(cb, target.shift, first, second);
    first = blend(first, line.value[0]);
    second = blend(second, line.value[1]);
    store_pairs(cb, first, second, target.shift, wanted);
  } else {
    const L first = blend(L::load_line(cb, target.shift), line.value[0]);
    const L second = blend(L::load_line(cr, target.shift), line.value[1]);
    store_line(cb, first, target.shift, wanted);
    store_line(cr, second, target.shift, wanted);
  }
  return static_cast<std::size_t>(__builtin_popcount(wanted)) * 4 * 2 * sizeof(Sample);
}

/// Whether anything was painted on a block's last column, which the chroma to its right sees.
OVL_FN bool reaches_right(const float (&block)[4][block_lanes]) {
  float sum = 0;
  for (const int i : chroma_values) sum += abs(block[i][7]) + abs(block[i][15]);
  return sum != 0;
}

/// Blocks of a row that are painted on, or right of one whose last column is.
template <class L>
OVL_FN unsigned painted_or_beside(const TileContext<L>& tile, int row) {
  const unsigned mask = tile.surface->painted.row(row);
  const unsigned before_gap = mask & ~(mask >> 1U) & 0x7FU;
  unsigned seen = mask | ((tile.scratch.carried >> row) & 1U);
  for_each_bit(before_gap, 0, [&](int column) {
    const auto& block = tile.surface->block[row * block_columns + column];
    seen |= unsigned{reaches_right(block)} << (column + 1);
  });
  return seen;
}

/// Blocks of a row whose chroma samples see a touched pixel.
template <ChromaSiting siting, class L>
OVL_FN unsigned chroma_mask(const TileContext<L>& tile, int row) {
  if constexpr (siting == ChromaSiting::center) return tile.surface->painted.row(row);
  const unsigned seen = painted_or_beside(tile, row);
  if (siting != ChromaSiting::top_left || !tile.target.half_rows) return seen;
  return row > 0 || tile.sees_above() ? seen | painted_or_beside(tile, row_before(row)) : seen;
}

/// Chroma of a group of blocks, whose `wanted` ones are written: one line with half the rows, else
/// two.
template <class Sample, ChromaSiting siting, class L>
OVL_FN std::size_t resolve_group(const TileContext<L>& tile, int row, int group, unsigned wanted) {
  const Target& target = tile.target;
  const int x = (tile.x + group * group_blocks * block_width) / 2;
  const int y = tile.y + row * block_height, height = target.component[1].height;
  const ChromaRows<L> rows = filter_rows<siting>(tile, row, group);
  if (target.half_rows) {
    if (y / 2 >= height) return 0;
    return blend_line<Sample>(target, x, y / 2, join_rows<siting>(tile, row, group, rows), wanted);
  }
  std::size_t bytes = y < height ? blend_line<Sample>(target, x, y, rows.top, wanted) : 0;
  if (y + 1 < height) bytes += blend_line<Sample>(target, x, y + 1, rows.bottom, wanted);
  return bytes;
}

template <class Sample, ChromaSiting siting, class L>
std::size_t resolve_groups(const TileContext<L>& tile) {
  std::size_t bytes = 0;
  for (int row = 0; row < block_rows; ++row) {
    const unsigned mask = chroma_mask<siting>(tile, row);
    for (int group = 0; group < tile_groups; ++group) {
      const unsigned wanted = (mask >> (group * group_blocks)) & ((1U << group_blocks) - 1U);
      if (wanted != 0) bytes += resolve_group<Sample, siting>(tile, row, group, wanted);
    }
  }
  return bytes;
}

/// Chroma of a tile. Returns the bytes written.
template <class Sample, class L>
std::size_t resolve_chroma(const TileContext<L>& tile) {
  switch (tile.target.siting) {
    case ChromaSiting::center:
      return resolve_groups<Sample, ChromaSiting::center>(tile);
    case ChromaSiting::left:
      return resolve_groups<Sample, ChromaSiting::left>(tile);
    case ChromaSiting::top_left:
      return resolve_groups<Sample, ChromaSiting::top_left>(tile);
  }
  return 0;
}

/// Keeps the last pixel column for the chroma of the tile to the right.
template <class L>
void save_carry(TileContext<L>& tile) {
  tile.scratch.carried = 0;
  for (int row = 0; row <= row_above; ++row) {
    const int last = row * block_columns + block_columns - 1;
    const auto& block = tile.surface->block[last];
    if (!tile.surface->painted.has(last) || !reaches_right(block)) continue;
    tile.scratch.carried = static_cast<std::uint16_t>(tile.scratch.carried | (1U << row));
    for (int y = 0; y < block_height; ++y) {
      for (int i = 0; i < 3; ++i) {
        tile.scratch.carry[row][y][i] = block[chroma_values[i]][y * 8 + 7];
      }
    }
  }
}

}  // namespace overlace
