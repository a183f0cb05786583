// SPDX-License-Identifier: Apache-2.0
// The Gaussian blur: its parameters for a frame, where its memory lies, and its passes in order.
#pragma once

#include <cstddef>
#include <utility>

#include "color/overlay_color.h"
#include "gpu/effects/blur_taps.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/blur.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// Filters directly up to a sigma of 4.18 px, with taps to four times sigma; beyond, on the level
/// of a pyramid where sigma is 2 to 4.18 px. A step edge, wherever it lies between the pixels of
/// the pyramid, is off from a Gaussian by at most 0.0008 at sigma 4.2 and 0.0005 from 8.5 on,
/// before FP16 rounds it (computed in double precision).
struct BlurEffect {
  using Op = BlurOp;
  using Record = BlurRecord;
  using Passes = PassList<ConvolvePass, HalvePass, DoublePass>;
  static constexpr std::size_t layers = 1;

  [[nodiscard]] static BlurRecord record(const BlurOp& op, const WorkingSpace&) {
    return blur_record<most_blur_radius>(layer_steps, op.sigma, layer_steps.levels(op.sigma));
  }

  /// A level's pixels are made from four of the finer level, and contribute to as many.
  [[nodiscard]] static int reach(const BlurOp& op) {
    const BlurRecord level = record(op, {});
    int reach = level.radius;
    for (int i = 0; i < level.levels; ++i) reach = 2 * reach + 4;
    return reach;
  }

  /// Calls runner.run(pass) for every pass that some frame needs. `op` need only have the bounds of
  /// sigma; the frame's own `record` is read when passes run.
  template <class Runner>
  static void run(Runner& runner, const BlurOp& op, const EffectPlace& place,
                  const BlurRecord* record) {
    const BlurPyramid pyramid(place.output.size, place.stored);
    const int least = layer_steps.levels(op.least_sigma), most = layer_steps.levels(op.most_sigma);
    std::byte* free = place.scratch;
    TiledImage level[most_blur_levels + 1];
    for (int i = 1; i <= most; ++i) level[i] = take_image(free, pyramid.level[i].size);

    const auto at = [&](int i) { return i == 0 ? place.inputs[0] : level[i]; };
    const auto passes = [&](auto pass, int i) {
      pass.shift_x = pyramid.level[i].shift_x;
      pass.shift_y = pyramid.level[i].shift_y;
      pass.x_first = place.stored.transposed;
      pass.level = i;
      pass.blur = record;
      return pass;
    };
    for (int i = 1; i <= most; ++i) {
      HalvePass halve = passes(HalvePass{}, i);
      halve.from = at(i - 1);
      halve.to = level[i];
      runner.run(halve);
    }
    ConvolvePass convolve;
    convolve.y_first = place.stored.transposed;
    convolve.blur = record;
    for (int i = least; i <= most; ++i) {
      std::byte* memory = free;
      convolve.from[i] = at(i);
      convolve.to[i] = i == 0 ? place.output : take_image(memory, pyramid.level[i].size);
      convolve.between[i] = take_image(memory, pyramid.level[i].size);
    }
    runner.run(convolve);
    for (int i = most; i >= 1; --i) {
      DoublePass twice = passes(DoublePass{}, i);
      twice.from = level[i];
      twice.filtered = convolve.to[i];
      twice.to = i == 1 ? place.output : level[i - 1];
      runner.run(twice);
    }
  }
};

}  // namespace overlace
