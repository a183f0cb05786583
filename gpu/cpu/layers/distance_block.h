// SPDX-License-Identifier: Apache-2.0
// Distances to the edge of a drawing on the CPU: sixteen pixels of a row in the lanes of a vector.
#pragma once

#include <cstddef>
#include <new>

#include "gpu/cpu/layers/image_rows.h"
#include "gpu/kernels/distance.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// One sample of the sixteen pixels in a tile's row; 0 where the tile is empty. Values to the right
/// of the image may be anything.
template <class L>
OVL_FN L load_plane(const TiledImage& image, int tile, int y, int sample) {
  if (y < 0 || y >= image.size.height || !image.is_occupied(tile, y >> log2_layer_tile))
    return L(0.0F);
  alignas(64) std::uint16_t halves[vector_samples]{};
  const int x = tile * layer_tile, left = image.size.width - x;
  const std::uint16_t* from = row_plane(image, y, sample) + x;
  if (left >= vector_samples) return L::load_any_half(from);
  std::memcpy(halves, from, static_cast<std::size_t>(left) * 2);
  return L::load_half(halves);
}
template <class L>
OVL_FN void store_plane(const TiledImage& image, int tile, int y, int sample, L samples) {
  alignas(64) std::uint16_t halves[vector_samples];
  store_half(halves, samples);
  const int x = tile * layer_tile, left = image.size.width - x;
  std::memcpy(row_plane(image, y, sample) + x, halves,
              static_cast<std::size_t>(left < vector_samples ? left : vector_samples) * 2);
}

/// Copies the alphas of a tile's row, and of a pixel on each side. Returns where the row's begin.
OVL_FN const float* load_alphas(const float* samples, float* alphas) {
  for (int i = -1; i <= layer_tile; ++i) alphas[i + 1] = samples[4 * i + 3];
  return alphas + 1;
}

template <class L>
OVL_LONG_FN void run_block(const ShapePass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  constexpr int rows = layer_tile + 2;
  constexpr std::ptrdiff_t step = layer_tile + 4;
  const TiledImage &from = pass.source(), &to = pass.output();
  const int row = tiles.rows.first, top = row * layer_tile;
  float* samples = scratch.samples;
  float* alphas = scratch.samples + std::ptrdiff_t{3} * tile_samples;
  for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
    if (!to.is_occupied(column, row)) continue;
    const float* alpha[rows];
    for (int i = 0; i < rows; ++i) {
      load_row<L>(from, top - 1 + i, {column - 1, column + 1}, samples);
      alpha[i] = load_alphas(samples + tile_samples, alphas + i * step);
    }
    const auto of_row = [&](int i, const auto& choose) OVL_INLINE {
      return choose(choose(L::load_any(alpha[i] - 1), L::load_any(alpha[i] + 1)),
                    L::load_any(alpha[i]));
    };
    const auto around = [&](int i, const auto& choose) OVL_INLINE {
      return choose(choose(of_row(i - 1, choose), of_row(i + 1, choose)), of_row(i, choose));
    };
    const auto lesser = [](const L& a, const L& b) OVL_INLINE { return min(a, b); };
    const auto larger = [](const L& a, const L& b) OVL_INLINE { return max(a, b); };
    for (int i = 1; i <= layer_tile && top + i - 1 < to.size.height; ++i) {
      const L largest = around(i, larger);
      const L coverage = shape_coverage(L::load_any(alpha[i]), around(i, lesser), largest);
      store_plane(to, column, top + i - 1, 0, coverage);
      store_plane(to, column, top + i - 1, 1, largest);
    }
  }
}

/// A ColumnNearest in a worker's memory: three vectors.
inline constexpr std::ptrdiff_t vector_step = vector_samples, nearest_step = 3 * vector_step;
template <class L>
OVL_FN void store(float* to, const ColumnNearest<L>& nearest) {
  store(to, nearest.shape);
  store(to + vector_step, nearest.ground);
  store(to + 2 * vector_step, nearest.alpha);
}
template <class L>
OVL_FN ColumnNearest<L> load_nearest(const float* from) {
  ColumnNearest<L> nearest;
  nearest.shape = L::load(from);
  nearest.ground = L::load(from + vector_step);
  nearest.alpha = L::load(from + 2 * vector_step);
  return nearest;
}

/// Walks down the columns of a block's tiles, then up: sixteen columns at once.
template <class L>
OVL_FN void walk_columns(const ColumnPass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  const TiledImage &from = pass.source(), &to = pass.output();
  const int reach = pass.distance->reach();
  const int top = tiles.rows.first * layer_tile, bottom = (tiles.rows.last + 1) * layer_tile;
  static_assert(nearest_step * layer_tile * ColumnPass::block.rows <= ImageScratch::size);
  for (int column = tiles.columns.first; column <= tiles.columns.last; ++column) {
    if (!any_occupied(to, {{column, column}, tiles.rows})) continue;
    const auto step = [&](ColumnNearest<L>& nearest, int y) OVL_INLINE {
      nearest.step(load_plane<L>(from, column, y, 0), load_plane<L>(from, column, y, 1));
    };
    ColumnNearest<L> above, below;
    for (int y = top - reach; y < bottom; ++y) {
      step(above, y);
      if (y >= top) store(scratch.samples + (y - top) * nearest_step, above);
    }
    for (int y = bottom - 1 + reach; y >= top; --y) {
      step(below, y);
      if (y >= bottom || y >= to.size.height || !to.is_occupied(column, y >> log2_layer_tile))
        continue;
      ColumnNearest<L> nearest = load_nearest<L>(scratch.samples + (y - top) * nearest_step);
      nearest.merge(below, reach);
      store_plane(to, column, y, 0, L(no_units) - nearest.shape);
      store_plane(to, column, y, 1, nearest.ground);
      store_plane(to, column, y, 2, nearest.alpha);
    }
  }
}

/// The same along the rows of a picture that is stored transposed, pixel by pixel.
template <class L>
OVL_FN void walk_rows(const ColumnPass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  const TiledImage &from = pass.source(), &to = pass.output();
  const int reach = pass.distance->reach();
  const int left = tiles.columns.first * layer_tile;
  const int right = (tiles.columns.last + 1) * layer_tile;
  const IntRange reached = tiles_of(left - reach, right - 1 + reach);
  constexpr int longest = (ColumnPass::block.columns + 2 * layer_tiles(most_distance)) * layer_tile;
  static_assert(6 * longest <= ImageScratch::size);
  const auto line = [&](std::ptrdiff_t i) OVL_INLINE { return scratch.samples + i * longest; };
  for (int y = tiles.rows.first * layer_tile;
       y < (tiles.rows.last + 1) * layer_tile && y < to.size.height; ++y) {
    if (!any_occupied(to, {tiles.columns, tiles_of(y, y)})) continue;
    const int origin = reached.first * layer_tile;
    for (int tile = reached.first; tile <= reached.last; ++tile)
      for (int i = 0; i < 2; ++i)
        store(line(i) + tile * layer_tile - origin, load_plane<L>(from, tile, y, i));
    const auto step = [&](ColumnNearest<float>& nearest, int x)
                          OVL_INLINE { nearest.step(line(0)[x - origin], line(1)[x - origin]); };
    ColumnNearest<float> before, after;
    for (int x = left - reach; x < right; ++x) {
      step(before, x);
      line(2)[x - origin] = before.shape;
      line(3)[x - origin] = before.ground;
      line(4)[x - origin] = before.alpha;
    }
    for (int x = right - 1 + reach; x >= left; --x) {
      step(after, x);
      ColumnNearest<float> nearest;
      if (x >= right) continue;
      nearest.shape = line(2)[x - origin];
      nearest.ground = line(3)[x - origin];
      nearest.alpha = line(4)[x - origin];
      nearest.merge(after, reach);
      line(2)[x - origin] = no_units - nearest.shape;
      line(3)[x - origin] = nearest.ground;
      line(4)[x - origin] = nearest.alpha;
    }
    for (int tile = tiles.columns.first; tile <= tiles.columns.last; ++tile)
      for (int i = 0; i < 3 && to.is_occupied(tile, y >> log2_layer_tile); ++i)
        store_plane(to, tile, y, i, L::load(line(2 + i) + tile * layer_tile - origin));
  }
}

template <class L>
OVL_LONG_FN void run_block(const ColumnPass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  if (pass.transposed)
    walk_rows<L>(pass, tiles, scratch);
  else
    walk_columns<L>(pass, tiles, scratch);
}

/// Stores sixteen pixels, which are multiples of one colour.
template <class L>
OVL_FN void store_amounts(const TiledImage& image, int x, int y, L amounts, L color) {
  alignas(64) float amount[vector_samples], each[vector_samples];
  store(amount, amounts);
  for (int first = 0; first < vector_samples; first += vector_pixels) {
    for (int i = 0; i < vector_samples; ++i) each[i] = amount[first + i / 4];
    store_pixels(image, x + first, y, L::load(each) * color);
  }
}

/// What the column pass found, laid out for a row of pixels.
struct ColumnRow {
  static constexpr int longest =
      (BandPass::block.columns + 2 * layer_tiles(most_distance)) * layer_tile;
  alignas(64) float shape[longest], shape_remainder[longest];
  alignas(64) float ground[longest], ground_remainder[longest];
  alignas(64) float alpha[longest];

  /// Lays out a tile's part at `at`.
  template <class L>
  OVL_FN void load(const TiledImage& from, int tile, int y, int at) {
    const ColumnDistance<L> near = column_distance(L(no_units) - load_plane<L>(from, tile, y, 0));
    const ColumnDistance<L> other = column_distance(load_plane<L>(from, tile, y, 1));
    store(shape + at, near.square);
    store(shape_remainder + at, near.remainder);
    store(ground + at, other.square);
    store(ground_remainder + at, other.remainder);
    store(alpha + at, load_plane<L>(from, tile, y, 2));
  }
  /// Looks at the columns of sixteen pixels, the first of them at `at`. Most are farther away than
  /// what was seen before, which their squares show without a square root.
  template <class L>
  OVL_FN void see_shape(EdgeSearch<L>& nearest, int at, int beside) const {
    const L square = L::load_any(shape + at);
    const auto beside_square = static_cast<float>(beside * beside);
    if (EdgeSearch<L>::may_hold(square, beside_square, nearest.shape))
      nearest.see_shape({square, L::load_any(shape_remainder + at)}, L::load_any(alpha + at),
                        beside_square);
  }
  template <class L>
  OVL_FN void see_ground(EdgeSearch<L>& nearest, int at, int beside) const {
    const L square = L::load_any(ground + at);
    const auto beside_square = static_cast<float>(beside * beside);
    if (EdgeSearch<L>::may_hold(square, beside_square, nearest.ground))
      nearest.see_ground({square, L::load_any(ground_remainder + at)}, beside_square);
  }
};

/// Calls see(away) for columns up to `reach` px to the left and right, the nearest ones first.
template <class See>
OVL_FN void look_around(int reach, const See& see) {
  see(0);
  for (int away = 1; away <= reach; ++away) {
    see(-away);
    see(away);
  }
}
/// Paints a row: each pixel looks at the columns to its left and right.
template <class L>
OVL_FN void paint_row(const BandPass& pass, IntRange run, int y, ColumnRow& columns) {
  const DistanceRecord& record = *pass.distance;
  const IntRange reached = tiles_of(run.first * layer_tile - record.reach(),
                                    run.last * layer_tile + layer_tile - 1 + record.reach());
  for (int tile = reached.first; tile <= reached.last; ++tile)
    columns.load<L>(pass.from, tile, y, (tile - reached.first) * layer_tile);
  for (int tile = run.first; tile <= run.last; ++tile) {
    const int at = (tile - reached.first) * layer_tile;
    EdgeSearch<L> nearest;
    look_around(record.outside,
                [&](int dx) OVL_INLINE { columns.see_shape(nearest, at + dx, dx); });
    look_around(record.inside,
                [&](int dx) OVL_INLINE { columns.see_ground(nearest, at + dx, dx); });
    store_amounts(pass.to, tile * layer_tile, y, nearest.coverage(record),
                  L::each_pixel(record.color));
  }
}
/// The same in a picture that is stored transposed: columns lie above and below.
template <class L>
OVL_FN void paint_transposed_row(const BandPass& pass, IntRange run, int y, ColumnRow& columns) {
  const DistanceRecord& record = *pass.distance;
  for (int tile = run.first; tile <= run.last; ++tile) {
    EdgeSearch<L> nearest;
    for (int dy = -record.reach(); dy <= record.reach(); ++dy) {
      columns.load<L>(pass.from, tile, y + dy, 0);
      if (dy >= -record.outside && dy <= record.outside) columns.see_shape(nearest, 0, dy);
      if (dy >= -record.inside && dy <= record.inside) columns.see_ground(nearest, 0, dy);
    }
    store_amounts(pass.to, tile * layer_tile, y, nearest.coverage(record),
                  L::each_pixel(record.color));
  }
}

template <class L>
OVL_LONG_FN void run_block(const BandPass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  const TiledImage& to = pass.output();
  const int top = tiles.rows.first * layer_tile;
  static_assert(sizeof(ColumnRow) <= sizeof(ImageScratch));
  auto& columns = *new (scratch.samples) ColumnRow;
  for_each_run(to, tiles, [&](IntRange run) OVL_INLINE {
    for (int y = top; y < top + layer_tile && y < to.size.height; ++y) {
      if (pass.transposed)
        paint_transposed_row<L>(pass, run, y, columns);
      else
        paint_row<L>(pass, run, y, columns);
    }
  });
}

}  // namespace overlace
