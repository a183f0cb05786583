// SPDX-License-Identifier: Apache-2.0
// Passes of effects on a device: one warp per tile, eight pixels per thread.
#pragma once

#include "gpu/device/convolve_tiles.h"
#include "gpu/device/distance_tiles.h"
#include "gpu/device/gather_tiles.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/launch_shape.h"
#include "gpu/device/near_tiles.h"
#include "gpu/device/pixel_tiles.h"
#include "gpu/device/pyramid_tiles.h"
#include "gpu/device/spectral_lines.h"
#include "gpu/device/tile_pixels.h"
#include "gpu/effects/layer_effects.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// The tiles that a pass reads to make one, given those that the tile may show, `seen`.
template <class ThreadGroup, class Pass>
OVL_FN NearTiles read_tiles(ThreadGroup&, const Pass&, const NearTiles& seen) {
  return seen;
}

/// Runs a pass. Tiles whose source has nothing near them are marked as empty and not written.
template <class Pass>
struct RunImagePass {
  static constexpr int group_size = warp_size;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    if (!pass.is_active()) return;
    const TiledImage& to = pass.output();
    const auto columns = static_cast<std::uint32_t>(to.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(to.rows());
    for (std::uint32_t tile = threads.index(); tile < tiles; tile += threads.count()) {
      const auto column = static_cast<int>(tile % columns), row = static_cast<int>(tile / columns);
      const NearTiles seen =
          look_around(threads, pass.source(), {pass.source_x(column), pass.source_y(row)});
      threads.each([&](int lane) {
        if (lane == 0) to.occupied[tile] = seen.any ? 1 : 0;
      });
      if (!seen.any) continue;
      with_near_image<reads_far<Pass>>(
          pass.source(), read_tiles(threads, pass, seen),
          [&](const auto& from) { make_tile(threads, pass, from, column, row); });
    }
  }
};

/// Runs a pass of a formula. Its output may be one of its inputs: a warp reads and writes the same
/// tile.
template <class Formula>
struct RunPointPass {
  static constexpr int group_size = warp_size;
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
        make_pixels<pixels_at_once<PointPass<Formula>>>(
            threads, to, static_cast<int>(tile % columns), static_cast<int>(tile / columns),
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
    return to_samples(load_halves(image.at(x, y)));
  }
};

/// The kernel that runs a pass.
template <class Pass>
struct KernelFor {
  using Kernel = RunImagePass<Pass>;
};
template <>
struct KernelFor<ConvolvePass> : KernelFor<ConvolveAxisPass> {};
template <class Pass>
requires std::is_base_of_v<SpectralPass, Pass>
struct KernelFor<Pass> {
  using Kernel = RunSpectralPass<Pass>;
};
template <class Formula>
struct KernelFor<PointPass<Formula>> {
  using Kernel = RunPointPass<Formula>;
};

/// The kernels of a list of passes.
template <class List>
struct ImageKernelsFor;
template <class... Passes>
struct ImageKernelsFor<PassList<Passes...>> {
  using Kernels = KernelList<typename KernelFor<Passes>::Kernel...>;
};
using EffectKernels = ImageKernelsFor<ImagePasses>::Kernels;

/// Calls launch(kernel) for the kernels of a pass, in order.
template <class Pass, class Launch>
void for_each_kernel(const Pass& pass, const Launch& launch) {
  launch(typename KernelFor<Pass>::Kernel{pass});
}
template <class Launch>
void for_each_kernel(const ConvolvePass& pass, const Launch& launch) {
  launch(RunImagePass<ConvolveAxisPass>{pass.first()});
  launch(RunImagePass<ConvolveAxisPass>{pass.second()});
}

/// Queues the passes of effects.
template <class Queue>
struct ImageLauncher {
  Queue& queue;
  template <class Pass>
  void run(const Pass& pass) {
    const std::uint32_t groups = sharing_groups(most_tiles(pass), queue.warps());
    for_each_kernel(pass, [&](const auto& kernel) { queue.launch(kernel, groups); });
  }
  template <class Pass>
  requires std::is_base_of_v<SpectralPass, Pass>
  void run(const Pass& pass) { queue.launch(RunSpectralPass<Pass>{pass}, queue.warps()); }
};

}  // namespace overlace
