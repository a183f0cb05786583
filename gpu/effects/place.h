// SPDX-License-Identifier: Apache-2.0
// A layer moved, enlarged and turned as a whole: bilinear between its pixels.
#pragma once

#include <algorithm>
#include <cmath>

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/place.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

struct PlaceEffect : OnePass<PlaceEffect, GatherPass<PlaceField>> {
  using Op = PlaceOp;
  using Record = PlaceRecord;

  /// Displacements are linear, so the corners have the largest. What comes from farther away than
  /// the picture's size lies outside it.
  [[nodiscard]] static PlaceRecord record(const PlaceOp& op, const WorkingSpace&) {
    const auto width = static_cast<float>(op.shown.width);
    const auto height = static_cast<float>(op.shown.height);
    const Vec2 beyond{width + 4, height + 4};
    PlaceRecord record{op.turn_x, op.turn_y, op.offset, beyond, beyond * -1.0F};
    for (const float x : {0.0F, width - 1})
      for (const float y : {0.0F, height - 1}) {
        const Vec2 at{
            std::clamp(op.turn_x.x * x + op.turn_x.y * y + op.offset.x, -beyond.x, beyond.x),
            std::clamp(op.turn_y.x * x + op.turn_y.y * y + op.offset.y, -beyond.y, beyond.y)};
        record.least = {std::min(record.least.x, at.x), std::min(record.least.y, at.y)};
        record.most = {std::max(record.most.x, at.x), std::max(record.most.y, at.y)};
      }
    return record;
  }
  [[nodiscard]] static int reach(const PlaceOp& op) {
    const PlaceRecord own = record(op, {});
    const float most = std::max(
        {std::abs(own.least.x), std::abs(own.least.y), std::abs(own.most.x), std::abs(own.most.y)});
    return static_cast<int>(std::ceil(most)) + 1;
  }
  [[nodiscard]] static Pass pass(const PlaceOp&, const EffectPlace& place,
                                 const PlaceRecord* record) {
    return {place.inputs[0], place.output, place.stored, {record}};
  }
};

}  // namespace overlace
