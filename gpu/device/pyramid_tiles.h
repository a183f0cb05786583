// SPDX-License-Identifier: Apache-2.0
// Steps between the levels of a pyramid on a device: a thread walks down a column of a tile, and
// keeps what it has read for as long as the next pixels need it.
#pragma once

#include <type_traits>

#include "gpu/device/near_tiles.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/blur.h"

namespace overlace {

/// What two pixels of half the size, one above the other, are made of: rows of the source, of which
/// each pixel takes four.
struct HalveWindow {
  static constexpr int rows = 6;
  TexelHalves texel[rows][4];

  template <NearKind kind>
  OVL_FN void read_row(const NearImage<kind>& from, int row, int left, int y) {
    OVL_UNROLLED
    for (int i = 0; i < 4; ++i) texel[row][i] = from.halves(left + i, y);
  }
  /// Keeps the last two rows, which the next pixel needs again.
  OVL_FN void move_up() {
    OVL_UNROLLED
    for (int i = 0; i < 8; ++i) texel[i / 4][i % 4] = texel[rows - 2 + i / 4][i % 4];
  }
  /// The pixel made of the rows from `first` on.
  template <bool x_first>
  [[nodiscard]] OVL_FN TexelHalves halved(int first) const {
    const auto line = [&](int i) {
      const auto at = [&](int k) {
        return to_samples(x_first ? texel[first + i][k] : texel[first + k][i]);
      };
      return halved_by_eight(at(0), at(1), at(2), at(3));
    };
    return to_halves(halved_by_eight(line(0), line(1), line(2), line(3)) * Samples(halved_scale));
  }
};

/// Makes a thread's pixels of a tile.
template <bool x_first, NearKind kind>
OVL_FN void make_run(const HalvePass& pass, const NearImage<kind>& from, int x,
                     const IntRange& rows) {
  const int left = 2 * x + pass.shift_x - 1, last = 2 * rows.last + pass.shift_y + 2;
  HalveWindow window;
  OVL_UNROLLED
  for (int row = 0; row < 2; ++row)
    window.read_row(from, row, left, 2 * rows.first + pass.shift_y - 1 + row);
  OVL_ROLLED
  for (int y = rows.first; y <= rows.last; y += 2) {
    OVL_UNROLLED
    for (int row = 2; row < HalveWindow::rows; ++row) {
      const int source = 2 * y + pass.shift_y - 1 + row;
      window.read_row(from, row, left, source < last ? source : last);
    }
    store_halves(pass.to.at(x, y), window.halved<x_first>(0));
    if (y < rows.last) store_halves(pass.to.at(x, y + 1), window.halved<x_first>(2));
    window.move_up();
  }
}

/// A source row's texels for a column at twice the size: the nearer one, and the one on the other
/// side.
struct DoubleTexels {
  TexelHalves near, far;
};
/// A pixel at twice the size, made of the nearer row of the source and the one on the other side.
template <bool x_first>
OVL_FN TexelHalves doubled(const DoubleTexels& near, const DoubleTexels& far) {
  const auto between = [](const TexelHalves& a, const TexelHalves& b) {
    return doubled_by_four(to_samples(a), to_samples(b));
  };
  const Samples first = between(near.near, x_first ? near.far : far.near);
  const Samples second = between(x_first ? far.near : near.far, far.far);
  return to_halves(doubled_by_four(first, second) * Samples(doubled_scale));
}

/// The same. The whole source that they need is read before the first is made.
template <bool x_first, NearKind kind>
OVL_FN void make_run(const DoublePass& pass, const NearImage<kind>& from, int x,
                     const IntRange& rows) {
  // A row of the source makes two rows. A thread's may begin with the second of a pair.
  constexpr int own = rows_of_thread / 2 + 1;
  const int near = half_of(x - pass.shift_x), far = near - 1 + 2 * ((x - pass.shift_x) & 1);
  const int first = half_of(rows.first - pass.shift_y);
  const int last = half_of(rows.last - pass.shift_y) + 1;
  DoubleTexels source[own + 2];
  OVL_UNROLLED
  for (int i = 0; i < own + 2; ++i) {
    const int y = first - 1 + i < last ? first - 1 + i : last;
    source[i] = {from.halves(near, y), from.halves(far, y)};
  }
  OVL_UNROLLED
  for (int i = 1; i <= own; ++i) {
    const int y = 2 * (first - 1 + i) + pass.shift_y;
    if (y >= rows.first && y <= rows.last)
      store_halves(pass.to.at(x, y), doubled<x_first>(source[i], source[i - 1]));
    if (y + 1 <= rows.last)
      store_halves(pass.to.at(x, y + 1), doubled<x_first>(source[i], source[i + 1]));
  }
}

template <class ThreadGroup, class Pass, NearKind kind>
OVL_FN void make_tile(ThreadGroup& threads, const Pass& pass, const NearImage<kind>& from,
                      int column, int row) requires std::is_base_of_v<PyramidPass, Pass> {
  const bool x_first = pass.x_first;
  for_each_run(threads, pass.to, column, row, [&](int x, const IntRange& rows) {
    if (x_first)
      make_run<true>(pass, from, x, rows);
    else
      make_run<false>(pass, from, x, rows);
  });
}

}  // namespace overlace
