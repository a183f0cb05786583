// SPDX-License-Identifier: Apache-2.0
// Passes of effects on the CPU: a few rows of tiles at once, samples of neighbouring pixels in the
// lanes of a vector. What a pass reads is first laid out as floats, tile by tile.
#pragma once

#include <cstring>

#include "gpu/cpu/block_set.h"
#include "gpu/cpu/image_kernels.h"
#include "gpu/kernels/half.h"

namespace overlace {

inline constexpr int tile_samples = 4 * layer_tile;  ///< of a row of a tile
inline constexpr int vector_samples = 16;

/// Lays out a row of tiles `first` to `last` as floats: 0 where nothing is.
template <class L>
OVL_FN void load_row(const TiledImage& image, int y, IntRange tiles, float* out) {
  const bool in_rows = y >= 0 && y < image.size.height;
  for (int tile = tiles.first; tile <= tiles.last; ++tile, out += tile_samples) {
    const bool occupied = in_rows && image.is_occupied(tile, y >> log2_layer_tile);
    const int x = tile * layer_tile;
    if (occupied && x + layer_tile <= image.size.width) {
      const std::uint16_t* from = image.at(x, y);
      for (int i = 0; i < tile_samples; i += vector_samples)
        store(out + i, L::load_any_half(from + i));
      continue;
    }
    const int count = occupied ? 4 * (image.size.width - x) : 0;
    const std::uint16_t* from = image.at(occupied ? x : 0, occupied ? y : 0);
    for (int i = 0; i < tile_samples; ++i) out[i] = i < count ? half_to_float(from[i]) : 0.0F;
  }
}

/// Stores a row of a tile; what is beyond the image's edge is left out.
template <class L>
OVL_FN void store_row(const TiledImage& image, int y, int tile, const float* samples) {
  const int x = tile * layer_tile;
  const int count = 4 * (image.size.width - x);
  std::uint16_t* to = image.at(x, y);
  for (int i = 0; i < tile_samples && i < count; i += vector_samples) {
    alignas(64) std::uint16_t halves[vector_samples];
    store_half(halves, L::load_any(samples + i));
    if (i + vector_samples <= count)
      std::memcpy(to + i, halves, sizeof halves);  // stays in a register: its size is known
    else
      std::memcpy(to + i, halves, static_cast<std::size_t>(count - i) * 2);
  }
}

/// Filters a row of a tile: at(i, k) are its samples i and on, k pixels away. The whole row goes
/// through the taps at once, which are fetched once.
template <class L, class At>
OVL_FN void convolve_row(const BlurRecord& blur, const At& at, float* out) {
  constexpr int vectors = tile_samples / vector_samples;
  L sum[vectors];
  const L middle(blur.weight[0]);
  for (int v = 0; v < vectors; ++v) sum[v] = at(v * vector_samples, 0) * middle;
  for (int k = 1; k <= blur.radius; ++k) {
    const L weight(blur.weight[k]);
    for (int v = 0; v < vectors; ++v)
      sum[v] = with_tap(sum[v], weight, at(v * vector_samples, -k), at(v * vector_samples, k));
  }
  for (int v = 0; v < vectors; ++v) store(out + v * vector_samples, sum[v]);
}

/// Whether any of some tiles of an image is occupied.
OVL_FN bool any_occupied(const TiledImage& image, IntRange columns, IntRange rows) {
  const int first = columns.first < 0 ? 0 : columns.first;
  const int last = columns.last < image.columns() ? columns.last : image.columns() - 1;
  for (int row = rows.first < 0 ? 0 : rows.first; row <= rows.last && row < image.rows(); ++row) {
    const std::uint8_t* occupied = image.occupied + row * image.columns();
    for (int column = first; column <= last; ++column)
      if (occupied[column] != 0) return true;
  }
  return false;
}

/// Marks the tiles of a row of the pass's output. Returns whether there are any.
template <class Pass>
OVL_FN bool mark_row(const Pass& pass, int row) {
  const TiledImage& to = pass.output();
  const IntRange y = pass.source_y(row);
  const IntRange rows = tiles_of(y.first, y.last);
  bool any = false;
  for (int column = 0; column < to.columns(); ++column) {
    const IntRange x = pass.source_x(column);
    const bool occupied = any_occupied(pass.source(), tiles_of(x.first, x.last), rows);
    to.occupied[row * to.columns() + column] = occupied ? 1 : 0;
    any = any || occupied;
  }
  return any;
}

/// Calls run(first, last) for runs of occupied tiles of a row, `most` of them at once.
template <class Run>
OVL_FN void for_each_run(const TiledImage& image, int row, int most, const Run& run) {
  const int columns = image.columns();
  for (int first = 0; first < columns;) {
    if (!image.is_occupied(first, row)) {
      ++first;
      continue;
    }
    int last = first;
    while (last + 1 < columns && last + 1 < first + most && image.is_occupied(last + 1, row))
      ++last;
    run(first, last);
    first = last + 1;
  }
}

inline constexpr int tiles_at_once = 8;

/// Filters along rows.
template <class L>
OVL_FN void convolve_along_x(const ConvolvePass& pass, int row, ImageScratch& scratch) {
  const TiledImage &from = pass.source(), &to = pass.output();
  const BlurRecord& blur = *pass.blur;
  float* staged = scratch.samples;
  alignas(64) float out[tile_samples];
  for_each_run(to, row, tiles_at_once, [&](int first, int last) OVL_INLINE {
    const IntRange x{pass.source_x(first).first, pass.source_x(last).last};
    const IntRange tiles = tiles_of(x.first, x.last);
    for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y) {
      load_row<L>(from, y, tiles, staged);
      const float* at = staged + (first - tiles.first) * tile_samples;
      for (int tile = first; tile <= last; ++tile, at += tile_samples) {
        convolve_row<L>(
            blur, [&](int i, int k) OVL_INLINE { return L::load_any(at + i + 4 * k); }, out);
        store_row<L>(to, y, tile, out);
      }
    }
  });
}

/// Filters down columns: `band_rows` rows of tiles, in strips of two tiles.
template <class L>
OVL_FN void convolve_along_y(const ConvolvePass& pass, int band, ImageScratch& scratch) {
  constexpr int strip = 2, width = strip * tile_samples;
  const TiledImage &from = pass.source(), &to = pass.output();
  const BlurRecord& blur = *pass.blur;
  const int first_row = band * ConvolvePass::band_rows;
  const int left = to.rows() - first_row;
  const int rows = left < ConvolvePass::band_rows ? left : ConvolvePass::band_rows;
  alignas(64) float out[tile_samples];
  for (int column = 0; column < to.columns(); column += strip) {
    const IntRange columns{column, column + strip - 1};
    if (!any_occupied(to, columns, {first_row, first_row + rows - 1})) continue;
    const int top = pass.source_y(first_row).first;
    const int bottom = pass.source_y(first_row + rows - 1).last;
    for (int y = top; y <= bottom; ++y)
      load_row<L>(from, y, columns, scratch.samples + (y - top) * width);
    for (int tile = 0; tile < rows * strip; ++tile) {
      const int row = first_row + tile / strip, across = tile % strip;
      if (!to.is_occupied(column + across, row)) continue;
      for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y) {
        const float* at = scratch.samples + (y - top) * width + across * tile_samples;
        convolve_row<L>(
            blur, [&](int i, int k) OVL_INLINE { return L::load(at + i + k * width); }, out);
        store_row<L>(to, y, column + across, out);
      }
    }
  }
}

template <class L>
OVL_FN void run_band(const ConvolvePass& pass, int band, ImageScratch& scratch) {
  const int begin = band * ConvolvePass::band_rows, all = pass.output().rows();
  const int end = begin + ConvolvePass::band_rows < all ? begin + ConvolvePass::band_rows : all;
  bool any = false;
  for (int row = begin; row < end; ++row) any |= mark_row(pass, row);
  if (!any) return;
  if (pass.along_y) return convolve_along_y<L>(pass, band, scratch);
  for (int row = begin; row < end; ++row) convolve_along_x<L>(pass, row, scratch);
}

/// Floats of a row in a scratch: room for `i` rows before it.
OVL_FN float* scratch_row(ImageScratch& scratch, int i) {
  return scratch.samples + i * ImageScratch::row_samples;
}

/// Halves down columns, and scales for both axes: by a power of two, so it may be done at any time.
template <class L>
OVL_FN void halve_rows(const float* const (&rows)[4], int count, float* out) {
  for (int i = 0; i < count; i += vector_samples)
    store(out + i, halved_by_eight(L::load(rows[0] + i), L::load(rows[1] + i), L::load(rows[2] + i),
                                   L::load(rows[3] + i)) *
                       L(halved_scale));
}
/// Puts the pixels of a row that have even places into one row, and the others into another.
template <class L>
OVL_FN void part(const float* row, int pairs, float* even, float* odd) {
  for (int i = 0; i < pairs; ++i) {
    std::memcpy(even + 4 * i, row + 8 * i, 16);
    std::memcpy(odd + 4 * i, row + 8 * i + 4, 16);
  }
}
/// Halves a row: out pixel i is made of the pixels 2 i to 2 i + 3 of `row`.
template <class L>
OVL_FN void halve_across(const float* row, int pixels, float* even, float* odd, float* out) {
  part<L>(row, pixels + 1, even, odd);
  for (int i = 0; i < 4 * pixels; i += vector_samples)
    store(out + i, halved_by_eight(L::load(even + i), L::load(odd + i), L::load_any(even + i + 4),
                                   L::load_any(odd + i + 4)));
}

template <class L>
OVL_FN void run_band(const HalvePass& pass, int row, ImageScratch& scratch) {
  if (!mark_row(pass, row)) return;
  const TiledImage& to = pass.to;
  float *even = scratch_row(scratch, 4), *odd = scratch_row(scratch, 5);
  float *down = scratch_row(scratch, 6), *out = scratch_row(scratch, 7);
  for_each_run(to, row, tiles_at_once, [&](int first, int last) OVL_INLINE {
    const IntRange x{pass.source_x(first).first, pass.source_x(last).last};
    const IntRange tiles = tiles_of(x.first, x.last);
    const int begin = 4 * (x.first - tiles.first * layer_tile);
    const int staged = (tiles.last - tiles.first + 1) * tile_samples;
    const int pixels = (last - first + 1) * layer_tile;
    for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y) {
      const float* rows[4];
      for (int i = 0; i < 4; ++i) {
        float* at = scratch_row(scratch, i);
        load_row<L>(pass.from, 2 * y + pass.shift_y - 1 + i, tiles, at);
        if (pass.x_first) halve_across<L>(at + begin, pixels, even, odd, at);
        rows[i] = at;
      }
      halve_rows<L>(rows, pass.x_first ? 4 * pixels : staged, down);
      if (!pass.x_first) halve_across<L>(down + begin, pixels, even, odd, out);
      const float* result = pass.x_first ? down : out;
      for (int tile = first; tile <= last; ++tile)
        store_row<L>(to, y, tile, result + (tile - first) * tile_samples);
    }
  });
}

/// Doubles a row: pixels 2 i and 2 i + 1 of `out` are made of pixel i + 1 of `row` and its
/// neighbours.
template <class L>
OVL_FN void double_across(const float* row, int pixels, float* even, float* odd, float* out) {
  for (int i = 0; i < 4 * pixels; i += vector_samples) {
    const L on = L::load_any(row + i + 4);
    store(even + i, doubled_by_four(on, L::load_any(row + i)));
    store(odd + i, doubled_by_four(on, L::load_any(row + i + 8)));
  }
  for (int i = 0; i < pixels; ++i) {
    std::memcpy(out + 8 * i, even + 4 * i, 16);
    std::memcpy(out + 8 * i + 4, odd + 4 * i, 16);
  }
}

template <class L>
OVL_FN void run_band(const DoublePass& pass, int row, ImageScratch& scratch) {
  if (!mark_row(pass, row)) return;
  const TiledImage& to = pass.to;
  float *even = scratch_row(scratch, 2), *odd = scratch_row(scratch, 3);
  float *between = scratch_row(scratch, 4), *out = scratch_row(scratch, 5);
  for_each_run(to, row, tiles_at_once, [&](int first, int last) OVL_INLINE {
    const IntRange x{pass.source_x(first).first, pass.source_x(last).last};
    const IntRange tiles = tiles_of(x.first, x.last);
    const int begin = 4 * (x.first - tiles.first * layer_tile);
    const int pixels = x.last - x.first - 1;  // of the source, without its neighbours
    // The first pixel that comes out may be one left of the tile.
    const int skip = 4 * (first * layer_tile - (2 * (x.first + 1) + pass.shift_x));
    const int staged = (tiles.last - tiles.first + 1) * tile_samples;
    for (int y = row * layer_tile; y < (row + 1) * layer_tile && y < to.size.height; ++y) {
      const int near_y = half_of(y - pass.shift_y);
      const int far_y = near_y - 1 + 2 * ((y - pass.shift_y) & 1);
      float *near = scratch_row(scratch, 0), *far = scratch_row(scratch, 1);
      load_row<L>(pass.from, near_y, tiles, near);
      load_row<L>(pass.from, far_y, tiles, far);
      int count = staged;
      if (pass.x_first) {
        double_across<L>(near + begin, pixels, even, odd, near + ImageScratch::double_row);
        double_across<L>(far + begin, pixels, even, odd, far + ImageScratch::double_row);
        near += ImageScratch::double_row;
        far += ImageScratch::double_row;
        count = 8 * pixels;
      }
      for (int i = 0; i < count; i += vector_samples)
        store(between + i, doubled_by_four(L::load(near + i), L::load(far + i)) * L(doubled_scale));
      if (!pass.x_first) double_across<L>(between + begin, pixels, even, odd, out);
      const float* at = (pass.x_first ? between : out) + skip;
      for (int tile = first; tile <= last; ++tile, at += tile_samples) {
        store_row<L>(to, y, tile, at);
      }
    }
  });
}

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_band_with(const Pass& pass, int band, ImageScratch& scratch) {
  run_band<L>(pass, band, scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_image_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_band_with<L, Passes>), ...);
}

}  // namespace overlace
