// SPDX-License-Identifier: Apache-2.0
// Writes a finished tile into its target: D' = D (1 - A) + acc on touched blocks, chroma averaged
// over its footprint first.
#pragma once

#include "gpu/cpu/sample_io.h"

namespace overlace {

/// Four chroma samples, or the pixels of every other column of a row.
using Quad [[gnu::vector_size(16)]] = float;

OVL_FN Quad quad(float v) {
  return Quad{v, v, v, v};
}
OVL_FN Quad fma(Quad a, Quad b, Quad c) {
  Quad r;
  for (int i = 0; i < 4; ++i) r[i] = fma(a[i], b[i], c[i]);
  return r;
}
OVL_FN Quad min(Quad a, Quad b) {
  return a < b ? a : b;
}
OVL_FN Quad max(Quad a, Quad b) {
  return a > b ? a : b;
}

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
        component[lane_of(x, y)] = component[lane_of(x < columns ? x : columns - 1, y < rows ? y : 0)];
      }
    }
  }
}

/// Which of a surface's values chroma needs: component 1, component 2, alpha.
inline constexpr int chroma_values[3] = {1, 2, 3};

/// Values of one pixel row, averaged horizontally over the footprint of each chroma sample.
template <class L>
OVL_FN Quad filter_row(const TileContext<L>& tile, int row, int column, int pixel_row, int which) {
  const bool touched = tile.is_touched(row, column);
  const float* value = tile.surface->block[row][column][chroma_values[which]] + pixel_row * 8;
  Quad even = quad(0), odd = quad(0);
  if (touched) {
    std::memcpy(&even, value, sizeof even);
    std::memcpy(&odd, value + 4, sizeof odd);
  }
  if (tile.target.siting == ChromaSiting::center) return (even + odd) * quad(0.5F);
  float before = 0;
  if (column > 0) {
    if (tile.is_touched(row, column - 1)) {
      before = tile.surface->block[row][column - 1][chroma_values[which]][pixel_row * 8 + 7];
    }
  } else {
    before = tile.x == 0 ? even[0] : tile.scratch.carry[row][pixel_row][which];
  }
  const Quad left = {before, odd[0], odd[1], odd[2]};
  return fma(even, quad(0.5F), (left + odd) * quad(0.25F));
}

/// Values of the chroma samples of a block; with half the rows one line of four, else one per row.
template <class L>
OVL_FN Quad filter_chroma(const TileContext<L>& tile, int row, int column, int line, int which) {
  if (!tile.target.half_rows) return filter_row(tile, row, column, line, which);
  const Quad top = filter_row(tile, row, column, 0, which);
  const Quad bottom = filter_row(tile, row, column, 1, which);
  if (tile.target.siting != ChromaSiting::top_left) return (top + bottom) * quad(0.5F);
  const Quad above = tile.block_y(row) == 0 ? top : filter_row(tile, row - 1, column, 1, which);
  return fma(top, quad(0.5F), (above + bottom) * quad(0.25F));
}

/// Blends four samples of a chroma line; returns the bytes written.
OVL_FN std::size_t blend_chroma(const Target& target, const TargetPlane& plane, int x, int y,
                                Quad paint, Quad alpha) {
  Quad under = quad(0);
  const int count = plane.width - x < 4 ? plane.width - x : 4;
  for (int i = 0; i < count; ++i) under[i] = load_sample(target, sample_at(plane, x + i, y));
  const Quad value = fma(under, quad(1.0F) - alpha, paint);
  const Quad limited = min(max(value, quad(0.0F)), quad(target.max));
  const Quad magic = quad(12582912.0F);
  const Quad rounded = (limited + magic) - magic;
  std::size_t bytes = 0;
  for (int i = 0; i < count; ++i) {
    bytes += store_sample(target, sample_at(plane, x + i, y), rounded[i]);
  }
  return bytes;
}

OVL_FN bool is_zero(Quad a) {
  return a[0] == 0 && a[1] == 0 && a[2] == 0 && a[3] == 0;
}

/// Blocks of a row whose chroma samples see a touched pixel.
template <class L>
unsigned chroma_mask(const TileContext<L>& tile, int row) {
  unsigned mask = tile.surface->mask[row];
  if (tile.target.siting == ChromaSiting::center) return mask;
  if (tile.target.siting == ChromaSiting::top_left && row > tile.first_row) {
    mask |= tile.surface->mask[row - 1];
  }
  mask |= mask << 1U;
  if (tile.scratch.has_carry) mask |= 1U;
  return mask & ((1U << block_columns) - 1U);
}

template <class L>
std::size_t resolve_chroma(TileContext<L>& tile) {
  const Target& target = tile.target;
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; ++row) {
    for (unsigned bits = chroma_mask(tile, row); bits != 0; bits &= bits - 1) {
      const int column = __builtin_ctz(bits);
      const int x = tile.block_x(column) / 2;
      const int lines = target.half_rows ? 1 : 2;
      for (int line = 0; line < lines; ++line) {
        const int y = target.half_rows ? tile.block_y(row) / 2 : tile.block_y(row) + line;
        if (x >= target.component[1].width || y >= target.component[1].height) continue;
        const Quad alpha = filter_chroma(tile, row, column, line, 2);
        for (int i = 0; i < 2; ++i) {
          const Quad paint = filter_chroma(tile, row, column, line, i);
          if (is_zero(alpha) && is_zero(paint)) continue;
          bytes += blend_chroma(target, target.component[i + 1], x, y, paint, alpha);
        }
      }
    }
  }
  return bytes;
}

/// Keeps the last pixel column for the chroma of the tile to the right.
template <class L>
void save_carry(TileContext<L>& tile) {
  tile.scratch.has_carry = false;
  for (int row = tile.first_row; row < block_rows; ++row) {
    const bool touched = tile.is_touched(row, block_columns - 1);
    tile.scratch.has_carry = tile.scratch.has_carry || touched;
    const auto& block = tile.surface->block[row][block_columns - 1];
    for (int y = 0; y < block_height; ++y) {
      for (int i = 0; i < 3; ++i) {
        tile.scratch.carry[row][y][i] = touched ? block[chroma_values[i]][y * 8 + 7] : 0.0F;
      }
    }
  }
}

/// Blends one touched block into the components that have a sample for every pixel.
template <class L>
std::size_t resolve_block(const TileContext<L>& tile, int row, int column) {
  const Target& target = tile.target;
  const int x = tile.block_x(column), y = tile.block_y(row);
  const Pixel<L> paint = tile.read(row, column);
  const L rest = L(1.0F) - paint.a;
  const L change = paint.a + abs(paint.c[0]) + abs(paint.c[1]) + abs(paint.c[2]);
  const int components = target.subsampled || target.component[1].data == nullptr ? 1 : 3;
  std::size_t bytes = 0;
  for (int i = 0; i < components; ++i) {
    const L under = load_block<L>(target, target.component[i], x, y);
    const L value = quantize(target, fma(under, rest, paint.c[i]));
    bytes += store_block(target, target.component[i], x, y, value, change);
  }
  if (target.alpha.data != nullptr) {
    const L under = load_block<L>(target, target.alpha, x, y);
    const float whole = is_float(target.sample) ? 1.0F : target.max;
    const L value = quantize(target, fma(under, rest, paint.a * L(whole)));
    bytes += store_block(target, target.alpha, x, y, value, change);
  }
  return bytes;
}

template <class L>
std::size_t resolve_picture(TileContext<L>& tile) {
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; ++row) {
    for (unsigned bits = tile.surface->mask[row]; bits != 0; bits &= bits - 1) {
      bytes += resolve_block(tile, row, __builtin_ctz(bits));
    }
  }
  if (!tile.target.subsampled) return bytes;
  for (int row = tile.first_row; row < block_rows; ++row) {
    for (unsigned bits = tile.surface->mask[row]; bits != 0; bits &= bits - 1) {
      extend_edges(tile, row, __builtin_ctz(bits));
    }
  }
  bytes += resolve_chroma(tile);
  if (tile.target.siting != ChromaSiting::center) save_carry(tile);
  return bytes;
}

/// Makes a layer's tile anew: every pixel of it is written, transparent where nothing was painted.
template <class L>
std::size_t resolve_layer(TileContext<L>& tile) {
  const Target& target = tile.target;
  const int tiles_x = (target.size.width + tile_width - 1) / tile_width;
  bool touched = false;
  for (int row = 1; row < block_rows; ++row) touched = touched || tile.surface->mask[row] != 0;
  if (!touched) return 0;
  target.occupied[tile.y / tile_height * tiles_x + tile.x / tile_width] = 1;
  std::size_t bytes = 0;
  for (int row = 1; row < block_rows; ++row) {
    for (int column = 0; column < block_columns; ++column) {
      const Pixel<L> paint = tile.read(row, column);
      alignas(64) std::uint16_t sample[4][block_lanes];
      for (int i = 0; i < 3; ++i) store_half(sample[i], paint.c[i]);
      store_half(sample[3], paint.a);
      for (int lane = 0; lane < block_lanes; ++lane) {
        const int x = tile.block_x(column) + column_of(lane), y = tile.block_y(row) + row_of(lane);
        if (x >= target.size.width || y >= target.size.height) continue;
        std::byte* p = sample_at(target.component[0], x, y);
        const std::uint16_t rgba[4] = {sample[0][lane], sample[1][lane], sample[2][lane],
                                       sample[3][lane]};
        std::memcpy(p, rgba, sizeof rgba);
        bytes += sizeof rgba;
      }
    }
  }
  return bytes;
}

}  // namespace overlace
