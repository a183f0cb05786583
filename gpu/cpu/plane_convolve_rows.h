// SPDX-License-Identifier: Apache-2.0
// The filter of the blur of a picture's planes on the CPU, along rows and down columns.
#pragma once

#include <type_traits>

#include "gpu/cpu/plane_lines.h"

namespace overlace {

/// Filters some vectors of a row: at(i, k) are the samples i and on, k places away.
template <class L, int vectors, class At>
OVL_FN void convolve_vectors(const PlaneAxis& blur, const At& at, float* out) {
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
/// Filters so many tiles along a row, four at once, of which the first sample is `line[0]`.
template <class L>
OVL_FN void convolve_along(const PlaneAxis& blur, const float* line, int tiles, float* out) {
  const auto at = [&](int i, int k) OVL_INLINE { return L::load_any(line + i + k); };
  const auto filter = [&]<int count>(std::integral_constant<int, count>) OVL_INLINE {
    for (; tiles >= count; tiles -= count, line += count * layer_tile, out += count * layer_tile)
      convolve_vectors<L, count>(blur, at, out);
  };
  filter(std::integral_constant<int, 4>{});
  filter(std::integral_constant<int, 2>{});  // sums of one vector would wait for each other
  filter(std::integral_constant<int, 1>{});
}

/// Where the rows lie that some neighbouring ones are filtered from, down columns.
class RowsAround {
 public:
  /// row(y) is one of them.
  template <class Row>
  OVL_FN RowsAround(int radius, int y, const Row& row) {
    for (int i = -radius; i < radius + rows_at_once; ++i) middle_[i] = row(y + i);
    last_ = middle_ + radius + rows_at_once - 1;
    apart_ = last_[0] - last_[-1];
  }
  /// Row i after the first one that is made.
  [[nodiscard]] OVL_FN const float* operator[](int i) const { return middle_[i]; }
  /// Where row i after the last one is likely to lie; it need not be there.
  [[nodiscard]] OVL_FN const float* next(int i) const { return *last_ + (i + 1) * apart_; }

 private:
  const float* row_[2 * most_plane_radius + rows_at_once];
  const float** middle_ = row_ + most_plane_radius;
  const float** last_;
  std::ptrdiff_t apart_;
};
/// Filters down columns, rows_at_once rows: what is loaded for one of them serves the others at
/// other steps.
template <class L>
OVL_FN void convolve_down(const PlaneAxis& blur, const RowsAround& from, int samples,
                          float* const (&out)[rows_at_once]) {
  static_assert(rows_at_once == 4);
  const L middle(blur.weight[0]);
  for (int i = 0; i < samples; i += vector_samples) {
    // Those that the next rows need, too, which lie too far apart for a CPU to guess.
    for (int r = 0; r < rows_at_once; ++r) __builtin_prefetch(from.next(r) + i);
    // Rows k places before and after those that are made. No arrays: compilers leave them in
    // memory.
    L before0 = L::load(from[0] + i), before1 = L::load(from[1] + i);
    L before2 = L::load(from[2] + i), before3 = L::load(from[3] + i);
    L after0 = before0, after1 = before1, after2 = before2, after3 = before3;
    L sum0 = before0 * middle, sum1 = before1 * middle;
    L sum2 = before2 * middle, sum3 = before3 * middle;
    for (int k = 1; k <= blur.radius; ++k) {
      const L weight(blur.weight[k]);
      before3 = before2, before2 = before1, before1 = before0;
      before0 = L::load(from[-k] + i);
      after0 = after1, after1 = after2, after2 = after3;
      after3 = L::load(from[3 + k] + i);
      sum0 = with_tap(sum0, weight, before0, after0);
      sum1 = with_tap(sum1, weight, before1, after1);
      sum2 = with_tap(sum2, weight, before2, after2);
      sum3 = with_tap(sum3, weight, before3, after3);
    }
    store(out[0] + i, sum0);
    store(out[1] + i, sum1);
    store(out[2] + i, sum2);
    store(out[3] + i, sum3);
  }
}
/// The same for a plane's rows from `y` on. Those beyond its edge are made as well.
template <class L>
OVL_FN void convolve_plane_down(const PlaneAxis& blur, const PlaneImage& from, const TileRun& tiles,
                                int y, float* const (&out)[rows_at_once]) {
  const RowsAround rows(
      blur.radius, y, [&](int at) { return from.row(mirrored(at, from.size.height)) + tiles.x(); });
  convolve_down<L>(blur, rows, tiles.samples(), out);
}
/// Filters some tiles of a plane's row along it.
template <class L>
OVL_FN void convolve_plane_along(const PlaneAxis& blur, const PlaneImage& from,
                                 const TileRun& tiles, int y, ImageScratch& scratch, float* out) {
  const int last = lesser(tiles.x() + tiles.samples(), from.size.width) - 1;
  const IntRange reach{tiles.x() - blur.radius, last + blur.radius};
  const float* line = plane_line(from, y, reach, plane_row(scratch, 0)) + blur.radius;
  convolve_along<L>(blur, line, tiles.tiles(), out);
}

/// Calls make(y, rows) for rows_at_once rows of a run of tiles at a time. A plane has memory for
/// whole tiles, and so those beyond its edge may be made, too.
template <class Make>
OVL_FN void for_each_rows(const PlaneImage& to, const TileRun& tiles, const Make& make) {
  for (int y = tiles.y.first; y <= tiles.y.last; y += rows_at_once) {
    float* rows[rows_at_once];
    for (int r = 0; r < rows_at_once; ++r) rows[r] = to.row(y + r) + tiles.x();
    make(y, rows);
  }
}
static_assert(layer_tile % rows_at_once == 0);

template <class L>
OVL_FN void run_block(const ConvolvePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &from = pass.source(), &to = pass.output();
  const PlaneAxis& blur = *pass.blur;
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) OVL_INLINE {
    if (pass.along_y)
      return for_each_rows(to, tiles, [&](int y, float* const(&rows)[rows_at_once]) OVL_INLINE {
        convolve_plane_down<L>(blur, from, tiles, y, rows);
      });
    for (int y = tiles.y.first; y <= tiles.y.last; ++y)
      convolve_plane_along<L>(blur, from, tiles, y, scratch, to.row(y) + tiles.x());
  });
}
template <class L>
OVL_FN void run_block(const ConvolvePicturePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PictureComponent& from = pass.from;
  const PlaneAxis& blur = *pass.blur;
  const SampleLines<L> lines(from);
  LoadedRows<L> kept(from, 2 * blur.radius + rows_at_once, plane_row(scratch, first_kept_row));
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) OVL_INLINE {
    if (pass.along_y)
      return for_each_rows(pass.to, tiles, [&](int y, float* const(&out)[rows_at_once]) OVL_INLINE {
        const RowsAround rows(blur.radius, y,
                              [&](int at) { return kept.row(tiles.x(), at, tiles.samples()); });
        convolve_down<L>(blur, rows, tiles.samples(), out);
      });
    const int end = lesser(tiles.x() + tiles.samples(), from.size.width);
    const IntRange reach{tiles.x() - blur.radius, end - 1 + blur.radius};
    // A row is not read right after it was stored: that takes long where vectors lie otherwise.
    for (int top = tiles.y.first; top <= tiles.y.last; top += rows_at_once) {
      const int count = lesser(rows_at_once, tiles.y.last + 1 - top);
      const float* line[rows_at_once];
      for (int r = 0; r < count; ++r) {
        const auto load = [&](int at, int samples, float* row)
                              OVL_INLINE { load_row(from, lines, at, top + r, samples, row); };
        line[r] = made_line(from.size.width, reach, plane_row(scratch, 2 * r), load) + blur.radius;
      }
      for (int r = 0; r < count; ++r)
        convolve_along<L>(blur, line[r], tiles.tiles(), pass.to.row(top + r) + tiles.x());
    }
  });
}

}  // namespace overlace
