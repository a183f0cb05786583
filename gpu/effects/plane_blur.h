// SPDX-License-Identifier: Apache-2.0
// The Gaussian blur of a picture's planes: like that of layers, but in FP32, mirrored at the edges,
// and only where it is wanted.
#pragma once

#include <algorithm>

#include "gpu/effects/blur_taps.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/plane_blur.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

struct PlaneBlurFilter {
  using Op = BlurOp;
  using Passes = PassList<ConvolvePicturePass, HalvePlanePass<PictureComponent>,
                          HalvePlanePass<PlaneImage>, ConvolvePlanePass, DoublePlanePass,
                          WantPass<BlurredPlane>, WantPass<DoublePlanePass>,
                          WantPass<ConvolvePlanePass>, WantPass<PlaneWay>, MixPass<BlurredPlane>>;
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

  /// All passes for a component that any frame needs, except the one that mixes `last` in. A frame
  /// runs those for its number of levels.
  struct OneComponent {
    int least = 0, most = 0;  ///< levels
    ConvolvePicturePass filter;
    HalvePlanePass<PictureComponent> halve_picture;
    HalvePlanePass<PlaneImage> halve[most_blur_levels + 1];  ///< by the level that is made
    PlaneWay way[most_blur_levels + 1];                      ///< by the level that it begins with
    DoublePlanePass twice[most_blur_levels + 1];             ///< by the level that is read
    ConvolvePlanePass first, second;
    BlurredPlane last;

    OneComponent() = default;
    OneComponent(const BlurOp& op, const PlanePlace& place, const Record::Axes& axes);

    /// Marks what the passes make, from the last one to the first; among levels, from `finest` on.
    template <class Run>
    void mark(const Run& run, int finest = 1) const {
      const auto want = [&]<class Pass>(const Pass& pass) { run(WantPass<Pass>{pass}); };
      want(last);
      if (most == 0) return;
      for (int i = 2; i <= most; ++i) want(twice[i]);
      want(second);
      want(first);
      for (int i = finest; i < most; ++i) want(way[i]);
    }
    template <class Run>
    void make(const Run& run) const {
      if (least == 0) run(filter);
      if (most == 0) return;
      run(halve_picture);
      for (int i = 2; i <= most; ++i) run(halve[i]);
      run(first);
      run(second);
      for (int i = most; i >= 2; --i) run(twice[i]);
    }

   private:
    void use_picture(const PlanePlace& place);
    void use_levels(const PlanePlace& place, const Record::Axes& axes);
  };

  /// Of two components the same is wanted: it is marked once.
  struct Steps {
    OneComponent of[2];
    int count = 1;

    template <class Run>
    void for_each_pass(const Run& run) const {
      of[0].mark(run);
      for (int i = 0; i < count; ++i) of[i].make(run);
    }
    [[nodiscard]] BlurredPlane made(int i) const { return of[i].last; }
  };
  /// `op` need only have the bounds of sigma; the frame's own `record` is read when passes run.
  [[nodiscard]] static Steps steps(const BlurOp& op, const PlanePlaces& places,
                                   const Record* record) {
    const PlanePlace& first = places.first;
    const Record::Axes& axes = record->of[first.across - 1][first.down - 1];
    Steps steps{.of = {OneComponent(op, first, axes)}};
    if (!places.next) return steps;
    PlanePlace next = *places.next;
    next.scratch = first.scratch.with_same_marks(next.scratch);
    steps.of[1] = OneComponent(op, next, axes);
    steps.count = 2;
    return steps;
  }

 private:
  /// A level's samples are made from four of the finer level, and contribute to six.
  [[nodiscard]] static int reach(const Axis& axis) {
    int reach = axis.radius;
    for (int i = 0; i < axis.levels; ++i) reach = 2 * reach + 4;
    return reach;
  }
};

inline PlaneBlurFilter::OneComponent::OneComponent(const BlurOp& op, const PlanePlace& place,
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
inline void PlaneBlurFilter::OneComponent::use_picture(const PlanePlace& place) {
  PlaneMemory memory = place.scratch;
  filter.from = place.from;
  filter.to = last.filtered[0] = memory.take(place.from.size);
}

/// Frames whose filter runs on a level of the pyramid.
inline void PlaneBlurFilter::OneComponent::use_levels(const PlanePlace& place,
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
