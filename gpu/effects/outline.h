// SPDX-License-Identifier: Apache-2.0
// The band along the edge of a drawing, and drawings that are grown by such a band.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/distance.h"
#include "gpu/kernels/point.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// How far from the edge a band that ends `width` px from it over `softness` px can show.
[[nodiscard]] inline int band_reach(float width, float softness) {
  return static_cast<int>(std::ceil(width + softness / 2 + 0.5F));
}

/// Where a band is made: `shape` and `nearest` are scratch memory, and `shape` may be `to`.
struct BandPlace {
  TiledImage drawing, shape, nearest, to;
  Orientation stored;
};
/// Calls runner.run(pass) for the passes that paint a band along the edge of a drawing.
template <class Runner>
void run_band(Runner& runner, const BandPlace& place, const DistanceRecord* record) {
  const bool transposed = place.stored.transposed;
  runner.run(ShapePass{{place.drawing, place.shape, record, transposed}});
  runner.run(ColumnPass{{place.shape, place.nearest, record, transposed}});
  runner.run(BandPass{{place.nearest, place.to, record, transposed}});
}

/// Sets the colour of a band.
inline void set_color(DistanceRecord& record, const Color& color, const WorkingSpace& space) {
  const WorkColor work = space.convert(color);
  for (int i = 0; i < 3; ++i) record.color[i] = work.c[i] * work.a;
  record.color[3] = work.a;
}

struct OutlineEffect {
  using Op = OutlineOp;
  using Record = DistanceRecord;
  using Passes = PassList<ShapePass, ColumnPass, BandPass, JoinPass>;
  static constexpr std::size_t layers = 1;

  /// An outside outline extends for a pixel under the drawing, and an inside one for a pixel beyond
  /// it, where the drawing's own alpha ends it: so there is no seam between the two.
  [[nodiscard]] static DistanceRecord record(const OutlineOp& op, const WorkingSpace& space) {
    DistanceRecord record;
    const float softness = std::max(op.softness, 1.0F);
    const float width = op.side == OutlineSide::both ? op.width / 2 : op.width;
    const float slope = 1 / softness, start = width / softness + 0.5F;
    constexpr float overlap = 1.5F;
    constexpr int overlap_reach = 3;
    record.outer = record.inner = overlap;
    record.outer_slope = record.inner_slope = 1;
    record.outside = record.inside = overlap_reach;
    if (op.side != OutlineSide::inside) {
      record.outer = start;
      record.outer_slope = slope;
      record.outside = band_reach(width, softness);
    }
    if (op.side != OutlineSide::outside) {
      record.inner = start;
      record.inner_slope = slope;
      record.inside = band_reach(width, softness);
    }
    record.fades = op.side == OutlineSide::inside ? 0 : 1;
    set_color(record, op.color, space);
    if (op.width == 0) std::fill_n(record.color, 4, 0.0F);
    return record;
  }

  [[nodiscard]] static int reach(const OutlineOp& op) {
    return op.side == OutlineSide::inside ? 0 : band_reach(op.width, op.softness);
  }

  template <class Runner>
  static void run(Runner& runner, const OutlineOp& op, const EffectPlace& place,
                  const DistanceRecord* record) {
    std::byte* free = place.scratch;
    const TiledImage nearest = take_image(free, place.output.size);
    run_band(runner, {place.inputs[0], place.output, nearest, place.output, place.stored}, record);
    const JoinFormula join = op.side == OutlineSide::outside  ? join_under
                             : op.side == OutlineSide::inside ? join_atop
                                                              : join_over;
    runner.run(JoinPass{{place.inputs[0], place.output}, place.output, join});
  }
};

}  // namespace overlace
