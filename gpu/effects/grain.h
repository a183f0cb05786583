// SPDX-License-Identifier: Apache-2.0
// Grain: noise on what is drawn, different in every frame.
#pragma once

#include "color/overlay_color.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/grain.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

struct GrainEffect : OnePass<GrainEffect, PixelPass<GrainFormula>> {
  using Op = GrainOp;
  using Record = GrainRecord;

  [[nodiscard]] static GrainRecord record(const GrainOp& op, const WorkingSpace&) {
    return {.amount = op.amount,
            .cells = 1 / op.size,
            .is_colored = op.mono ? 0 : 1,
            .frame = static_cast<std::uint32_t>(op.frame),
            .seed = static_cast<std::uint32_t>(op.seed)};
  }
  [[nodiscard]] static int reach(const GrainOp&) { return 0; }
  [[nodiscard]] static Pass pass(const GrainOp&, const EffectPlace& place,
                                 const GrainRecord* record) {
    return {place.inputs[0], place.output, place.stored, {record}};
  }
};

}  // namespace overlace
