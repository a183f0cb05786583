// SPDX-License-Identifier: Apache-2.0
// Passes over the planes of a picture on a device: one warp per group of rows of a tile.
#pragma once

#include "gpu/device/component_reader.h"
#include "gpu/device/kernel_list.h"
#include "gpu/device/launch_shape.h"
#include "gpu/device/thread_group.h"
#include "gpu/effects/picture_effects.h"
#include "gpu/kernels/bits.h"

namespace overlace {

/// Some rows of a tile.
struct TilePart {
  int column, row;  ///< of the tile
  int top;          ///< the first row, counted in the plane
  int rows;         ///< even
};
/// Rows of a tile that a warp makes at a time. Few of a picture's tiles are wanted, and small parts
/// are done sooner; but filters also read a tile's halo, and so take whole tiles, while sums and
/// means of blocks are few and slow, and so come in smaller parts.
template <class Pass>
inline constexpr int rows_at_once = 4;
template <>
inline constexpr int rows_at_once<ConvolvePicturePass> = layer_tile;
template <>
inline constexpr int rows_at_once<ConvolvePlanePass> = layer_tile;
template <>
inline constexpr int rows_at_once<SamplePass<CoveredMosaic>> = 2;
template <>
inline constexpr int rows_at_once<SamplePass<MosaicSums>> = 2;
template <>
inline constexpr int rows_at_once<SamplePass<MosaicMeans>> = 2;

/// Calls f(x, y) for each sample of a part that lies in a plane of this size.
template <class ThreadGroup, class F>
OVL_FN void for_each_sample(ThreadGroup& threads, Size size, const TilePart& part, const F& f) {
  constexpr int lines = warp_size / layer_tile;
  threads.each([&](int lane) {
    const int x = part.column * layer_tile + lane % layer_tile;
    for (int line = lane / layer_tile; line < part.rows; line += lines)
      if (x < size.width && part.top + line < size.height) f(x, part.top + line);
  });
}
/// Makes the samples of a part, each by make(x, y).
template <class ThreadGroup, class Make>
OVL_FN void make_samples(ThreadGroup& threads, const PlaneImage& to, const TilePart& part,
                         const Make& make) {
  for_each_sample(threads, to.size, part, [&](int x, int y) { to.row(y)[x] = make(x, y); });
}

/// What a warp reads for a tile that is filtered along an axis.
struct ConvolvePlaneMemory {
  static constexpr int longest = (layer_tile + 2 * most_plane_radius) | 1;
  float sample[layer_tile * longest];  ///< lines along the axis, one after the other
};

/// Filters a tile of a plane, or of the picture.
template <class ThreadGroup, class Source>
OVL_FN void convolve_tile(ThreadGroup& threads, const PlaneConvolution& convolution,
                          const Source& from, const PlaneImage& to, const TilePart& part) {
  auto& memory = threads.template shared<ConvolvePlaneMemory>();
  const int radius = convolution.blur->radius;
  const int left = part.column * layer_tile, top = part.top;
  const int length = layer_tile + 2 * radius;
  const int apart = length | 1;  // from line to line; odd, to avoid bank conflicts
  const bool along_y = convolution.along_y;
  // Neighbouring threads read neighbouring samples.
  threads.each([&](int lane) {
    if (along_y) {
      const int across = lane % layer_tile;
      for (int along = lane / layer_tile; along < length; along += warp_size / layer_tile)
        memory.sample[across * apart + along] =
            sample_of(from, left + across, top + along - radius);
    } else {
      for (int along = lane; along < length; along += warp_size)
        for (int across = 0; across < layer_tile; ++across)
          memory.sample[across * apart + along] =
              sample_of(from, left + along - radius, top + across);
    }
  });
  make_samples(threads, to, part, [&](int x, int y) {
    const int across = along_y ? x - left : y - top, along = along_y ? y - top : x - left;
    const float* at = memory.sample + across * apart + along + radius;
    return convolution.sample([&](int k) { return at[k]; });
  });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolvePicturePass& pass, const TilePart& part) {
  convolve_tile(threads, pass, ComponentReader(pass.from), pass.to, part);
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const ConvolvePlanePass& pass, const TilePart& part) {
  convolve_tile(threads, pass, pass.source(), pass.output(), part);
}

template <class ThreadGroup, class Finer>
OVL_FN void make_tile(ThreadGroup& threads, const HalvePlanePass<Finer>& pass,
                      const TilePart& part) {
  const auto& finer = reader_of(pass.from);
  make_samples(threads, pass.to, part, [&](int x, int y) { return pass.halved(finer, x, y); });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const DoublePlanePass& pass, const TilePart& part) {
  make_samples(threads, pass.to, part, [&](int x, int y) { return pass.doubled(pass.from, x, y); });
}

template <class ThreadGroup, class Formula>
OVL_FN void make_tile(ThreadGroup& threads, const SamplePass<Formula>& pass, const TilePart& part) {
  make_samples(threads, pass.output(), part,
               [&](int x, int y) { return pass.formula.sample(x, y); });
}

/// The same code makes both components, one after the other, because it is long.
template <class ThreadGroup, class Field>
OVL_FN void make_tile(ThreadGroup& threads, const PlaneGatherPass<Field>& pass,
                      const TilePart& part) {
  const auto near = pass.near_tile(part.column, part.row);
  if (pass.leaves_tile(near, part.column, part.row)) return;
  OVL_ROLLED
  for (int i = 0; i < (pass.makes_next ? 2 : 1); ++i) {
    const ComponentReader from(i == 0 ? pass.from : pass.from.next());
    make_samples(threads, i == 0 ? pass.to : pass.to_next, part, [&](int x, int y) {
      const auto at = pass.place(near, static_cast<float>(x), static_cast<float>(y));
      return pass.seen(from, at.x, at.y);
    });
  }
}

/// A function (made, x, y) that returns a sample of a tile.
template <class Made>
OVL_FN auto samples_of_tile(const MixPass<Made>&, const TilePart&) {
  return [](const Made& made, int x, int y) { return made.sample(x, y); };
}
/// All components share the insets near a tile.
OVL_FN auto samples_of_tile(const MixPass<ShownInsets>& pass, const TilePart& part) {
  return [near = pass.from.near_tile(part.column, part.row)](
             const ShownInsets& made, int x, int y) { return made.sample(near, x, y); };
}
template <class ThreadGroup, class Made>
OVL_FN void make_tile(ThreadGroup& threads, const MixPass<Made>& pass, const TilePart& part) {
  const auto sample = samples_of_tile(pass, part);
  for_each_sample(threads, pass.to.size, part, [&](int x, int y) {
    const float coverage = pass.to.coverage(x, y);
    if (coverage == 0 || !has_sample(pass.to.plane(), x, y)) return;
    const float alpha = pass.to.is_straight() ? sample(pass.alpha, x, y) : 0.0F;
    pass.mix(pass.to, x, y, coverage, sample(pass.from, x, y), alpha);
    if (pass.mixes_next)
      pass.mix(pass.to.next(), x, y, coverage, sample(pass.from_next, x, y), alpha);
  });
}

/// What a pass of layers adds to a pixel of a tile.
template <class LayerPass>
struct TileChanges {
  const ChangePass<LayerPass>& pass;
  const TilePart& part;

  [[nodiscard]] OVL_FN Samples of(int x, int y) const {
    const ComponentReader reader(pass.from);
    const PictureReader<LayerPass, ComponentReader> picture{pass, reader, x, y};
    LayerChange<float, LayerPass> change(pass.pass, part.column, part.row);
    return change(picture, static_cast<float>(x), static_cast<float>(y));
  }
};
template <class ThreadGroup, class LayerPass>
OVL_FN void make_tile(ThreadGroup& threads, const ChangePass<LayerPass>& pass,
                      const TilePart& part) {
  const PictureComponent& from = pass.from;
  const TileChanges<LayerPass> changes{pass, part};
  for_each_sample(threads, from.size, part, [&](int x, int y) {
    const float coverage = has_sample(from.plane(), x, y) ? from.coverage(x, y) : 0.0F;
    const Samples change = coverage != 0 ? changes.of(x, y) : Samples(0.0F);
    OVL_UNROLLED
    for (int i = 0; i < most_components; ++i)
      if (pass.makes(i)) pass.to.row(i, y)[x] = change_of_code(from.picture(), i, change, coverage);
  });
}
template <class ThreadGroup>
OVL_FN void make_tile(ThreadGroup& threads, const AddPass& pass, const TilePart& part) {
  for_each_sample(threads, pass.to.size, part, [&](int x, int y) {
    if (has_sample(pass.to.plane(), x, y)) pass.add(x, y, pass.change(x, y));
  });
}

/// Makes the wanted tiles of a pass's output. A warp checks 32 of its parts at once.
template <class Pass>
struct RunPlanePass {
  static constexpr int group_size = warp_size;
  Pass pass;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    if (!pass.is_active()) return;
    constexpr int rows = rows_at_once<Pass>;
    const auto& to = pass.output();
    const auto columns = static_cast<std::uint32_t>(to.columns());
    constexpr std::uint32_t parts_of_tile = layer_tile / rows;
    const std::uint32_t parts = columns * static_cast<std::uint32_t>(to.rows()) * parts_of_tile;
    // Neighbouring warps take parts of one tile.
    const auto part_of = [&](std::uint32_t index) -> TilePart {
      const std::uint32_t tile = index / parts_of_tile;
      const auto column = static_cast<int>(tile % columns), row = static_cast<int>(tile / columns);
      return {column, row, row * layer_tile + static_cast<int>(index % parts_of_tile) * rows, rows};
    };
    const std::uint32_t apart = threads.count();
    for (std::uint32_t first = threads.index(); first < parts; first += warp_size * apart) {
      std::uint32_t wanted = threads.ballot([&](int lane) {
        const std::uint32_t index = first + static_cast<std::uint32_t>(lane) * apart;
        const TilePart part = part_of(index);
        return index < parts && to.is_wanted(part.column, part.row);
      });
      for (; wanted != 0; wanted &= wanted - 1) {
        const auto turn = static_cast<std::uint32_t>(lowest_bit(wanted));
        make_tile(threads, pass, part_of(first + turn * apart));
      }
    }
  }
};

/// Whether any tile in a range is wanted. Each thread of a warp checks the tiles of a column.
template <class ThreadGroup, class Marked>
OVL_FN bool any_wanted(ThreadGroup& threads, const Marked& marked, IntRange columns,
                       IntRange rows) {
  constexpr int at_once = 8;  // loaded before the first is needed
  for (int left = columns.first; left <= columns.last; left += warp_size)
    for (int top = rows.first; top <= rows.last; top += at_once) {
      const std::uint32_t seen = threads.ballot([&](int lane) {
        bool any = false;
        OVL_UNROLLED
        for (int row = top; row < top + at_once; ++row)
          any |=
              left + lane <= columns.last && row <= rows.last && marked.is_wanted(left + lane, row);
        return any;
      });
      if (seen != 0) return true;
    }
  return false;
}
template <class ThreadGroup, class Pass>
OVL_FN bool wants(ThreadGroup& threads, const WantPass<Pass>& pass, int column, int row) {
  return any_wanted(threads, pass.pass.output(), pass.seen_columns(column), pass.seen_rows(row));
}
template <class ThreadGroup, class Formula>
OVL_FN bool wants(ThreadGroup& threads, const WantPass<SamplePass<Formula>>& pass, int column,
                  int row) {
  const Formula& formula = pass.pass.formula;
  return any_wanted(threads, formula.from, formula.seen_columns(column), formula.seen_rows(row));
}

template <class ThreadGroup>
OVL_FN bool wants(ThreadGroup&, const WantPass<InsetSight>& pass, int column, int row) {
  return pass.wants(column, row);
}

/// Whether a tile depends on so many others that it takes a warp, however many tiles there are.
template <class Pass>
inline constexpr bool looks_far = false;
template <>
inline constexpr bool looks_far<PlaneWay> = true;

/// Marks the tiles of its source that a pass wants. One thread per tile, or one warp if there are
/// few tiles or each depends on many.
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
    if (looks_far<Pass> || tiles <= threads.count()) {
      for (std::uint32_t tile = threads.index(); tile < tiles; tile += threads.count())
        mark_by_warp(threads, of.wanted, tile, columns);
      return;
    }
    threads.each([&](int lane) {
      for (std::uint32_t tile = threads.thread(lane); tile < tiles;
           tile += threads.count() * warp_size)
        of.wanted[tile] =
            pass.wants(static_cast<int>(tile % columns), static_cast<int>(tile / columns)) ? 1 : 0;
    });
  }

 private:
  template <class ThreadGroup>
  OVL_FN void mark_by_warp(ThreadGroup& threads, std::uint8_t* marks, std::uint32_t tile,
                           std::uint32_t columns) const {
    const bool wanted =
        wants(threads, pass, static_cast<int>(tile % columns), static_cast<int>(tile / columns));
    threads.each([&](int lane) {
      if (lane == 0) marks[tile] = wanted ? 1 : 0;
    });
  }
};

/// Marks what the region covers of a component. One thread per tile.
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

/// The kernels of a list of passes.
template <class List>
struct PlaneKernelsFor;
template <class... Passes>
struct PlaneKernelsFor<PassList<Passes...>> {
  using Kernels = KernelList<RunPlanePass<Passes>...>;
};
using PictureEffectKernels = PlaneKernelsFor<PlanePasses>::Kernels;

/// Queues the passes of effects on the picture.
template <class Queue>
class PlaneLauncher : public StepByStep<PlaneLauncher<Queue>> {
 public:
  explicit PlaneLauncher(Queue& queue) : queue_(queue) {}
  template <class Pass>
  void run(const Pass& pass) {
    const std::uint32_t parts = most_tiles(pass) * (layer_tile / rows_at_once<Pass>);
    queue_.launch(RunPlanePass<Pass>{pass}, sharing_groups(parts, queue_.warps()));
  }
  template <class Pass>
  void run(const WantPass<Pass>& pass) {
    mark(pass);
  }
  void run(const CoverPass& pass) { mark(pass); }

 private:
  template <class Pass>
  void mark(const Pass& pass) {
    queue_.launch(RunPlanePass<Pass>{pass}, queue_.warps());
  }

  Queue& queue_;
};

}  // namespace overlace
