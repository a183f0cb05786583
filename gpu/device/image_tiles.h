// SPDX-License-Identifier: Apache-2.0
// Passes of effects on a device: a warp takes a tile, a thread eight of its pixels.
#pragma once

#include "gpu/device/distance_tiles.h"
#include "gpu/device/gather_tiles.h"
#include "gpu/device/pixel_tiles.h"
#include "gpu/device/spectral_lines.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/kernels/blur.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// What a warp reads for a tile that is filtered along an axis.
struct ConvolveMemory {
  static constexpr int longest = layer_tile + 2 * most_blur_radius;
  LayerTexel texel[layer_tile * longest];  ///< lines along the axis, one after the other
};

template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolveAxisPass& pass, int column, int row) {
  auto& memory = threads.template shared<ConvolveMemory>();
  const TiledImage &from = pass.source(), &to = pass.output();
  const BlurRecord& blur = *pass.blur;
  const int left = column * layer_tile, top = row * layer_tile;
  const int length = layer_tile + 2 * blur.radius;
  const bool along_y = pass.along_y;
  threads.each([&](int lane) {
    for (int i = lane; i < layer_tile * length; i += warp_size) {
      // Neighbouring threads read neighbouring pixels.
      const int across = along_y ? i % layer_tile : i / length;
      const int along = (along_y ? i / layer_tile : i % length) - blur.radius;
      memory.texel[across * length + along + blur.radius] =
          read_texel(from, left + (along_y ? across : along), top + (along_y ? along : across));
    }
  });
  make_pixels(threads, to, column, row, [&](int x, int y) {
    const int across = along_y ? x - left : y - top, along = along_y ? y - top : x - left;
    const LayerTexel* at = memory.texel + across * length + along + blur.radius;
    Samples sum = to_samples(at[0]) * Samples(blur.weight[0]);
    for (int k = 1; k <= blur.radius; ++k)
      sum = with_tap(sum, Samples(blur.weight[k]), to_samples(at[-k]), to_samples(at[k]));
    return sum;
  });
}

template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const HalvePass& pass, int column, int row) {
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    const int left = 2 * x + pass.shift_x - 1, top = 2 * y + pass.shift_y - 1;
    const auto line = [&](int i) {
      const auto at = [&](int k) {
        return read_samples(pass.from, left + (pass.x_first ? k : i), top + (pass.x_first ? i : k));
      };
      return halved_by_eight(at(0), at(1), at(2), at(3));
    };
    return halved_by_eight(line(0), line(1), line(2), line(3)) * Samples(halved_scale);
  });
}

template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const DoublePass& pass, int column, int row) {
  const TiledImage& from = pass.source();
  make_pixels(threads, pass.to, column, row, [&](int x, int y) {
    const int near_x = half_of(x - pass.shift_x), near_y = half_of(y - pass.shift_y);
    const int far_x = near_x - 1 + 2 * ((x - pass.shift_x) & 1);
    const int far_y = near_y - 1 + 2 * ((y - pass.shift_y) & 1);
    const auto line = [&](bool far) {
      const int ax = pass.x_first ? near_x : far ? far_x : near_x;
      const int ay = pass.x_first ? (far ? far_y : near_y) : near_y;
      const int bx = pass.x_first ? far_x : ax, by = pass.x_first ? ay : far_y;
      return doubled_by_four(read_samples(from, ax, ay), read_samples(from, bx, by));
    };
    return doubled_by_four(line(false), line(true)) * Samples(doubled_scale);
  });
}

/// Runs a pass. Tiles whose source has nothing near them are marked as empty and not written.
template <class Pass>
struct RunImagePass {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    if (!pass.is_active()) return;
    const TiledImage& to = pass.output();
    const auto columns = static_cast<std::uint32_t>(to.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(to.rows());
    for (std::uint32_t tile = threads.index(); tile < tiles; tile += threads.count()) {
      const auto column = static_cast<int>(tile % columns), row = static_cast<int>(tile / columns);
      const bool occupied = sees_anything(threads, column, row);
      threads.each([&](int lane) {
        if (lane == 0) to.occupied[tile] = occupied ? 1 : 0;
      });
      if (occupied) make_tile(threads, pass, column, row);
    }
  }

 private:
  /// Whether any tile of the source that a tile looks at is occupied: each thread looks at one of
  /// so many.
  template <class ThreadGroup>
  OVL_FN bool sees_anything(ThreadGroup& threads, int column, int row) const {
    const IntRange x = pass.source_x(column), y = pass.source_y(row);
    const IntRange columns = tiles_of(x.first, x.last), rows = tiles_of(y.first, y.last);
    const int across = columns.last - columns.first + 1, down = rows.last - rows.first + 1;
    for (int first = 0; first < across * down; first += warp_size) {
      const std::uint32_t seen = threads.ballot([&](int lane) {
        const int i = first + lane;
        return i < across * down &&
               pass.source().is_occupied(columns.first + i % across, rows.first + i / across);
      });
      if (seen != 0) return true;
    }
    return false;
  }
};

/// Runs a pass of a formula. Its output may be one of its inputs: a warp reads and writes the same
/// tile.
template <class Formula>
struct RunPointPass {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  PointPass<Formula> pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const TiledImage& to = pass.to;
    const auto columns = static_cast<std::uint32_t>(to.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(to.rows());
    for (std::uint32_t tile = threads.index(); tile < tiles; tile += threads.count()) {
      const std::uint32_t held = threads.ballot(
          [&](int lane) { return lane < Formula::inputs && pass.from[lane].occupied[tile] != 0; });
      bool has[Formula::inputs];
      OVL_UNROLLED
      for (int i = 0; i < Formula::inputs; ++i) has[i] = ((held >> i) & 1U) != 0;
      const bool occupied = pass.formula.occupies(has);
      if (occupied)
        make_pixels(threads, to, static_cast<int>(tile % columns), static_cast<int>(tile / columns),
                    [&](int x, int y) {
                      Samples pixels[Formula::inputs];
                      OVL_UNROLLED
                      for (int i = 0; i < Formula::inputs; ++i)
                        pixels[i] = has[i] ? read_pixel(pass.from[i], x, y) : Samples(0.0F);
                      return pass.formula(pixels);
                    });
      threads.each([&](int lane) {
        if (lane == 0) to.occupied[tile] = occupied ? 1 : 0;
      });
    }
  }

 private:
  OVL_FN static Samples read_pixel(const TiledImage& image, int x, int y) {
    return to_samples(*reinterpret_cast<const LayerTexel*>(image.at(x, y)));
  }
};

/// Calls launch(kernel) for the kernels of a pass, in order.
template <class Pass, class Launch>
void for_each_kernel(const Pass& pass, const Launch& launch) {
  if constexpr (std::is_base_of_v<SpectralPass, Pass>)
    launch(RunSpectralPass<Pass>{pass});
  else
    launch(RunImagePass<Pass>{pass});
}
template <class Launch>
void for_each_kernel(const ConvolvePass& pass, const Launch& launch) {
  launch(RunImagePass<ConvolveAxisPass>{pass.first()});
  launch(RunImagePass<ConvolveAxisPass>{pass.second()});
}
template <class Formula, class Launch>
void for_each_kernel(const PointPass<Formula>& pass, const Launch& launch) {
  launch(RunPointPass<Formula>{pass});
}

/// Queues the passes of effects.
template <class Queue>
struct ImageLauncher {
  Queue& queue;
  template <class Pass>
  void run(const Pass& pass) {
    for_each_kernel(pass, [&](const auto& kernel) { queue.launch(kernel, queue.warps()); });
  }
};

}  // namespace overlace
