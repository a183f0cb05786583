// SPDX-License-Identifier: Apache-2.0
// Warp: pixels pushed, turned, spread or stirred.
#pragma once

#include <algorithm>
#include <cmath>

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/warp.h"
#include "graph/core/random.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

struct WarpEffect : OnePass<WarpEffect, GatherPass<WarpField>> {
  using Op = WarpOp;
  using Record = WarpRecord;

  [[nodiscard]] static WarpRecord record(const WarpOp& op, const WorkingSpace&) {
    WarpRecord record;
    record.limit = std::abs(op.amount);
    const double radius = std::max(double{op.radius}, 1.0);
    record.reach = static_cast<float>(4 * radius);
    record.reach_square = static_cast<float>(1 / (16 * radius * radius));
    const double turn = double{op.angle} * M_PI / 180;
    // A pixel that is turned or spread moves most at p^2 = 16 R^2 / 17.
    const double farthest = radius * 4 / std::sqrt(17.0);
    const auto fastest =
        static_cast<float>(double{op.amount} / (farthest * std::pow(16.0 / 17, 8)));
    if (op.kind == WarpKind::push) {
      record.push = {static_cast<float>(double{op.amount} * std::cos(turn)),
                     static_cast<float>(double{op.amount} * std::sin(turn))};
    } else if (op.kind == WarpKind::swirl) {
      record.across = fastest;
    } else if (op.kind == WarpKind::bulge) {
      record.along = fastest;
    } else {
      set_waves(op, record);
    }
    record.waves_everywhere = op.everywhere ? 1 : 0;
    record.stroke_count = op.stroke_count;
    for (int i = 0; i < op.stroke_count; ++i) record.stroke[i] = op.stroke[i] - Vec2{0.5F, 0.5F};
    return record;
  }
  [[nodiscard]] static int reach(const WarpOp& op) {
    return static_cast<int>(std::ceil(std::abs(op.amount))) + 1;
  }
  [[nodiscard]] static Pass pass(const WarpOp&, const EffectPlace& place,
                                 const WarpRecord* record) {
    return {place.inputs[0], place.output, place.stored, {record}};
  }

 private:
  /// Plane waves in all directions, of lengths from 2/3 to 3/2 of the scale. Each pushes along a
  /// direction of its own; together they stay below the amount.
  static void set_waves(const WarpOp& op, WarpRecord& record) {
    record.wave_count = most_warp_waves;
    for (int i = 0; i < most_warp_waves; ++i) {
      const RandomWords random = philox({{static_cast<std::uint32_t>(i), 0, 0, 0}},
                                        static_cast<std::uint32_t>(op.seed), 0);
      const auto unit = [&](int word) { return double{unit_random(random.word[word])}; };
      const double direction = (i + unit(0)) * 2 * M_PI / most_warp_waves;
      const double turns = std::exp2((2 * unit(1) - 1) * 0.585) / std::max(double{op.scale}, 1.0);
      const double push = unit(2) * 2 * M_PI;
      const double strength = 2.0 * double{op.amount} / most_warp_waves;
      // Half of the waves run backwards, so that the whole does not drift.
      const double time = op.time_turns * (i % 2 == 0 ? 1 : -1) * (0.75 + 0.5 * unit(1));
      const double phase = unit(3) + time;
      record.wave[i] = {{static_cast<float>(turns * std::cos(direction)),
                         static_cast<float>(turns * std::sin(direction))},
                        static_cast<float>(phase - std::floor(phase)),
                        {static_cast<float>(strength * std::cos(push)),
                         static_cast<float>(strength * std::sin(push))}};
    }
  }
};

}  // namespace overlace
