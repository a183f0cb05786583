// SPDX-License-Identifier: Apache-2.0
// Filters of spatial frequencies on a device: a warp transforms a row of points, or eight columns
// side by side. Points lie row by row.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/kernels/spectral.h"

namespace overlace {

/// The samples of a point: two complex numbers.
struct alignas(16) SpectralPoint {
  Complex<float> rg, ba;
};

/// Lines of points that a warp transforms: 2^log2_side of them side by side, point by point.
struct SpectralLines {
  SpectralPoint* first;
  int apart;  ///< from a point of a line to the next
  int log2_points;
  int log2_side = 0;

  /// Calls work(i, at) for i below `count`, for each line: at(point) is one of its points.
  template <class ThreadGroup, class Work>
  OVL_FN void each(ThreadGroup& threads, int count, const Work& work) const {
    threads.each([&](int lane) {
      const int side = lane & ((1 << log2_side) - 1);
      for (int i = lane >> log2_side; i < count; i += warp_size >> log2_side)
        work(i, [&](int point) -> SpectralPoint& {
          return first[static_cast<std::ptrdiff_t>(point) * apart + side];
        });
    });
  }
  /// The step of radix 2, if there is one.
  template <class ThreadGroup>
  OVL_FN void swap(ThreadGroup& threads) const {
    if ((log2_points & 1) == 0) return;
    each(threads, 1 << (log2_points - 1), [](int i, const auto& at) {
      SpectralPoint a = at(2 * i), b = at(2 * i + 1);
      swap_two(a.rg, b.rg);
      swap_two(a.ba, b.ba);
      at(2 * i) = a;
      at(2 * i + 1) = b;
    });
  }
  template <class ThreadGroup>
  OVL_FN void split(ThreadGroup& threads, const QuarterWave& wave) const {
    OVL_ROLLED
    for (int log2 = log2_points; log2 >= 2; log2 -= 2)
      butterflies(threads, log2,
                  [&](Complex<float>(&point)[4], int turn) { split_four(point, wave, turn); });
    swap(threads);
  }
  template <class ThreadGroup>
  OVL_FN void join(ThreadGroup& threads, const QuarterWave& wave) const {
    swap(threads);
    OVL_ROLLED
    for (int log2 = 2 + (log2_points & 1); log2 <= log2_points; log2 += 2)
      butterflies(threads, log2,
                  [&](Complex<float>(&point)[4], int turn) { join_four(point, wave, turn); });
  }

 private:
  /// The butterflies of all runs of 2^log2 points.
  template <class ThreadGroup, class Turn>
  OVL_FN void butterflies(ThreadGroup& threads, int log2, const Turn& turned) const {
    each(threads, 1 << (log2_points - 2), [&](int i, const auto& at) {
      const Butterfly four(i, log2);
      Complex<float> rg[4], ba[4];
      OVL_UNROLLED
      for (int k = 0; k < 4; ++k) {
        const SpectralPoint point = at(four.first + k * four.apart);
        rg[k] = point.rg;
        ba[k] = point.ba;
      }
      turned(rg, four.turn);
      turned(ba, four.turn);
      OVL_UNROLLED
      for (int k = 0; k < 4; ++k) at(four.first + k * four.apart) = {rg[k], ba[k]};
    });
  }
};

/// The points of a window, row by row.
OVL_FN SpectralPoint* points_of(const SpectralPass& pass) {
  return reinterpret_cast<SpectralPoint*>(pass.memory.samples);
}
OVL_FN SpectralLines row_of(const SpectralPass& pass, int row) {
  return {points_of(pass) + static_cast<std::ptrdiff_t>(row) * pass.window.width(), 1,
          pass.window.log2_width};
}
/// Whether any row of the window has anything; the whole warp asks.
template <class ThreadGroup>
OVL_FN bool has_rows(ThreadGroup& threads, const SpectralPass& pass) {
  const int height = pass.window.height();
  for (int first = 0; first < height; first += warp_size) {
    const std::uint32_t seen = threads.ballot(
        [&](int lane) { return first + lane < height && pass.memory.rows[first + lane] != 0; });
    if (seen != 0) return true;
  }
  return false;
}

OVL_FN int units_of(const SpectralLookPass&) {
  return 1;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralLookPass& pass, int) {
  const int tiles = pass.to.columns() * pass.to.rows();
  const std::uint32_t seen = threads.ballot([&](int lane) {
    bool any = false;
    for (int i = lane; i < tiles; i += warp_size) any = any || pass.from.occupied[i] != 0;
    return any;
  });
  threads.each([&](int lane) {
    if (lane == 0) *pass.memory.any = seen != 0 ? 1 : 0;
    for (int i = lane; i < tiles; i += warp_size) pass.to.occupied[i] = seen != 0 ? 1 : 0;
  });
}

OVL_FN int units_of(const SpectralRowsPass& pass) {
  return *pass.memory.any != 0 ? pass.window.height() : 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralRowsPass& pass, int row) {
  const SpectralLines line = row_of(pass, row);
  const SpectralWindow& window = pass.window;
  const std::uint32_t seen = threads.ballot([&](int lane) {
    bool any = false;
    for (int x = lane; x < window.width(); x += warp_size) {
      const PixelPosition<int> at = pass.source(window.left + x, window.top + row);
      const Samples pixel = read_samples(pass.from, at.x, at.y);
      line.first[x] = {{pixel.value[0], pixel.value[1]}, {pixel.value[2], pixel.value[3]}};
      OVL_UNROLLED
      for (int c = 0; c < 4; ++c) any = any || pixel.value[c] != 0;
    }
    return any;
  });
  threads.each([&](int lane) {
    if (lane == 0) pass.memory.rows[row] = seen != 0 ? 1 : 0;
  });
  if (seen != 0) line.split(threads, pass.spectral->wave);
}

inline constexpr int log2_columns_at_once = 3;
OVL_FN int units_of(const SpectralColumnsPass& pass) {
  return *pass.memory.any != 0 ? pass.window.width() >> log2_columns_at_once : 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralColumnsPass& pass, int unit) {
  if (!has_rows(threads, pass)) return;
  const SpectralWindow& window = pass.window;
  const int left = unit << log2_columns_at_once;
  const SpectralLines columns{points_of(pass) + left, window.width(), window.log2_height,
                              log2_columns_at_once};
  columns.split(threads, pass.spectral->wave);
  const float scale =
      1.0F / static_cast<float>(window.width()) / static_cast<float>(window.height());
  columns.each(threads, window.height(), [&](int y, const auto& at) {
    SpectralPoint& point = at(y);
    const auto x =
        left +
        static_cast<int>(&point - &columns.first[static_cast<std::ptrdiff_t>(y) * columns.apart]);
    const float gain = gain_at(*pass.spectral, frequency_of(x, window.log2_width),
                               frequency_of(y, window.log2_height)) *
                       scale;
    point = {{point.rg.re * gain, point.rg.im * gain}, {point.ba.re * gain, point.ba.im * gain}};
  });
  columns.join(threads, pass.spectral->wave);
}

OVL_FN int units_of(const SpectralStorePass& pass) {
  return *pass.memory.any != 0 ? pass.window.y.last - pass.window.y.first + 1 : 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralStorePass& pass, int unit) {
  const SpectralWindow& window = pass.window;
  const int shown = window.y.first + unit;
  const SpectralLines line = row_of(pass, shown - window.top);
  const bool any = has_rows(threads, pass);
  if (any) line.join(threads, pass.spectral->wave);
  threads.each([&](int lane) {
    for (int x = window.x.first + lane; x <= window.x.last; x += warp_size) {
      Samples pixel(0.0F);
      if (any) {
        const SpectralPoint point = line.first[x - window.left];
        pixel.value[0] = point.rg.re;
        pixel.value[1] = point.rg.im;
        pixel.value[2] = point.ba.re;
        pixel.value[3] = point.ba.im;
        limit_pixel(pixel.value[0], pixel.value[1], pixel.value[2], pixel.value[3]);
      }
      const PixelPosition<int> to = pass.source(x, shown);
      store_halves(pass.to.at(to.x, to.y), to_halves(pixel));
    }
  });
}

/// Runs a pass of a filter: a warp takes one unit after the other.
template <class Pass>
struct RunSpectralPass {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const int count = units_of(pass);
    for (auto unit = static_cast<int>(threads.index()); unit < count;
         unit += static_cast<int>(threads.count()))
      make_unit(threads, pass, unit);
  }
};

}  // namespace overlace
