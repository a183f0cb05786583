// SPDX-License-Identifier: Apache-2.0
// Filters a block along both axes on the CPU: the result of the first filter stays in the worker's
// cache. Four rows of four pixels form a quad: whichever way the filter runs, a quad's neighbours
// are whole vectors, and each is loaded once for four sums.
#pragma once

#include <cstddef>

#include "gpu/cpu/layers/convolve_neighbors.h"
#include "gpu/cpu/layers/image_rows.h"
#include "gpu/cpu/layers/same_pixels.h"

namespace overlace {

/// Pixels along each side of a quad.
inline constexpr int quad_side = 4;
/// Floats from one pixel to the next where four rows are interleaved.
inline constexpr std::ptrdiff_t column_step = 4 * std::ptrdiff_t{quad_side};

/// Filters four neighbours, the first at `at`, with `step` floats from each to the next.
template <class L>
OVL_FN void convolve_quad(const BlurRecord& blur, const float* at, std::ptrdiff_t step,
                          L (&sum)[quad_side]) {
  convolve_neighbors(
      blur, [=](int i) OVL_INLINE { return L::load(at + i * step); }, sum);
}

/// The filter's result for a pixel whose neighbours along the axis all equal it.
template <class L>
OVL_FN L convolve_alike(const BlurRecord& blur, const L& pixel) {
  L sum = pixel * L(blur.weight[0]);
  for (int k = 1; k <= blur.radius; ++k) sum = with_tap(sum, L(blur.weight[k]), pixel, pixel);
  return sum;
}

/// The result of both filters for a pixel that equals everything around it.
template <class L>
OVL_FN L flat_result(const ConvolvePass& pass, const L& pixel) {
  return convolve_alike(*pass.blur, as_half(convolve_alike(*pass.blur, pixel)));
}

/// Filters one block, in a worker's memory.
template <class L>
class ConvolveBlock {
 public:
  ConvolveBlock(const ConvolvePass& pass, const BlockTiles& tiles, ImageScratch& scratch)
      : from_(pass.source()),
        to_(pass.output()),
        blur_(*pass.blur),
        tiles_(tiles),
        reach_((blur_.radius + quad_side - 1) / quad_side * quad_side),
        top_(tiles.rows.first * layer_tile - reach_),
        bottom_((tiles.rows.last + 1) * layer_tile + reach_),
        columns_(scratch.samples),
        rows_(scratch.samples + columns_floats) {}

  void run(bool y_first) {
    if (y_first)
      filter_y_first();
    else
      filter_x_first();
  }

 private:
  static constexpr int reach_at_most = (most_blur_radius + quad_side - 1) / quad_side * quad_side;
  static constexpr int side(int tiles, int more) { return tiles * layer_tile + 2 * more; }
  static constexpr std::ptrdiff_t columns_floats =
      side(ConvolvePass::block.columns, 2 * layer_tile) * column_step;
  /// Floats from row to row of the block with the tiles on both sides; not a power of two, which
  /// would make rows compete for the same cache lines.
  static constexpr std::ptrdiff_t row_step =
      4 * side(ConvolvePass::block.columns, 2 * layer_tile) + 16;
  static_assert(reach_at_most <= 2 * layer_tile);
  static_assert(columns_floats + row_step * side(ConvolvePass::block.rows, reach_at_most) <=
                ImageScratch::size);

  void filter_x_first() {
    const IntRange rows = tiles_of(top_, bottom_ - 1);
    for (int row = rows.first; row <= rows.last; ++row)
      filter_along_x(common_range(around_tile(row, 0), {top_, bottom_ - 1}));
    // Column by column: tiles below each other share most of the rows that they read.
    for (int column = tiles_.columns.first; column <= tiles_.columns.last; ++column)
      for (int row = tiles_.rows.first; row <= tiles_.rows.last; ++row)
        if (to_.is_mixed(column, row)) filter_along_y(column * layer_tile, row * layer_tile);
  }

  /// The rows of tiles whose filter reads any of these rows.
  [[nodiscard]] IntRange rows_that_see(IntRange y) const {
    return common_range(tiles_of(y.first - blur_.radius, y.last + blur_.radius), tiles_.rows);
  }
  /// Filters rows of a single row of tiles.
  OVL_FN void filter_along_x(IntRange rows) const {
    std::uint32_t done = 0;  // columns of tiles that see a single colour, as bits
    for_each_run(to_, {tiles_.columns, rows_that_see(rows)}, [&](IntRange run) OVL_INLINE {
      for (int tile = run.first; tile <= run.last; ++tile)
        if (const std::uint16_t* pixel =
                only_pixel(from_, {around_tile(tile, blur_.radius), rows})) {
          done |= bit_of(tile);
          fill_rows(rows, tile, as_half(convolve_alike(blur_, in_all_places<L>(pixel))));
        }
    });
    for (int y = rows.first; y <= rows.last; y += quad_side)
      for_each_run(to_, {tiles_.columns, rows_that_see({y, y + quad_side - 1})},
                   [&](IntRange run) OVL_INLINE { filter_quads(y, run, done); });
  }
  [[nodiscard]] std::uint32_t bit_of(int column) const {
    return 1U << static_cast<unsigned>(column - tiles_.columns.first);
  }
  /// Filters a row of quads for the tiles of a run that are not done yet.
  OVL_FN void filter_quads(int y, IntRange run, std::uint32_t done) const {
    const int first = seen_along_x(run.first).first;
    const auto columns_at = [&](int x) {
      return columns_ + (x - first * layer_tile) * column_step;
    };
    int loaded = first;  // the next tile to load
    for (int tile = run.first; tile <= run.last; ++tile) {
      if ((done & bit_of(tile)) != 0 || fill_even_rows(y, tile)) continue;
      const IntRange seen = seen_along_x(tile);
      for (loaded = loaded < seen.first ? seen.first : loaded; loaded <= seen.last; ++loaded)
        load_columns(y, loaded, columns_at(loaded * layer_tile));
      for (int x = tile * layer_tile; x < (tile + 1) * layer_tile; x += quad_side) {
        L sum[quad_side];
        convolve_quad<L>(blur_, columns_at(x), column_step, sum);
        transpose_pixels(sum);
        for (int i = 0; i < quad_side; ++i) store(filtered_at(x, y + i), as_half(sum[i]));
      }
    }
  }
  /// Filters the rows of a quad for a tile if each of them has a single colour as far as the filter
  /// reads. Returns whether they do.
  OVL_FN bool fill_even_rows(int y, int tile) const {
    const IntRange x = around_tile(tile, blur_.radius);
    const std::uint16_t* pixels[quad_side];
    for (int i = 0; i < quad_side; ++i) {
      pixels[i] = pixel_at(from_, tile * layer_tile, y + i);
      if (!shows_only(from_, {x, {y + i, y + i}}, pixels[i])) return false;
    }
    const L filtered = as_half(convolve_alike(blur_, L::four_pixels(pixels, 0)));
    L rows[quad_side] = {filtered, filtered, filtered, filtered};
    transpose_pixels(rows);
    for (int i = 0; i < quad_side; ++i) fill_rows({y + i, y + i}, tile, rows[i]);
    return true;
  }
  /// Fills a tile's rows with four pixels, repeated.
  OVL_FN void fill_rows(IntRange rows, int tile, const L& pixels) const {
    for (int y = rows.first; y <= rows.last; ++y)
      for (int x = tile * layer_tile; x < (tile + 1) * layer_tile; x += quad_side)
        store(filtered_at(x, y), pixels);
  }

  /// Filters the tile whose first pixel is (left, top).
  OVL_FN void filter_along_y(int left, int top) const {
    const TiledImage to = to_;
    const BlurRecord& blur = blur_;
    const bool is_even = columns_are_even(left, top);
    for (int x = left; x < left + layer_tile; x += quad_side) {
      const L alike = is_even ? convolve_alike(blur, L::load(filtered_at(x, top))) : L(0.0F);
      L sum[quad_side] = {alike, alike, alike, alike};
      for (int y = top; y < top + layer_tile; y += quad_side) {
        if (!is_even) convolve_quad<L>(blur, filtered_at(x, y), row_step, sum);
        store_quad(to, x, y, sum);
      }
    }
  }
  /// Whether all rows that a tile's filter reads are equal.
  [[nodiscard]] OVL_FN bool columns_are_even(int left, int top) const {
    const float* first = filtered_at(left, top - blur_.radius);
    for (int y = top - blur_.radius + 1; y < top + layer_tile + blur_.radius; ++y)
      if (!same_bits(filtered_at(left, y), first, tile_samples)) return false;
    return true;
  }
  [[nodiscard]] IntRange seen_along_x(int tile) const {
    const IntRange x = around_tile(tile, blur_.radius);
    return tiles_of(x.first, x.last);
  }

  void filter_y_first() {
    for (int row = tiles_.rows.first; row <= tiles_.rows.last; ++row)
      for_each_run(to_, {tiles_.columns, {row, row}}, [&](IntRange run) OVL_INLINE {
        const int first = run.first * layer_tile, end = (run.last + 1) * layer_tile;
        const IntRange reached = tiles_of(first - blur_.radius, end - 1 + blur_.radius);
        const int left = reached.first * layer_tile;
        for (int y = row * layer_tile - reach_; y < (row + 1) * layer_tile + reach_; ++y)
          load_row<L>(from_, y, reached, row_at(y));
        for (int y = row * layer_tile; y < (row + 1) * layer_tile; y += quad_side) {
          for (int x = left; x < (reached.last + 1) * layer_tile; x += quad_side) {
            L sum[quad_side];
            convolve_quad<L>(blur_, row_at(y) + 4 * (x - left), row_step, sum);
            for (L& s : sum) s = as_half(s);
            transpose_pixels(sum);
            for (int i = 0; i < quad_side; ++i)
              store(columns_ + (x - left + i) * column_step, sum[i]);
          }
          for (int x = first; x < end; x += quad_side) {
            L sum[quad_side];
            convolve_quad<L>(blur_, columns_ + (x - left) * column_step, column_step, sum);
            transpose_pixels(sum);
            store_quad(to_, x, y, sum);
          }
        }
      });
  }

  /// Interleaves four rows of a tile, pixel by pixel.
  OVL_FN void load_columns(int y, int tile, float* out) const {
    const int x = tile * layer_tile;
    const std::uint8_t mark = from_.mark(tile, y >> log2_layer_tile);
    if (is_flat_tile(mark)) {
      const L pixel = flat_pixel<L>(from_, tile, y >> log2_layer_tile);
      for (int i = 0; i < layer_tile; ++i) store(out + i * column_step, pixel);
      return;
    }
    const bool occupied = mark != 0;
    const bool whole =
        occupied && x + layer_tile <= from_.size.width && y + quad_side <= from_.size.height;
    for (int i = 0; i < layer_tile; i += quad_side) {
      L rows[quad_side];
      for (int k = 0; k < quad_side; ++k)
        rows[k] = whole      ? L::load_any_half(from_.at(x + i, y + k))
                  : occupied ? load_edge(x + i, y + k)
                             : L(0.0F);
      transpose_pixels(rows);
      for (int k = 0; k < quad_side; ++k) store(out + (i + k) * column_step, rows[k]);
    }
    if (whole && y + 2 * quad_side <= from_.size.height)
      for (int k = 0; k < quad_side; ++k) fetch_tile_row(from_.at(x, y + quad_side + k));
  }
  /// Four pixels, some of which may lie beyond the image's edge.
  [[nodiscard]] L load_edge(int x, int y) const {
    std::uint16_t halves[vector_samples]{};
    const int left = from_.size.width - x, pixels = left < quad_side ? left : quad_side;
    if (pixels > 0 && y < from_.size.height)
      std::memcpy(halves, from_.at(x, y), static_cast<std::size_t>(pixels) * 8);
    return L::load_any_half(halves);
  }
  /// Stores a quad, except for pixels beyond the image's edge.
  OVL_FN static void store_quad(const TiledImage& to, int x, int y, const L (&rows)[quad_side]) {
    if (x + quad_side <= to.size.width && y + quad_side <= to.size.height) {
      std::uint16_t* at = to.at(x, y);
      const std::ptrdiff_t step = 4 * static_cast<std::ptrdiff_t>(to.size.width);
      for (int i = 0; i < quad_side; ++i) store_whole(at + i * step, rows[i]);
      if (y + 2 * quad_side <= to.size.height)  // lines that are written next
        for (int i = quad_side; i < 2 * quad_side; ++i) __builtin_prefetch(at + i * step, 1);
    } else if (x < to.size.width) {
      for (int i = 0; i < quad_side && y + i < to.size.height; ++i)
        store_pixels(to, x, y + i, rows[i]);
    }
  }
  [[nodiscard]] float* row_at(int y) const { return rows_ + (y - top_) * row_step; }
  /// Where a pixel of the block is kept after the filter along x.
  [[nodiscard]] float* filtered_at(int x, int y) const {
    return row_at(y) + 4 * (x - tiles_.columns.first * layer_tile);
  }

  TiledImage from_, to_;
  const BlurRecord& blur_;
  BlockTiles tiles_;
  int reach_;         ///< of the filter, px, rounded up to whole quads
  int top_, bottom_;  ///< rows [top, bottom) that the filter reads
  float *columns_, *rows_;
};

template <class L>
OVL_LONG_FN void run_block(const ConvolvePass& pass, const BlockTiles& tiles,
                           ImageScratch& scratch) {
  ConvolveBlock<L>(pass, tiles, scratch).run(pass.y_first);
}

}  // namespace overlace
