// SPDX-License-Identifier: Apache-2.0
// Rows of images as floats on the CPU, with neighbouring samples in the lanes of a vector; and
// loops over the tiles of a pass's output.
#pragma once

#include <cstring>

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/cpu/passes/image_kernels.h"
#include "gpu/cpu/passes/pass_blocks.h"
#include "gpu/kernels/half.h"

namespace overlace {

inline constexpr int vector_samples = 16;
inline constexpr int vector_pixels = vector_samples / 4;
inline constexpr int tile_samples = 4 * layer_tile;  ///< of a row of a tile

/// How many rows ahead to prefetch: a block's rows are too far apart for a CPU to predict them.
inline constexpr int rows_ahead = 4;
OVL_FN void fetch_tile_row(const std::uint16_t* pixels) {
  __builtin_prefetch(pixels);
  __builtin_prefetch(pixels + tile_samples / 2);
}

/// One pixel, repeated in all places of a vector.
template <class L>
OVL_FN L in_all_places(const std::uint16_t* pixel) {
  return L::four_pixels({pixel, pixel, pixel, pixel}, 0);
}
/// The same for the pixel of a flat tile.
template <class L>
OVL_FN L flat_pixel(const TiledImage& image, int column, int row) {
  return in_all_places<L>(image.tile_at(column, row));
}

/// Lays out row `y` of some tiles as floats; 0 in empty tiles and outside the image.
template <class L>
OVL_FN void load_row(const TiledImage& image, int y, IntRange tiles, float* out) {
  const bool in_rows = y >= 0 && y < image.size.height;
  for (int tile = tiles.first; tile <= tiles.last; ++tile, out += tile_samples) {
    const int tile_row = y >> log2_layer_tile;
    const std::uint8_t mark = in_rows ? image.mark(tile, tile_row) : std::uint8_t{0};
    if (is_flat_tile(mark)) {
      const L pixel = flat_pixel<L>(image, tile, tile_row);
      for (int i = 0; i < tile_samples; i += vector_samples) store(out + i, pixel);
      continue;
    }
    const bool occupied = mark != 0;
    const int x = tile * layer_tile;
    if (occupied && x + layer_tile <= image.size.width) {
      const std::uint16_t* from = image.at(x, y);
      for (int i = 0; i < tile_samples; i += vector_samples)
        store(out + i, L::load_any_half(from + i));
      if (y + rows_ahead < image.size.height) fetch_tile_row(image.at(x, y + rows_ahead));
      continue;
    }
    const int count = occupied ? 4 * (image.size.width - x) : 0;
    const std::uint16_t* from = image.at(occupied ? x : 0, occupied ? y : 0);
    for (int i = 0; i < tile_samples; ++i) out[i] = i < count ? half_to_float(from[i]) : 0.0F;
  }
}

/// Stores four pixels.
template <class L>
OVL_FN void store_whole(std::uint16_t* to, L samples) {
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, samples);
  std::memcpy(to, halves, sizeof halves);  // stays in a register: its size is known
}
/// Stores four pixels from (x, y) on, except those beyond the image's edge.
template <class L>
OVL_FN void store_pixels(const TiledImage& image, int x, int y, L samples) {
  const int left = image.size.width - x;
  if (left <= 0) return;
  if (left >= vector_pixels) return store_whole(image.at(x, y), samples);
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, samples);
  std::memcpy(image.at(x, y), halves, static_cast<std::size_t>(left) * 8);
}

/// The tiles that hold an area.
OVL_FN BlockTiles tiles_of(const ImageArea& area) {
  return {tiles_of(area.x.first, area.x.last), tiles_of(area.y.first, area.y.last)};
}

/// Whether any of some tiles of an image is occupied.
OVL_FN bool any_occupied(const TileMarks& image, const BlockTiles& tiles) {
  const auto [columns, rows] = tiles;
  const int first = columns.first < 0 ? 0 : columns.first;
  const int last = columns.last < image.columns() ? columns.last : image.columns() - 1;
  for (int row = rows.first < 0 ? 0 : rows.first; row <= rows.last && row < image.rows(); ++row) {
    const std::uint8_t* marks = image.row_marks(row);
    for (int column = first; column <= last; ++column)
      if (marks[column] != 0) return true;
  }
  return false;
}

/// Calls run(columns) for each run of columns with a mixed tile in any of the rows.
template <class Run>
OVL_FN void for_each_run(const TiledImage& image, const BlockTiles& tiles, const Run& run) {
  const auto has_work = [&](int column) {
    for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
      if (image.is_mixed(column, row)) return true;
    return false;
  };
  for (int first = tiles.columns.first; first <= tiles.columns.last;) {
    int end = first;
    while (end <= tiles.columns.last && has_work(end)) ++end;
    if (end > first) run(IntRange{first, end - 1});
    first = end + 1;
  }
}

}  // namespace overlace
