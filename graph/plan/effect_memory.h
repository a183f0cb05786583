// SPDX-License-Identifier: Apache-2.0
// Memory that layers and effects need besides the picture.
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "graph/plan/plan.h"
#include "graph/plan/region_marks.h"

namespace overlace {

/// What each layer buffer of a plan holds.
[[nodiscard]] inline std::vector<LayerKind> layer_kinds(const Plan& plan) {
  std::vector<LayerKind> kinds(plan.layer_buffers, LayerKind::colors);
  for (const LayerSlot& layer : plan.layers) kinds[layer.buffer] = layer.kind;
  return kinds;
}

/// Bytes that an operation needs besides its layers, for pictures of a size; the same in all
/// frames.
[[nodiscard]] inline std::size_t scratch_bytes(const EffectOp& op, Size size, FilterAxes axes) {
  return std::visit([&](const auto& one) { return one.scratch_bytes(size, axes); }, op);
}

/// Bytes that an operation on the picture needs, including the marks of its region.
[[nodiscard]] inline std::size_t scratch_bytes(const PictureOp& op, Size size) {
  const auto bytes = [&](const auto& one) { return one.picture_scratch_bytes(size); };
  return region_marks_bytes(size) + std::visit(bytes, op.filter);
}

/// Bytes that the effects of a plan need besides its layers; they run one after another and share
/// them.
[[nodiscard]] inline std::size_t effect_scratch_bytes(const Plan& plan, FilterAxes axes) {
  std::size_t most = 0;
  for (const Step& step : plan.steps) {
    if (const auto* effect = std::get_if<EffectStep>(&step.work))
      most = std::max(most, scratch_bytes(effect->lower({}), plan.clip.size, axes));
    if (const auto* picture = std::get_if<PictureStep>(&step.work))
      most = std::max(most, scratch_bytes(picture->lower({}), plan.clip.size));
  }
  return most;
}

}  // namespace overlace
