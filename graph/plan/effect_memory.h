// SPDX-License-Identifier: Apache-2.0
// What effects want of memory beside their layers.
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>

#include "graph/plan/blur_pyramid.h"
#include "graph/plan/plan.h"

namespace overlace {

/// Bytes that an operation wants beside its layers, of pictures of a size; the same in every frame.
[[nodiscard]] inline std::size_t scratch_bytes(const BlurOp& op, Size size) {
  return BlurPyramid(size, {}).scratch_bytes(blur_levels(op.least_sigma),
                                             blur_levels(op.most_sigma));
}
[[nodiscard]] inline std::size_t scratch_bytes(const EffectOp& op, Size size) {
  return std::visit([&](const auto& one) { return scratch_bytes(one, size); }, op);
}

/// Bytes that the effects of a plan want beside its layers: they run one after the other, and share
/// them.
[[nodiscard]] inline std::size_t effect_scratch_bytes(const Plan& plan) {
  std::size_t most = 0;
  for (const Step& step : plan.steps)
    if (const auto* effect = std::get_if<EffectStep>(&step.work))
      most = std::max(most, scratch_bytes(effect->lower({}), plan.clip.size));
  return most;
}

}  // namespace overlace
