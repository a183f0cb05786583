// SPDX-License-Identifier: Apache-2.0
// Passes over the planes of a picture on a device: a warp takes a tile, a thread eight of its
// samples.
#pragma once

#include "gpu/device/thread_group.h"
#include "gpu/effects/picture_effects.h"

namespace overlace {

/// Calls f(x, y) for each sample of a tile that a plane of this size has.
template <class ThreadGroup, class F>
OVL_FN void for_each_sample(ThreadGroup& threads, Size size, int column, int row, const F& f) {
  threads.each([&](int lane) {
    for (int i = lane; i < layer_tile * layer_tile; i += warp_size) {
      const int x = column * layer_tile + i % layer_tile, y = row * layer_tile + i / layer_tile;
      if (x < size.width && y < size.height) f(x, y);
    }
  });
}
/// Makes the samples of a tile: make(x, y) is one.
template <class ThreadGroup, class Make>
OVL_FN void make_samples(ThreadGroup& threads, const PlaneImage& to, int column, int row,
                         const Make& make) {
  for_each_sample(threads, to.size, column, row, [&](int x, int y) { to.row(y)[x] = make(x, y); });
}

/// What a warp reads for a tile that is filtered along an axis.
struct ConvolvePlaneMemory {
  static constexpr int longest = layer_tile + 2 * most_plane_radius;
  float sample[layer_tile * longest];  ///< lines along the axis, one after the other
};

/// Filters a tile of a plane, or of the picture.
template <class ThreadGroup, class Source>
OVL_FN void convolve_tile(ThreadGroup& threads, const PlaneConvolution& convolution,
                          const Source& from, const PlaneImage& to, int column, int row) {
  auto& memory = threads.template shared<ConvolvePlaneMemory>();
  const int radius = convolution.blur->radius;
  const int left = column * layer_tile, top = row * layer_tile;
  const int length = layer_tile + 2 * radius;
  const bool along_y = convolution.along_y;
  threads.each([&](int lane) {
    for (int i = lane; i < layer_tile * length; i += warp_size) {
      // Neighbouring threads read neighbouring samples.
      const int across = along_y ? i % layer_tile : i / length;
      const int along = (along_y ? i / layer_tile : i % length) - radius;
      memory.sample[across * length + along + radius] =
          sample_of(from, left + (along_y ? across : along), top + (along_y ? along : across));
    }
  });
  make_samples(threads, to, column, row, [&](int x, int y) {
    const int across = along_y ? x - left : y - top, along = along_y ? y - top : x - left;
    const float* at = memory.sample + across * length + along + radius;
    return convolution.sample([&](int k) { return at[k]; });
  });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolvePicturePass& pass, int column, int row) {
  convolve_tile(threads, pass, pass.from, pass.to, column, row);
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolvePlanePass& pass, int column, int row) {
  convolve_tile(threads, pass, pass.source(), pass.output(), column, row);
}

template <class ThreadGroup, class Finer>
OVL_FN void make_tile(ThreadGroup& threads, const HalvePlanePass<Finer>& pass, int column,
                      int row) {
  make_samples(threads, pass.to, column, row,
               [&](int x, int y) { return pass.halved(pass.from, x, y); });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const DoublePlanePass& pass, int column, int row) {
  make_samples(threads, pass.to, column, row,
               [&](int x, int y) { return pass.doubled(pass.from, x, y); });
}

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const SamplePass<Formula>& pass, int column, int row) {
  make_samples(threads, pass.output(), column, row,
               [&](int x, int y) { return pass.formula.sample(x, y); });
}

template <class ThreadGroup, class Field>
OVL_FN void make_tile(ThreadGroup& threads, const PlaneGatherPass<Field>& pass, int column,
                      int row) {
  const auto near = pass.near_tile(column, row);
  make_samples(threads, pass.to, column, row, [&](int x, int y) {
    const auto at = pass.place(near, static_cast<float>(x), static_cast<float>(y));
    return pass.seen(at.x, at.y);
  });
}

template <class ThreadGroup, class Made>
OVL_FN void make_tile(ThreadGroup& threads, const MixPass<Made>& pass, int column, int row) {
  for_each_sample(threads, pass.to.size, column, row, [&](int x, int y) {
    const float coverage = pass.to.coverage(x, y);
    if (coverage == 0 || !has_sample(pass.to.plane(), x, y)) return;
    const float alpha = pass.to.is_straight() ? pass.alpha.sample(x, y) : 0.0F;
    pass.mix(pass.to, x, y, coverage, pass.from.sample(x, y), alpha);
    if (pass.mixes_next)
      pass.mix(pass.to.next(), x, y, coverage, pass.from_next.sample(x, y), alpha);
  });
}

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const ChangePass<Formula>& pass, int column, int row) {
  const PictureComponent& from = pass.from;
  for_each_sample(threads, from.size, column, row, [&](int x, int y) {
    const float coverage = has_sample(from.plane(), x, y) ? from.coverage(x, y) : 0.0F;
    const Pixel<float> change = coverage != 0 ? pass.formula.change(from, x, y) : Pixel<float>{};
    OVL_UNROLLED
    for (int i = 0; i < most_components; ++i)
      if (pass.makes(i)) pass.to.row(i, y)[x] = change_of_code(from.picture(), i, change, coverage);
  });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const AddPass& pass, int column, int row) {
  for_each_sample(threads, pass.to.size, column, row, [&](int x, int y) {
    if (has_sample(pass.to.plane(), x, y)) pass.add(x, y, pass.change(x, y));
  });
}

/// Makes the wanted tiles of a pass's output.
template <class Pass>
struct RunPlanePass {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    if (!pass.is_active()) return;
    const auto& to = pass.output();
    const auto columns = static_cast<std::uint32_t>(to.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(to.rows());
    for (std::uint32_t tile = threads.index(); tile < tiles; tile += threads.count()) {
      const auto column = static_cast<int>(tile % columns), row = static_cast<int>(tile / columns);
      if (to.is_wanted(column, row)) make_tile(threads, pass, column, row);
    }
  }
};
/// Marks the tiles that a pass wants of its source. A thread takes a tile.
template <class Pass>
struct RunPlanePass<WantPass<Pass>> {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  WantPass<Pass> pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    if (!pass.is_active()) return;
    const PlaneImage of = pass.output();
    const auto columns = static_cast<std::uint32_t>(of.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(of.rows());
    threads.each([&](int lane) {
      for (std::uint32_t tile = threads.thread(lane); tile < tiles;
           tile += threads.count() * warp_size)
        of.wanted[tile] =
            pass.wants(static_cast<int>(tile % columns), static_cast<int>(tile / columns)) ? 1 : 0;
    });
  }
};

/// Marks what the region covers of a component. A thread takes a tile.
template <>
struct RunPlanePass<CoverPass> {
  static constexpr int group_size = warp_size;
  static constexpr bool is_persistent = true;
  CoverPass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const PictureComponent& of = pass.of;
    const bool is_active = of.is_active();
    const auto columns = static_cast<std::uint32_t>(of.columns());
    const std::uint32_t tiles = columns * static_cast<std::uint32_t>(of.rows());
    threads.each([&](int lane) {
      for (std::uint32_t tile = threads.thread(lane); tile < tiles;
           tile += threads.count() * warp_size) {
        const auto column = static_cast<int>(tile % columns),
                   row = static_cast<int>(tile / columns);
        of.covered[tile] =
            is_active ? of.mark_of(of.seen_columns(column), of.seen_rows(row)) : std::uint8_t{0};
      }
    });
  }
};

/// Queues the passes of effects on the picture.
template <class Queue>
struct PlaneLauncher {
  Queue& queue;
  template <class Pass>
  void run(const Pass& pass) {
    queue.launch(RunPlanePass<Pass>{pass}, queue.warps());
  }
};

}  // namespace overlace
