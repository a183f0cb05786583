// SPDX-License-Identifier: Apache-2.0
// The Gaussian blur of a picture's planes: like that of layers, but in FP32, mirrored at the edges,
// and only where it is wanted.
#pragma once

#include <algorithm>

#include "gpu/effects/blur_taps.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/joined_blur.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Whether a back-end makes several steps of a blur at once.
template <class Runner>
inline constexpr bool joins_blur_steps = requires { requires Runner::joins_blur_steps; };

struct PlaneBlurFilter {
  using Op = BlurOp;
  using Passes =
      PassList<ConvolvePicturePass, HalvePlanePass<PictureComponent>, HalvePlanePass<PlaneImage>,
               ConvolvePlanePass, DoublePlanePass, WantPass<BlurredPlane>,
               WantPass<DoublePlanePass>, WantPass<ConvolvePlanePass>, WantPass<PlaneWay>>;
  using CpuPasses = PassList<HalveTwicePass, ConvolveHalvedPass, MixPass<JoinedBlur>>;
  using DevicePasses = PassList<MixPass<BlurredPlane>>;
  using Axis = PlaneAxis;
  /// Indexed by the pixels per sample, across and down, less one.
  struct Record {
    struct Axes {
      Axis x, y;
    } of[2][2];
  };

  [[nodiscard]] static Record record(const BlurOp& op) {
    Record record;
    for (const int across : {1, 2})
      for (const int down : {1, 2}) {
        const PlaneSigma sigma = plane_sigma(op.sigma, across, down);
        const auto axis = [levels = sigma.levels()](double of) {
          return blur_record<most_plane_radius>(plane_steps, of, levels);
        };
        record.of[across - 1][down - 1] = {axis(sigma.x), axis(sigma.y)};
      }
    return record;
  }

  [[nodiscard]] static int reach(const BlurOp& op) {
    const Record frame = record(op);
    int most = 0;
    for (const int across : {1, 2})
      for (const int down : {1, 2}) {
        const Record::Axes& axes = frame.of[across - 1][down - 1];
        most = std::max({most, reach(axes.x) * across, reach(axes.y) * down});
      }
    return most;
  }

  template <class Runner>
  using Made = std::conditional_t<joins_blur_steps<Runner>, JoinedBlur, BlurredPlane>;

  /// `op` need only have the bounds of sigma; the frame's own `record` is read when passes run.
  template <class Runner>
  static Made<Runner> make(Runner& runner, const BlurOp& op, const PlanePlace& place,
                           const Record* record) {
    return make_passes(runner, op, place, record, true);
  }
  /// For two components of which the same is wanted: it is marked once.
  template <class Runner>
  static MadePair<Made<Runner>> make_pair(Runner& runner, const BlurOp& op, const PlanePlace& first,
                                          const PlaneMemory& free, const Record* record) {
    PlanePlace next = first;
    next.from = first.from.next();
    next.scratch = first.scratch.with_same_marks(free);
    return {make(runner, op, first, record), make_passes(runner, op, next, record, false)};
  }

  /// Mixes a result in. A CPU also runs the first filter here where it can: see JoinedBlur.
  template <class Runner>
  static void mix(Runner& runner, const MixPass<Made<Runner>>& pass) {
    if constexpr (joins_blur_steps<Runner>)
      if (pass.from.runs_in_bands()) return mix_in_bands(runner, pass);
    runner.run(pass);
  }

 private:
  /// Runs all passes but the last, first those that mark what they will make, if that `is_to_mark`.
  template <class Runner>
  static Made<Runner> make_passes(Runner& runner, const BlurOp& op, const PlanePlace& place,
                                  const Record* record, bool is_to_mark) {
    AllPasses passes(op, place, record->of[place.across - 1][place.down - 1]);
    constexpr bool joined = joins_blur_steps<Runner>;
    if constexpr (joined) passes.join();
    if (is_to_mark)
      passes.template backwards<joined>(
          [&]<class Pass>(const Pass& pass) { runner.run(WantPass<Pass>{pass}); });
    passes.template forwards<joined>([&](const auto& pass) { runner.run(pass); });
    if constexpr (joined)
      return {passes.last, passes.filter, {passes.halve_picture, passes.first}};
    else
      return passes.last;
  }

  /// A level's samples are made from four of the finer level, and contribute to six.
  [[nodiscard]] static int reach(const Axis& axis) {
    int reach = axis.radius;
    for (int i = 0; i < axis.levels; ++i) reach = 2 * reach + 4;
    return reach;
  }

  /// Runs the first filter on the rows that a band needs, then mixes the band.
  template <class Runner>
  static void mix_in_bands(Runner& runner, const MixPass<JoinedBlur>& pass) {
    const JoinedBlur& made = pass.from;
    const int tiles = band_tiles << made.levels(), rows = pass.to.rows();
    int filtered = 0;  // rows of tiles
    for (int top = 0; top < rows; top += tiles) {
      const int below = std::min(top + tiles, rows);
      int needed = filtered;
      while (needed < made.source().rows() && made.output_y(needed).first < below * layer_tile)
        ++needed;
      filter_rows(runner, pass, {filtered, needed - 1});
      filtered = needed;
      runner.run_rows(pass, {top, below - 1});
    }
  }
  template <class Runner>
  static void filter_rows(Runner& runner, const MixPass<JoinedBlur>& pass, IntRange rows) {
    const auto filter = [&](const JoinedBlur& of) {
      runner.run_rows(of.filter_halved, rows);
      runner.run_rows(of.filter_picture, rows);
    };
    if (pass.mixes_next && pass.from.levels() == 0) {
      ConvolvePicturePass both = pass.from.filter_picture;
      both.makes_next = true;
      both.to_next = pass.from_next.filter_picture.to;
      runner.run_rows(both, rows);
    } else {
      filter(pass.from);
      if (pass.mixes_next) filter(pass.from_next);
    }
    if (pass.to.is_straight()) filter(pass.alpha);
  }

  /// All passes that any frame needs, except the last, which mixes.
  struct AllPasses {
    int least, most;  ///< levels
    ConvolvePicturePass filter;
    HalvePlanePass<PictureComponent> halve_picture;
    HalvePlanePass<PlaneImage> halve[most_blur_levels + 1];  ///< by the level that is made
    PlaneWay way[most_blur_levels + 1];                      ///< by the level that it begins with
    DoublePlanePass twice[most_blur_levels + 1];             ///< by the level that is read
    ConvolvePlanePass first, second;
    BlurredPlane last;

    AllPasses(const BlurOp& op, const PlanePlace& place, const Record::Axes& axes);
    /// Leaves out what steps made at once do without: the first level in memory and, if the second
    /// filter runs down columns, passes of their own for filters on the picture and on this level.
    void join() {
      halve_picture.is_last = true;
      if (!last.second.along_y) return;
      last.most_filtered = 1;
      last.filtered[0] = filter.to;
      last.filtered[1] = first.to[1];
      first.least = second.least = 2;
    }
    template <bool joined, class Run>
    void forwards(const Run& run) const {
      const bool in_bands = last.most_filtered > 0;
      if (least == 0 && !in_bands) run(filter);
      if (most == 0) return;
      if (!in_bands) run(halve_picture);
      if constexpr (joined)
        if (most >= 2) run(HalveTwicePass{halve_picture, halve[2]});
      for (int i = joined ? 3 : 2; i <= most; ++i) run(halve[i]);
      run(first);
      run(second);
      for (int i = most; i >= 2; --i) run(twice[i]);
    }
    template <bool joined, class Run>
    void backwards(const Run& run) const {
      run(last);
      if (most == 0) return;
      for (int i = 2; i <= most; ++i) run(twice[i]);
      run(second);
      run(first);
      for (int i = joined ? 2 : 1; i < most; ++i) run(way[i]);
    }

   private:
    void use_picture(const PlanePlace& place);
    void use_levels(const PlanePlace& place, const Record::Axes& axes);
  };
};

inline PlaneBlurFilter::AllPasses::AllPasses(const BlurOp& op, const PlanePlace& place,
                                             const Record::Axes& axes)
    : least(plane_sigma(op.least_sigma, place.across, place.down).levels()),
      most(plane_sigma(op.most_sigma, place.across, place.down).levels()) {
  const bool transposed = place.stored.transposed;
  const PlaneConvolution one{transposed, transposed ? &axes.y : &axes.x};
  const PlaneConvolution other{!transposed, transposed ? &axes.x : &axes.y};
  static_cast<PlaneConvolution&>(filter) = static_cast<PlaneConvolution&>(first) = one;
  static_cast<PlaneConvolution&>(second) = last.second = other;
  last.wanted = {.samples = nullptr, .wanted = place.from.covered, .size = place.from.size};
  // A frame needs one or the other; they share the same memory.
  if (least == 0) use_picture(place);
  if (most > 0) use_levels(place, axes);
}

/// Frames whose filter runs on the picture itself.
inline void PlaneBlurFilter::AllPasses::use_picture(const PlanePlace& place) {
  PlaneMemory memory = place.scratch;
  filter.from = place.from;
  filter.to = last.filtered[0] = memory.take(place.from.size);
}

/// Frames whose filter runs on a level of the pyramid.
inline void PlaneBlurFilter::AllPasses::use_levels(const PlanePlace& place,
                                                   const Record::Axes& axes) {
  const PlaneAxis* const axis = &axes.x;
  const BlurPyramid pyramid(place.from.size, place.stored, plane_margins(most));
  PlaneMemory memory = place.scratch;
  // A level's samples from halving and those for doubling share the same memory.
  PlaneImage down[most_blur_levels + 1], up[most_blur_levels + 1];
  for (int i = 1; i <= most; ++i) {
    down[i] = memory.take(pyramid.level[i].size);
    up[i] = memory.with_marks(down[i]);
  }
  const auto step = [&](int i) -> PlanePyramidStep {
    return {pyramid.level[i].shift_x, pyramid.level[i].shift_y, place.stored.transposed};
  };
  halve_picture = {step(1), place.from, down[1], 1, axis};
  for (int i = 2; i <= most; ++i) {
    halve[i] = {step(i), down[i - 1], down[i], i, axis};
    twice[i] = {{step(i), i, axis}, up[i], up[i - 1]};
  }
  for (int i = 1; i < most; ++i) {
    way[i] = {.level = i, .of = down[i], .made = last.wanted, .x = &axes.x, .y = &axes.y};
    for (int coarse = 1; coarse <= most; ++coarse) {
      way[i].shift_x[coarse] = pyramid.level[coarse].shift_x;
      way[i].shift_y[coarse] = pyramid.level[coarse].shift_y;
    }
  }
  last.twice = {step(1), 1, axis};
  last.coarse = up[1];
  for (int i = std::max(least, 1); i <= most; ++i) {
    PlaneMemory free = memory;
    first.from[i] = down[i];
    first.to[i] = second.from[i] = free.take(pyramid.level[i].size);
    second.to[i] = up[i];
  }
}

}  // namespace overlace
