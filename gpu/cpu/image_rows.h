// SPDX-License-Identifier: Apache-2.0
// Rows of images as floats on the CPU: samples of neighbouring pixels in the lanes of a vector. And
// which tiles of a pass's output there are.
#pragma once

#include <cstring>

#include "gpu/cpu/block_set.h"
#include "gpu/cpu/image_kernels.h"
#include "gpu/kernels/half.h"

namespace overlace {

inline constexpr int vector_samples = 16;
inline constexpr int vector_pixels = vector_samples / 4;
inline constexpr int tile_samples = 4 * layer_tile;  ///< of a row of a tile

/// Rows that are fetched before they are wanted: a block's rows lie too far from each other for a
/// CPU to guess the next one.
inline constexpr int rows_ahead = 4;
/// The same where next to nothing is done with what was read.
inline constexpr int far_rows_ahead = 12;
OVL_FN void fetch_tile_row(const std::uint16_t* pixels) {
  __builtin_prefetch(pixels);
  __builtin_prefetch(pixels + tile_samples / 2);
}

/// The pixel of a flat tile, in all places.
template <class L>
OVL_FN L flat_pixel(const TiledImage& image, int column, int row) {
  const std::uint16_t* first = image.tile_at(column, row);
  return L::four_pixels({first, first, first, first}, 0);
}

/// Lays out a row of tiles `first` to `last` as floats: 0 where nothing is.
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
/// Stores pixels x and on; those beyond the image's edge are left out.
template <class L>
OVL_FN void store_pixels(const TiledImage& image, int x, int y, L samples) {
  const int left = image.size.width - x;
  if (left <= 0) return;
  if (left >= vector_pixels) return store_whole(image.at(x, y), samples);
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, samples);
  std::memcpy(image.at(x, y), halves, static_cast<std::size_t>(left) * 8);
}

/// The pixel that all of some tiles in a row hold, nothing being one of zeros; null where they
/// differ or where a tile is mixed.
OVL_FN const std::uint16_t* one_pixel(const TiledImage& image, IntRange columns, int row) {
  static constexpr std::uint16_t clear[4]{};
  const std::uint16_t* pixel = nullptr;
  for (int column = columns.first; column <= columns.last; ++column) {
    const std::uint8_t mark = image.mark(column, row);
    if (mark != 0 && !is_flat_tile(mark)) return nullptr;
    const std::uint16_t* here = mark != 0 ? image.tile_at(column, row) : clear;
    if (pixel != nullptr && std::memcmp(pixel, here, sizeof clear) != 0) return nullptr;
    pixel = here;
  }
  return pixel;
}

/// Whether any of some tiles of an image is occupied.
OVL_FN bool any_occupied(const TileMarks& image, IntRange columns, IntRange rows) {
  const int first = columns.first < 0 ? 0 : columns.first;
  const int last = columns.last < image.columns() ? columns.last : image.columns() - 1;
  for (int row = rows.first < 0 ? 0 : rows.first; row <= rows.last && row < image.rows(); ++row) {
    const std::uint8_t* occupied = image.row_marks(row);
    for (int column = first; column <= last; ++column)
      if (occupied[column] != 0) return true;
  }
  return false;
}

/// The tiles of a block.
struct BlockTiles {
  IntRange columns, rows;
};
template <class Pass>
OVL_FN BlockTiles tiles_in(const Pass& pass, BlockIndex block) {
  const auto range = [](int index, int count, int all) -> IntRange {
    const int first = index * count;
    return {first, (first + count < all ? first + count : all) - 1};
  };
  const auto& to = pass.output();
  return {range(block.column, Pass::block.columns, to.columns()),
          range(block.row, Pass::block.rows, to.rows())};
}

/// Calls run(tiles) for runs of columns that hold a mixed tile in some of the rows.
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
