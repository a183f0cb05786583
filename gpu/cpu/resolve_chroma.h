// SPDX-License-Identifier: Apache-2.0
// Chroma of a finished tile: paint and alpha averaged over each sample's footprint, then blended.
#pragma once

#include "gpu/cpu/quad.h"
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

/// What blocks that nothing was painted on hold.
alignas(64) inline constexpr float transparent_block[4][block_lanes] = {};

template <class L>
OVL_FN const float (*block_values(const TileContext<L>& tile, int row, int column))[block_lanes] {
  const int block = row * block_columns + column;
  return tile.surface->painted.has(block) ? tile.surface->block[block] : transparent_block;
}

/// Blocks whose chroma is worked out together: they have sixteen samples on a line.
inline constexpr int group_blocks = 4, tile_groups = block_columns / group_blocks;

/// Sixteen chroma samples of a line before they meet the picture: components 1 and 2, alpha.
template <class L>
struct ChromaLine {
  L value[3];
};

/// Component `i` of chroma_values at the pixel before a group, which siting on the left looks at.
template <class L>
OVL_FN float before_group(const TileContext<L>& tile, int row, int group, int pixel_row, int i,
                          float at_edge) {
  if (group > 0) {
    const auto* block = block_values(tile, row, group * group_blocks - 1);
    return block[chroma_values[i]][pixel_row * 8 + 7];
  }
  if (tile.x == 0) return at_edge;
  const bool carried = ((tile.scratch.carried >> row) & 1) != 0;
  return carried ? tile.scratch.carry[row][pixel_row][i] : 0.0F;
}

/// Averages one pixel row of a group over the footprints of its chroma samples: both columns for
/// centred siting, else 1/4, 1/2, 1/4 around the even column.
template <class L>
OVL_FN ChromaLine<L> filter_row(const TileContext<L>& tile, int row, int group, int pixel_row) {
  const float(*block[group_blocks])[block_lanes];
  for (int j = 0; j < group_blocks; ++j)
    block[j] = block_values(tile, row, group * group_blocks + j);
  ChromaLine<L> line;
  for (int i = 0; i < 3; ++i) {
    const auto quads = [&](int offset) {
      const int at = pixel_row * 8 + offset, component = chroma_values[i];
      return L::from_quads(load_quad(block[0][component] + at), load_quad(block[1][component] + at),
                           load_quad(block[2][component] + at),
                           load_quad(block[3][component] + at));
    };
    const L even = quads(0), odd = quads(4);
    if (tile.target.siting == ChromaSiting::center) {
      line.value[i] = centered(even, odd);
    } else {
      const float first =
          before_group(tile, row, group, pixel_row, i, block[0][chroma_values[i]][pixel_row * 8]);
      line.value[i] = around(before(odd, first), even, odd);
    }
  }
  return line;
}

/// The row of blocks above one of a tile's own rows.
OVL_FN int row_before(int row) {
  return row == 0 ? row_above : row - 1;
}

/// The chroma line of a group whose two pixel rows share it.
template <class L>
OVL_FN ChromaLine<L> filter_rows(const TileContext<L>& tile, int row, int group) {
  ChromaLine<L> line = filter_row(tile, row, group, 0);
  const ChromaLine<L> bottom = filter_row(tile, row, group, 1);
  if (tile.target.siting != ChromaSiting::top_left) {
    for (int i = 0; i < 3; ++i) line.value[i] = centered(line.value[i], bottom.value[i]);
    return line;
  }
  const bool at_top = row == 0 && !tile.sees_above();
  const ChromaLine<L> above = at_top ? line : filter_row(tile, row_before(row), group, 1);
  for (int i = 0; i < 3; ++i) {
    line.value[i] = around(above.value[i], line.value[i], bottom.value[i]);
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
template <class L, class Sample>
std::size_t blend_line(const Target& target, int x, int y, const ChromaLine<L>& line,
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
template <class L>
OVL_FN unsigned chroma_mask(const TileContext<L>& tile, int row) {
  if (tile.target.siting == ChromaSiting::center) return tile.surface->painted.row(row);
  const unsigned seen = painted_or_beside(tile, row);
  if (tile.target.siting != ChromaSiting::top_left || !tile.target.half_rows) return seen;
  return row > 0 || tile.sees_above() ? seen | painted_or_beside(tile, row_before(row)) : seen;
}

/// Chroma of a tile: a row of blocks has one line with half the rows, else two.
template <class L, class Sample>
std::size_t resolve_chroma(const TileContext<L>& tile) {
  const bool half_rows = tile.target.half_rows;
  const int lines = half_rows ? 1 : 2;
  std::size_t bytes = 0;
  for (int row = 0; row < block_rows; ++row) {
    const unsigned mask = chroma_mask(tile, row);
    const int y = (tile.y + row * block_height) * lines / 2;
    for (int group = 0; group < tile_groups; ++group) {
      const unsigned wanted = (mask >> (group * group_blocks)) & ((1U << group_blocks) - 1U);
      if (wanted == 0) continue;
      const int x = (tile.x + group * group_blocks * block_width) / 2;
      for (int i = 0; i < lines && y + i < tile.target.component[1].height; ++i) {
        const ChromaLine<L> line =
            half_rows ? filter_rows(tile, row, group) : filter_row(tile, row, group, i);
        bytes += blend_line<L, Sample>(tile.target, x, y + i, line, wanted);
      }
    }
  }
  return bytes;
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
