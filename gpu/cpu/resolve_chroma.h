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
void extend_edges(TileContext<L>& tile, int row, int column) {
  const int columns = tile.target.size.width - tile.block_x(column);
  const int rows = tile.target.size.height - tile.block_y(row);
  if (columns >= block_width && rows >= block_height) return;
  if (columns <= 0 || rows <= 0) return;
  auto lane_of = [](int x, int y) { return y * 8 + (x & 1) * 4 + x / 2; };
  for (auto& component : tile.surface->block[row][column]) {
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
  return tile.is_touched(row, column) ? tile.surface->block[row][column] : transparent_block;
}

/// Four chroma samples of a line before they meet the picture: components 1 and 2, alpha.
struct ChromaLine {
  Quad value[3];
};

/// Averages one pixel row of a block over the footprints of its chroma samples: both columns for
/// centred siting, else 1/4, 1/2, 1/4 around the even column.
template <class L>
OVL_FN ChromaLine filter_row(const TileContext<L>& tile, int row, int column, int pixel_row) {
  const auto* block = block_values(tile, row, column);
  ChromaLine line;
  if (tile.target.siting == ChromaSiting::center) {
    for (int i = 0; i < 3; ++i) {
      const float* value = block[chroma_values[i]] + pixel_row * 8;
      line.value[i] = centered(load_quad(value), load_quad(value + 4));
    }
    return line;
  }
  const auto* before = column > 0 ? block_values(tile, row, column - 1) : transparent_block;
  const bool carried = ((tile.scratch.carried >> row) & 1) != 0;
  for (int i = 0; i < 3; ++i) {
    const float* value = block[chroma_values[i]] + pixel_row * 8;
    const Quad even = load_quad(value), odd = load_quad(value + 4);
    const float first = column > 0    ? before[chroma_values[i]][pixel_row * 8 + 7]
                        : tile.x == 0 ? even[0]
                        : carried     ? tile.scratch.carry[row][pixel_row][i]
                                      : 0.0F;
    const Quad left = {first, odd[0], odd[1], odd[2]};
    line.value[i] = around(left, even, odd);
  }
  return line;
}

/// The chroma line of a block whose two pixel rows share it.
template <class L>
OVL_FN ChromaLine filter_rows(const TileContext<L>& tile, int row, int column) {
  ChromaLine line = filter_row(tile, row, column, 0);
  const ChromaLine bottom = filter_row(tile, row, column, 1);
  if (tile.target.siting != ChromaSiting::top_left) {
    for (int i = 0; i < 3; ++i) line.value[i] = centered(line.value[i], bottom.value[i]);
    return line;
  }
  const ChromaLine above = tile.block_y(row) == 0 ? line : filter_row(tile, row - 1, column, 1);
  for (int i = 0; i < 3; ++i) {
    line.value[i] = around(above.value[i], line.value[i], bottom.value[i]);
  }
  return line;
}

/// Calls copy(in the picture, in `pairs`, bytes) for `count` chroma samples of a line, which
/// `pairs` holds as Cb and Cr in turn.
template <class Sample, class Copy>
OVL_FN void copy_chroma(const Target& target, int x, int y, int count, Sample (&pairs)[8],
                        const Copy& copy) {
  constexpr std::size_t size = sizeof(Sample);
  std::byte* cb = sample_at(target.component[1], x, y);
  std::byte* cr = sample_at(target.component[2], x, y);
  if (cr == cb + size) {  // in turn in the picture, too
    if (count == 4) return copy(cb, pairs, sizeof pairs);
    return copy(cb, pairs, static_cast<std::size_t>(count) * 2 * size);
  }
  for (int i = 0; i < count; ++i, cb += size, cr += size) {
    copy(cb, pairs + static_cast<std::ptrdiff_t>(2) * i, size);
    copy(cr, pairs + static_cast<std::ptrdiff_t>(2) * i + 1, size);
  }
}

/// Blends two chroma lines of four samples into the picture at column x, rows y and y + 1, all
/// sixteen components at once; only `wanted` lines are written. Returns the bytes written.
template <class L, class Sample>
std::size_t blend_chroma(const Target& target, int x, int y, const ChromaLine (&lines)[2],
                         const bool (&wanted)[2]) {
  const int width = target.component[1].width;
  const int count = width - x < 4 ? width - x : 4;
  if (count <= 0) return 0;
  Sample pairs[2][8] = {};
  for (int i = 0; i < 2; ++i) {
    if (!wanted[i]) continue;
    copy_chroma(
        target, x, y + i, count, pairs[i],
        [](const std::byte* picture, Sample* own, std::size_t n) { std::memcpy(own, picture, n); });
  }
  const auto& [first, second] = lines;
  const L paint = L::from_quads(first.value[0], first.value[1], second.value[0], second.value[1]);
  const L alpha = L::from_quads(first.value[2], first.value[2], second.value[2], second.value[2]);
  const L under = load_rows<L>(pairs[0], pairs[1], target.shift);
  const L value = composite(target, under, alpha, paint);
  store_rows(pairs[0], pairs[1], value, target.shift);
  std::size_t bytes = 0;
  for (int i = 0; i < 2; ++i) {
    if (!wanted[i]) continue;
    copy_chroma(
        target, x, y + i, count, pairs[i],
        [](std::byte* picture, const Sample* own, std::size_t n) { std::memcpy(picture, own, n); });
    bytes += static_cast<std::size_t>(count) * 2 * sizeof(Sample);
  }
  return bytes;
}

/// Whether anything was painted on a block's last column, which the chroma to its right sees.
template <class L>
OVL_FN bool reaches_right(const TileContext<L>& tile, int row, int column) {
  const auto& block = tile.surface->block[row][column];
  float sum = 0;
  for (const int i : chroma_values) sum += abs(block[i][7]) + abs(block[i][15]);
  return sum != 0;
}

/// Blocks of a row that are painted on, or right of one whose last column is.
template <class L>
OVL_FN unsigned painted_or_beside(const TileContext<L>& tile, int row) {
  const unsigned mask = tile.surface->mask[row];
  unsigned seen = mask | ((tile.scratch.carried >> row) & 1U);
  const unsigned beside = (mask << 1U) & ~mask & ((1U << block_columns) - 1U);
  for (unsigned bits = beside; bits != 0; bits &= bits - 1) {
    const int column = __builtin_ctz(bits);
    if (reaches_right(tile, row, column - 1)) seen |= 1U << column;
  }
  return seen;
}

/// Blocks of a row whose chroma samples see a touched pixel.
template <class L>
OVL_FN unsigned chroma_mask(const TileContext<L>& tile, int row) {
  if (tile.target.siting == ChromaSiting::center) return tile.surface->mask[row];
  const unsigned seen = painted_or_beside(tile, row);
  const bool sees_above = tile.target.siting == ChromaSiting::top_left && tile.target.half_rows;
  return sees_above && row > tile.first_row ? seen | painted_or_beside(tile, row - 1) : seen;
}

/// Chroma of a tile: with half the rows, two rows of blocks give two lines; else one row does.
template <class L, class Sample>
std::size_t resolve_chroma(const TileContext<L>& tile) {
  const bool half_rows = tile.target.half_rows;
  const int step = half_rows ? 2 : 1;
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; row += step) {
    const int y = tile.block_y(row) / step;
    const int lines_left = tile.target.component[1].height - y;
    if (lines_left <= 0) break;
    const unsigned first = chroma_mask(tile, row);
    const unsigned second = lines_left == 1 ? 0 : half_rows ? chroma_mask(tile, row + 1) : first;
    for (unsigned bits = first | second; bits != 0; bits &= bits - 1) {
      const int column = __builtin_ctz(bits);
      const bool wanted[2] = {((first >> column) & 1U) != 0, ((second >> column) & 1U) != 0};
      ChromaLine lines[2] = {};
      for (int i = 0; i < 2; ++i) {
        if (!wanted[i]) continue;
        lines[i] =
            half_rows ? filter_rows(tile, row + i, column) : filter_row(tile, row, column, i);
      }
      bytes += blend_chroma<L, Sample>(tile.target, tile.block_x(column) / 2, y, lines, wanted);
    }
  }
  return bytes;
}

/// Keeps the last pixel column for the chroma of the tile to the right.
template <class L>
void save_carry(TileContext<L>& tile) {
  constexpr int column = block_columns - 1;
  tile.scratch.carried = 0;
  for (int row = tile.first_row; row < block_rows; ++row) {
    if (!tile.is_touched(row, column) || !reaches_right(tile, row, column)) continue;
    tile.scratch.carried = static_cast<std::uint16_t>(tile.scratch.carried | (1U << row));
    const auto& block = tile.surface->block[row][column];
    for (int y = 0; y < block_height; ++y) {
      for (int i = 0; i < 3; ++i) {
        tile.scratch.carry[row][y][i] = block[chroma_values[i]][y * 8 + 7];
      }
    }
  }
}

}  // namespace overlace
