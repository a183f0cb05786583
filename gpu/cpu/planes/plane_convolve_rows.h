// SPDX-License-Identifier: Apache-2.0
// The filter of a blur of a picture's planes on the CPU, along rows and down columns.
#pragma once

#include <cstddef>

#include "gpu/cpu/layers/convolve_neighbors.h"
#include "gpu/cpu/passes/fused_passes.h"
#include "gpu/cpu/planes/sample_columns.h"

namespace overlace {

/// Where the samples of some tiles go, in floats.
struct TilesOut {
  float* first;
  std::ptrdiff_t row_step, tile_step = layer_tile;  ///< from a row to the next, and from a tile

  OVL_FN TilesOut(float* rows, std::ptrdiff_t stride) : first(rows), row_step(stride) {}
  OVL_FN TilesOut(const FilteredTiles& to, const TileRun& tiles)
      : first(to.row(tiles.first, tiles.top())),
        row_step(FilteredTiles::row_step),
        tile_step(FilteredTiles::tile_step) {}
};

/// Filters the rows of some tiles along x; `columns` begins with their first column.
template <class L>
OVL_FN void convolve_along(const PlaneAxis& blur, const SampleColumn* columns, int tiles,
                           const TilesOut& out) {
  constexpr int tiles_ahead = 2;  // rows may be too far apart for a CPU to predict
  const std::ptrdiff_t row_step = out.row_step, tile_step = out.tile_step;
  float* to = out.first;
  for (int tile = 0; tile < tiles; ++tile, columns += layer_tile, to += tile_step) {
    for (int row = 0; row < layer_tile; ++row)
      __builtin_prefetch(to + row * row_step + tiles_ahead * tile_step, 1);
    L filtered[layer_tile], rows[layer_tile];
    for (int i = 0; i < layer_tile; i += L::neighbors) {
      L sum[L::neighbors];
      convolve_neighbors(
          blur, [=](int k) OVL_INLINE { return L::load(columns[i + k].row); }, sum);
      for (int k = 0; k < L::neighbors; ++k) filtered[i + k] = sum[k];
    }
    transpose_samples(filtered, rows);
    for (int row = 0; row < layer_tile; ++row) store(to + row * row_step, rows[row]);
  }
}

/// Where the rows are that at most `most` rows are filtered from, down columns: there are `step`
/// floats from a tile to the next.
template <int most, std::ptrdiff_t step = layer_tile>
class RowsAround {
 public:
  static constexpr std::ptrdiff_t tile_step = step;

  /// row(i) is where row i is; `y` is the first row to be made.
  template <class Row>
  OVL_FN RowsAround(int radius, int y, int count, const Row& row) {
    for (int i = -radius; i < radius + count; ++i) first_[i] = row(y + i);
  }
  RowsAround(const RowsAround&) = delete;  // it points into itself
  RowsAround& operator=(const RowsAround&) = delete;
  /// The row `i` rows below the first one.
  [[nodiscard]] OVL_FN const float* operator[](int i) const { return first_[i]; }

 private:
  const float* row_[2 * most_plane_radius + most];
  const float** first_ = row_ + most_plane_radius;
};

/// Filters `count` rows down columns, a multiple of L::neighbors, strip by strip, so that the
/// samples that rows share stay in the fastest cache. `out` is the first row, with `stride` floats
/// from row to row.
template <class L, class Rows>
OVL_FN void convolve_down(const PlaneAxis& blur, const Rows& from, int count, int samples,
                          float* out, std::ptrdiff_t stride) {
  constexpr int strip = 8 * vector_samples;
  constexpr std::ptrdiff_t step = Rows::tile_step / layer_tile;
  for (int left = 0; left < samples; left += strip) {
    const int right = lesser(left + strip, samples);
    for (int row = 0; row < count; row += L::neighbors)
      for (int x = left; x < right; x += vector_samples) {
        L sum[L::neighbors];
        convolve_neighbors(
            blur, [&](int i) OVL_INLINE { return L::load(from[row + i] + x * step); }, sum);
        for (int i = 0; i < L::neighbors; ++i) store(out + (row + i) * stride + x, sum[i]);
      }
  }
}
/// The same from the tile in a column of tiles on, at most `most` rows. Rows beyond the plane's
/// edge are made as well.
template <class L, int most>
OVL_FN void convolve_filtered_down(const PlaneAxis& blur, const PlaneImage& from, int column, int y,
                                   int count, int samples, float* out, std::ptrdiff_t stride) {
  const FilteredTiles filtered(from);
  const RowsAround<most, FilteredTiles::tile_step> rows(blur.radius, y, count, [&](int at) {
    return filtered.row(column, mirrored(at, from.size.height));
  });
  convolve_down<L>(blur, rows, count, samples, out, stride);
}
/// Filters some tiles along x, from columns that make(first, count, out) makes. `memory` holds
/// twice as many columns as a run of tiles reads: see made_line().
template <class L, class Make>
OVL_FN void convolve_tiles_along(const PlaneAxis& blur, const TileRun& tiles, int width,
                                 SampleColumn* memory, const Make& make, const TilesOut& out) {
  const int last = lesser(tiles.x() + tiles.samples(), width) - 1;
  const IntRange reach{tiles.x() - blur.radius, last + blur.radius};
  const SampleColumn* columns = made_line(width, reach, memory, make);
  convolve_along<L>(blur, columns + blur.radius, tiles.tiles(), out);
}
/// The same for a plane's tiles.
template <class L>
OVL_FN void convolve_plane_along(const PlaneAxis& blur, const PlaneImage& from,
                                 const TileRun& tiles, SampleColumn* memory, const TilesOut& out) {
  const auto make = [&](int x, int count, SampleColumn* made) OVL_INLINE {
    make_columns<L>(x, count, made, [&](int at, L(&rows)[layer_tile]) OVL_INLINE {
      load_rows(from, at, tiles.y.first, rows);
    });
  };
  convolve_tiles_along<L>(blur, tiles, from.size.width, memory, make, out);
}

template <class L>
OVL_LONG_FN void run_block(const ConvolvePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &from = pass.source(), &to = pass.output();
  const PlaneAxis& blur = *pass.blur;
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    float* out = to.row(tiles.y.first) + tiles.x();
    if (!pass.along_y)
      return convolve_plane_along<L>(blur, from, tiles, columns_at(scratch, 0),
                                     {out, row_step(to)});
    const RowsAround<layer_tile> rows(blur.radius, tiles.y.first, layer_tile, [&](int at) {
      return from.row(mirrored(at, from.size.height)) + tiles.x();
    });
    convolve_down<L>(blur, rows, layer_tile, tiles.samples(), out, row_step(to));
  });
}
template <class L>
OVL_LONG_FN void run_block(const ConvolvePicturePass& pass, BlockIndex block,
                           ImageScratch& scratch) {
  const PictureComponent& from = pass.from;
  const PlaneAxis& blur = *pass.blur;
  const SampleLines<L> lines(from);
  LoadedRows<L> kept(from, 2 * blur.radius + layer_tile, plane_row(scratch, 0));
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    if (pass.along_y) {
      float* out = pass.to.row(tiles.y.first) + tiles.x();
      const RowsAround<layer_tile> rows(blur.radius, tiles.y.first, layer_tile, [&](int at) {
        return kept.row(tiles.x(), at, tiles.samples());
      });
      return convolve_down<L>(blur, rows, layer_tile, tiles.samples(), out, row_step(pass.to));
    }
    const auto make = [&](int x, int count, SampleColumn* made) OVL_INLINE {
      make_columns<L>(x, count, made, [&](int at, L(&rows)[layer_tile]) OVL_INLINE {
        load_rows(from, lines, at, tiles.y.first, rows);
      });
    };
    convolve_tiles_along<L>(blur, tiles, from.size.width, columns_at(scratch, 0), make,
                            {FilteredTiles(pass.to), tiles});
  });
}

}  // namespace overlace
