// SPDX-License-Identifier: Apache-2.0
// Grain on a picture's planes.
#pragma once

#include "gpu/effects/grain.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// Adds noise to a component, in proportion to the range of its values and to the picture's alpha.
/// Values stay in that range, or, where they were beyond it, as far beyond.
struct PlaneGrainFormula {
  PictureComponent from;
  PlaneImage to;
  ShownPlane plane;
  const GrainRecord* grain = nullptr;

  [[nodiscard]] OVL_FN PlaneImage output() const { return to; }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const float value = from.sample(x, y);
    if (from.component == alpha_component || !has_sample(from.plane(), x, y)) return value;
    const Target& picture = from.picture();
    const float alpha = picture.alpha.data != nullptr ? from.opacity(x, y) : 1.0F;
    float least = picture.offset[from.component] * alpha, most = least;
    OVL_UNROLLED
    for (int i = 0; i < 3; ++i) {
      const float part = picture.matrix[from.component][i] * alpha;
      least += min(part, 0.0F);
      most += max(part, 0.0F);
    }
    const auto at = plane.pixel(static_cast<float>(x), static_cast<float>(y));
    const std::uint32_t own =
        grain->is_colored != 0 ? static_cast<std::uint32_t>(from.component) : 0U;
    const float noise =
        grain->at(static_cast<int>(floor(at.x)), static_cast<int>(floor(at.y)), own);
    return clamp(fma(grain->amount * (most - least), noise, value), min(value, least),
                 max(value, most));
  }
};

struct PlaneGrainFilter {
  using Op = GrainOp;
  using Record = GrainRecord;
  using Passes = PassList<SamplePass<PlaneGrainFormula>>;

  [[nodiscard]] static Record record(const GrainOp& op) { return GrainEffect::record(op, {}); }
  [[nodiscard]] static int reach(const GrainOp&) { return 0; }
  /// Alpha has no grain, and Cb and Cr have none that is the same for all colours.
  [[nodiscard]] static bool changes(const GrainOp& op, const Target& picture, int component) {
    if (component == alpha_component) return false;
    return component == 0 || !op.mono || !picture.has_chroma;
  }

  template <class Runner>
  static PlaneImage make(Runner& runner, const GrainOp&, const PlanePlace& place,
                         const Record* record) {
    PlaneMemory memory = place.scratch;
    PlaneImage made = memory.take(place.from.size);
    made.wanted = place.from.covered;
    runner.run(SamplePass<PlaneGrainFormula>{
        {.from = place.from,
         .to = made,
         .plane =
             ShownPlane::of(place.picture, place.from.size, place.across, place.down, place.stored),
         .grain = record}});
    return made;
  }
};

}  // namespace overlace
