// SPDX-License-Identifier: Apache-2.0
// Filters of spatial frequencies on a device: a block transforms one line of points at a time, in
// shared memory. In the filter's memory, points lie row by row.
#pragma once

#include <type_traits>

#include "gpu/device/thread_group.h"
#include "gpu/kernels/spectral.h"

namespace overlace {

/// The samples of a point: two complex numbers.
struct alignas(16) SpectralPoint {
  Complex<float> rg, ba;
};

inline constexpr int spectral_threads = 256;

/// The twiddles of all butterflies of a line, by run length: those of the second points, then of
/// the third and fourth ones, so that neighbouring threads read neighbouring twiddles.
struct SpectralTwiddles {
  Twiddle of[most_points - 2];

  /// Where the twiddles of a run of 2^log2 points begin; those of shorter runs come first.
  OVL_FN static int begin_of(int log2) { return (1 << (log2 - 2)) - 1 - (log2 & 1); }
  /// Fills the table for lines of 2^log2_points points.
  template <class ThreadGroup>
  OVL_FN void work_out(ThreadGroup& threads, const QuarterWave& wave, int log2_points) {
    OVL_ROLLED
    for (int log2 = log2_points; log2 >= 2; log2 -= 2) {
      const int apart = 1 << (log2 - 2);
      threads.each([&](int lane) {
        for (int i = lane; i < 3 * apart; i += spectral_threads)
          of[begin_of(log2) + i] =
              twiddle_of(wave, (i / apart + 1) * (i % apart << (log2_most_points - log2)));
      });
    }
  }
  /// The twiddles of butterfly `i` of a line.
  [[nodiscard]] OVL_FN ButterflyTwiddles of_butterfly(const Butterfly& four, int i,
                                                      int log2) const {
    const Twiddle* second = of + begin_of(log2) + (i & (four.apart - 1));
    return {four.turn, [&](int k) { return second[k * four.apart]; }};
  }
};

/// A block's shared memory. Points are permuted in it so that neighbouring threads use different
/// banks, however far apart the points of their butterflies are.
struct SpectralLineMemory {
  SpectralPoint point[most_points];
  SpectralTwiddles twiddles;
  std::uint32_t any;

  /// Where a point lies. place(a ^ b) = place(a) ^ place(b).
  OVL_FN static int place(int i) { return i ^ (i >> 3 & 1) * 3 ^ (i >> 4 & 1) * 5; }
  [[nodiscard]] OVL_FN SpectralPoint& at(int i) { return point[place(i)]; }
};

/// A line of points that a block transforms.
struct SpectralLine {
  SpectralLineMemory* memory;
  int log2_points;

  /// Calls work(i) for i below `count`, neighbours on neighbouring threads.
  template <class ThreadGroup, class Work>
  OVL_FN static void each(ThreadGroup& threads, int count, const Work& work) {
    threads.each([&](int lane) {
      for (int i = lane; i < count; i += spectral_threads) work(i);
    });
  }
  template <class ThreadGroup>
  OVL_FN void split(ThreadGroup& threads) const {
    OVL_ROLLED
    for (int log2 = log2_points; log2 >= 2; log2 -= 2)
      butterflies(threads, log2, [](auto& point, const ButterflyTwiddles& twiddles) {
        split_four(point, twiddles);
      });
    swap(threads);
  }
  template <class ThreadGroup>
  OVL_FN void join(ThreadGroup& threads) const {
    swap(threads);
    OVL_ROLLED
    for (int log2 = 2 + (log2_points & 1); log2 <= log2_points; log2 += 2)
      butterflies(threads, log2, [](auto& point, const ButterflyTwiddles& twiddles) {
        join_four(point, twiddles);
      });
  }

 private:
  /// The step of radix 2, if there is one.
  template <class ThreadGroup>
  OVL_FN void swap(ThreadGroup& threads) const {
    if ((log2_points & 1) == 0) return;
    each(threads, 1 << (log2_points - 1), [&](int i) {
      SpectralPoint a = memory->at(2 * i), b = memory->at(2 * i + 1);
      swap_two(a.rg, b.rg);
      swap_two(a.ba, b.ba);
      memory->at(2 * i) = a;
      memory->at(2 * i + 1) = b;
    });
  }
  /// The butterflies of all runs of 2^log2 points.
  template <class ThreadGroup, class Step>
  OVL_FN void butterflies(ThreadGroup& threads, int log2, const Step& step) const {
    each(threads, 1 << (log2_points - 2), [&](int i) {
      const Butterfly four(i, log2);
      const int first = SpectralLineMemory::place(four.first);
      const auto point_of = [&](int k) -> SpectralPoint& {
        return memory->point[first ^ SpectralLineMemory::place(k * four.apart)];
      };
      Complex<float> rg[4], ba[4];
      OVL_UNROLLED
      for (int k = 0; k < 4; ++k) {
        const SpectralPoint point = point_of(k);
        rg[k] = point.rg;
        ba[k] = point.ba;
      }
      const ButterflyTwiddles twiddles = memory->twiddles.of_butterfly(four, i, log2);
      step(rg, twiddles);
      step(ba, twiddles);
      OVL_UNROLLED
      for (int k = 0; k < 4; ++k) point_of(k) = {rg[k], ba[k]};
    });
  }
};

/// Whether f(lane) is true on any thread of a block; all threads get the answer.
template <class ThreadGroup, class F>
OVL_FN bool any_thread(ThreadGroup& threads, std::uint32_t& any, const F& f) {
  threads.each([&](int lane) {
    if (lane == 0) any = 0;
  });
  threads.each([&](int lane) {
    if (f(lane)) atomic_or(&any, 1);
  });
  const bool known = any != 0;
  threads.each([](int) {});  // all must have read it before it is set again
  return known;
}

/// The points of a row of a window.
OVL_FN SpectralPoint* row_of(const SpectralPass& pass, int row) {
  return reinterpret_cast<SpectralPoint*>(pass.memory.samples) +
         static_cast<std::ptrdiff_t>(row) * pass.window.width();
}
/// Whether any row of the window holds anything.
template <class ThreadGroup>
OVL_FN bool has_rows(ThreadGroup& threads, const SpectralPass& pass, std::uint32_t& any) {
  return any_thread(threads, any, [&](int lane) {
    bool seen = false;
    for (int row = lane; row < pass.window.height(); row += spectral_threads)
      seen |= pass.memory.rows[row] != 0;
    return seen;
  });
}

OVL_FN int units_of(const SpectralLookPass&) {
  return 1;
}
OVL_FN int log2_line_of(const SpectralLookPass&) {
  return 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralLookPass& pass, int) {
  auto& memory = threads.template shared<SpectralLineMemory>();
  const int tiles = pass.to.columns() * pass.to.rows();
  const bool any = any_thread(threads, memory.any, [&](int lane) {
    bool seen = false;
    for (int i = lane; i < tiles; i += spectral_threads) seen |= pass.from.occupied[i] != 0;
    return seen;
  });
  threads.each([&](int lane) {
    if (lane == 0) *pass.memory.any = any ? 1 : 0;
    for (int i = lane; i < tiles; i += spectral_threads) pass.to.occupied[i] = any ? 1 : 0;
  });
}

OVL_FN int log2_line_of(const SpectralRowsPass& pass) {
  return pass.window.log2_width;
}
OVL_FN int units_of(const SpectralRowsPass& pass) {
  return *pass.memory.any != 0 ? pass.window.height() : 0;
}
/// An empty row is neither transformed nor stored.
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralRowsPass& pass, int row) {
  auto& memory = threads.template shared<SpectralLineMemory>();
  const SpectralWindow& window = pass.window;
  const bool any = any_thread(threads, memory.any, [&](int lane) {
    bool seen = false;
    for (int x = lane; x < window.width(); x += spectral_threads) {
      const PixelPosition<int> at = pass.source(window.left + x, window.top + row);
      const Samples pixel = read_samples(pass.from, at.x, at.y);
      memory.at(x) = {{pixel.value[0], pixel.value[1]}, {pixel.value[2], pixel.value[3]}};
      OVL_UNROLLED
      for (int c = 0; c < 4; ++c) seen |= pixel.value[c] != 0;
    }
    return seen;
  });
  if (any) SpectralLine{&memory, window.log2_width}.split(threads);
  threads.each([&](int lane) {
    if (lane == 0) pass.memory.rows[row] = any ? 1 : 0;
    for (int x = lane; any && x < window.width(); x += spectral_threads)
      row_of(pass, row)[x] = memory.at(x);
  });
}

OVL_FN int log2_line_of(const SpectralColumnsPass& pass) {
  return pass.window.log2_height;
}
OVL_FN int units_of(const SpectralColumnsPass& pass) {
  return *pass.memory.any != 0 ? pass.window.width() : 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralColumnsPass& pass, int x) {
  auto& memory = threads.template shared<SpectralLineMemory>();
  const SpectralWindow& window = pass.window;
  const bool any = any_thread(threads, memory.any, [&](int lane) {
    bool seen = false;
    for (int y = lane; y < window.height(); y += spectral_threads) {
      const bool has = pass.memory.rows[y] != 0;
      memory.at(y) = has ? row_of(pass, y)[x] : SpectralPoint{};
      seen |= has;
    }
    return seen;
  });
  if (!any) return;
  const SpectralLine line{&memory, window.log2_height};
  line.split(threads);
  const float frequency = frequency_of(x, window.log2_width);
  const float scale =
      1.0F / static_cast<float>(window.width()) / static_cast<float>(window.height());
  line.each(threads, window.height(), [&](int y) {
    SpectralPoint& point = memory.at(y);
    const float gain =
        gain_at(*pass.spectral, frequency, frequency_of(y, window.log2_height)) * scale;
    point = {{point.rg.re * gain, point.rg.im * gain}, {point.ba.re * gain, point.ba.im * gain}};
  });
  line.join(threads);
  line.each(threads, window.height(), [&](int y) { row_of(pass, y)[x] = memory.at(y); });
}

OVL_FN int log2_line_of(const SpectralStorePass& pass) {
  return pass.window.log2_width;
}
OVL_FN int units_of(const SpectralStorePass& pass) {
  return *pass.memory.any != 0 ? pass.window.y.last - pass.window.y.first + 1 : 0;
}
template <class ThreadGroup>
OVL_FN void make_unit(ThreadGroup& threads, const SpectralStorePass& pass, int unit) {
  auto& memory = threads.template shared<SpectralLineMemory>();
  const SpectralWindow& window = pass.window;
  const int shown = window.y.first + unit;
  const bool any = has_rows(threads, pass, memory.any);
  if (any) {
    const SpectralPoint* row = row_of(pass, shown - window.top);
    const SpectralLine line{&memory, window.log2_width};
    line.each(threads, window.width(), [&](int x) { memory.at(x) = row[x]; });
    line.join(threads);
  }
  threads.each([&](int lane) {
    for (int x = window.x.first + lane; x <= window.x.last; x += spectral_threads) {
      Samples pixel(0.0F);
      if (any) {
        const SpectralPoint point = memory.at(x - window.left);
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

/// Runs a pass of a filter: a block takes one unit after another.
template <class Pass>
struct RunSpectralPass {
  static constexpr int group_size = spectral_threads;
  /// Columns are transformed both ways with gains in between, which takes more registers.
  static constexpr int blocks_at_once = std::is_same_v<Pass, SpectralColumnsPass> ? 3 : 4;
  static constexpr bool is_persistent = true;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const int count = units_of(pass);
    if (count == 0) return;
    threads.template shared<SpectralLineMemory>().twiddles.work_out(threads, pass.spectral->wave,
                                                                    log2_line_of(pass));
    for (auto unit = static_cast<int>(threads.index()); unit < count;
         unit += static_cast<int>(threads.count()))
      make_unit(threads, pass, unit);
  }
};

}  // namespace overlace
