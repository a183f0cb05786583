// SPDX-License-Identifier: Apache-2.0
// Grain on a picture's planes.
#pragma once

#include "gpu/effects/grain.h"
#include "gpu/effects/plane_place.h"
#include "gpu/kernels/plane_gather.h"

namespace overlace {

/// Adds noise to a component, in proportion to the range of its values and to the picture's alpha.
/// Values stay in that range, or, if they were beyond it, get no farther beyond.
struct PlaneGrainFormula {
  PictureComponent from;
  PlaneImage to;
  ShownPlane plane;
  const GrainRecord* grain = nullptr;

  /// The range of a component's values.
  struct Values {
    float least, most;
  };

  [[nodiscard]] OVL_FN PlaneImage output() const { return to; }
  /// The component's noise, which all components may share.
  template <class F>
  [[nodiscard]] OVL_FN GrainNoise<F> noise() const {
    return {*grain,
            grain->is_colored != 0 ? static_cast<std::uint32_t>(from.component) : std::uint32_t{0}};
  }
  /// The pixel whose noise a sample gets.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> pixel(F x, F y) const {
    const PixelPosition<F> at = plane.pixel(x, y);
    return {floor(at.x), floor(at.y)};
  }
  /// The range at a pixel of this alpha, 0 to 1.
  [[nodiscard]] OVL_FN Values values(float alpha) const {
    const Target& picture = from.picture();
    float least = picture.offset[from.component] * alpha, most = least;
    OVL_UNROLLED
    for (int i = 0; i < 3; ++i) {
      const float part = picture.matrix[from.component][i] * alpha;
      least += min(part, 0.0F);
      most += max(part, 0.0F);
    }
    return {least, most};
  }
  template <class F>
  [[nodiscard]] OVL_FN F with_noise(F value, F noise, const Values& values) const {
    const F least(values.least), most(values.most);
    const F made = fma(F(grain->amount * (values.most - values.least)), noise, value);
    return min(max(made, min(value, least)), max(value, most));
  }
  [[nodiscard]] OVL_FN float sample(int x, int y, float noise) const {
    const float value = from.sample(x, y);
    if (!has_sample(from.plane(), x, y)) return value;
    const bool has_alpha = from.picture().alpha.data != nullptr;
    return with_noise(value, noise, values(has_alpha ? from.opacity(x, y) : 1.0F));
  }
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    return sample(x, y, noise<float>().at(pixel(static_cast<float>(x), static_cast<float>(y))));
  }
};

struct PlaneGrainFilter {
  using Op = GrainOp;
  using Record = GrainRecord;
  using Passes = PassList<SamplePass<PlaneGrainFormula>>;

  [[nodiscard]] static Record record(const GrainOp& op) { return GrainEffect::record(op, {}); }
  [[nodiscard]] static int reach(const GrainOp&) { return 0; }
  /// Alpha has no grain, and neither do Cb and Cr if all of R', G' and B' have the same.
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
