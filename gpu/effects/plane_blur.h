// SPDX-License-Identifier: Apache-2.0
// The Gaussian blur of a picture's planes: as that of layers, in FP32, between mirrors, and only
// where somebody wants it.
#pragma once

#include <algorithm>

#include "gpu/effects/blur_taps.h"
#include "gpu/effects/passes.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/plane_blur.h"
#include "graph/plan/effects.h"

namespace overlace {

struct PlaneBlurFilter {
  using Op = BlurOp;
  using Passes =
      PassList<LoadPass, MixPass<PlaneImage>, ConvolvePlanePass, HalvePlanePass, DoublePlanePass,
               WantPass<ConvolvePlanePass>, WantPass<HalvePlanePass>, WantPass<DoublePlanePass>>;
  using Axis = PlaneAxis;
  /// By the pixels that a sample has across and down, less one.
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
        record.of[across - 1][down - 1] = {blur_record<most_plane_radius>(sigma.x, sigma.levels()),
                                           blur_record<most_plane_radius>(sigma.y, sigma.levels())};
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

  /// `op` need only have the bounds of sigma; the frame's own `record` is read when passes run.
  template <class Runner>
  static PlaneImage make(Runner& runner, const BlurOp& op, const PlanePlace& place,
                         const Record* record) {
    // The last pass writes what the first one read: both are the same memory.
    PlaneMemory memory = place.scratch;
    const PlaneImage input = memory.take(place.from.size);
    PlaneImage output = input;
    output.wanted = place.from.covered;
    const AllPasses passes(op, place, {input, output, memory},
                           record->of[place.across - 1][place.down - 1]);
    passes.backwards([&]<class Pass>(const Pass& pass) { runner.run(WantPass<Pass>{pass}); });
    runner.run(LoadPass{place.from, input});
    passes.forwards([&](const auto& pass) { runner.run(pass); });
    return output;
  }

 private:
  /// A level's samples are made of four of the finer level, and reach into as many.
  [[nodiscard]] static int reach(const Axis& axis) {
    int reach = axis.radius;
    for (int i = 0; i < axis.levels; ++i) reach = 2 * reach + 4;
    return reach;
  }

  struct Planes {
    PlaneImage input, output;
    PlaneMemory scratch;  ///< for the others
  };
  /// All passes that some frame needs.
  struct AllPasses {
    int least, most;                              ///< levels
    HalvePlanePass halve[most_blur_levels + 1];   ///< by the level that is made
    DoublePlanePass twice[most_blur_levels + 1];  ///< by the level that is read
    ConvolvePlanePass first, second;

    AllPasses(const BlurOp& op, const PlanePlace& place, const Planes& planes,
              const Record::Axes& axes);
    template <class Run>
    void forwards(const Run& run) const {
      for (int i = 1; i <= most; ++i) run(halve[i]);
      run(first);
      run(second);
      for (int i = most; i >= 1; --i) run(twice[i]);
    }
    template <class Run>
    void backwards(const Run& run) const {
      for (int i = 1; i <= most; ++i) run(twice[i]);
      run(second);
      run(first);
      for (int i = most; i >= 1; --i) run(halve[i]);
    }
  };
};

inline PlaneBlurFilter::AllPasses::AllPasses(const BlurOp& op, const PlanePlace& place,
                                             const Planes& planes, const Record::Axes& axes)
    : least(plane_sigma(op.least_sigma, place.across, place.down).levels()),
      most(plane_sigma(op.most_sigma, place.across, place.down).levels()) {
  const bool transposed = place.stored.transposed;
  const BlurPyramid pyramid(planes.input.size, place.stored, plane_margins(most));
  PlaneMemory memory = planes.scratch;
  // Of a level, what was halved and what is to be doubled are the same memory.
  PlaneImage down[most_blur_levels + 1] = {planes.input};
  PlaneImage up[most_blur_levels + 1] = {planes.output};
  for (int i = 1; i <= most; ++i) {
    down[i] = memory.take(pyramid.level[i].size);
    up[i] = memory.with_marks(down[i]);
  }
  const auto between = [&](int i, auto& pass) {
    pass.shift_x = pyramid.level[i].shift_x;
    pass.shift_y = pyramid.level[i].shift_y;
    pass.x_first = transposed;
    pass.level = i;
    pass.blur = &axes.x;
  };
  for (int i = 1; i <= most; ++i) {
    halve[i].from = down[i - 1];
    halve[i].to = down[i];
    between(i, halve[i]);
    twice[i].from = up[i];
    twice[i].to = up[i - 1];
    between(i, twice[i]);
  }
  first.along_y = transposed;
  second.along_y = !transposed;
  first.blur = transposed ? &axes.y : &axes.x;
  second.blur = transposed ? &axes.x : &axes.y;
  for (int i = least; i <= most; ++i) {
    PlaneMemory free = memory;
    first.from[i] = down[i];
    first.to[i] = second.from[i] = free.take(pyramid.level[i].size);
    second.to[i] = up[i];
  }
}

}  // namespace overlace
