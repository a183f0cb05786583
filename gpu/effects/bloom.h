// SPDX-License-Identifier: Apache-2.0
// Bloom: the bright parts of a drawing are blurred and added to it as light.
#pragma once

#include <algorithm>

#include "gpu/effects/blur.h"
#include "gpu/kernels/point.h"

namespace overlace {

/// Parameters of a bloom for one frame, as devices read them.
struct BloomRecord {
  BlurRecord blur;
  float threshold = 0;
  float light[4]{};  ///< what the glow is multiplied by: tint, opacity, gain
  /// Limits of the light and alpha that are added: halves end at 65504.
  float most[4]{32768, 32768, 32768, 1};
  float covers[4]{0, 0, 0, -1};  ///< alpha is added where there is none, light everywhere
};

/// The bright part of premultiplied samples, alpha included: max(sample - threshold x alpha, 0).
struct BrightFormula {
  static constexpr int inputs = 1;
  const BloomRecord* bloom = nullptr;

  [[nodiscard]] OVL_FN bool occupies(const bool (&has)[inputs]) const { return has[0]; }
  template <class F>
  [[nodiscard]] OVL_FN F operator()(const F (&pixels)[inputs]) const {
    return max(fma(alpha_of(pixels[0]), F(-bloom->threshold), pixels[0]), F(0.0F));
  }
};

/// Adds light to a drawing: colour c + g, alpha a + min(g, 1) (1 - a), where g is the glow times
/// its factors.
struct LightFormula {
  static constexpr int inputs = 2;  ///< the drawing, its glow
  const BloomRecord* bloom = nullptr;

  [[nodiscard]] OVL_FN bool occupies(const bool (&has)[inputs]) const { return has[0] || has[1]; }
  template <class F>
  [[nodiscard]] OVL_FN F operator()(const F (&pixels)[inputs]) const {
    const F light = min(pixels[1] * F::each_pixel(bloom->light), F::each_pixel(bloom->most));
    return fma(light, fma(F::each_pixel(bloom->covers), pixels[0], F(1.0F)), pixels[0]);
  }
};

/// Light alone gets a trace of alpha: samples of a picture are left as they are where alpha is 0.
/// It darkens what is behind it by less than 1/16 of a code value at 10 bits.
inline constexpr float least_light_opacity = 0x1p-14F;

struct BloomEffect {
  using Op = BloomOp;
  using Record = BloomRecord;
  using Passes = PassList<PointPass<BrightFormula>, PointPass<LightFormula>>;
  static constexpr std::size_t layers = 1;

  [[nodiscard]] static BloomRecord record(const BloomOp& op, const WorkingSpace& space) {
    BloomRecord record;
    record.blur = BlurEffect::record(op.blur, space);
    record.threshold = op.threshold;
    const float factors[4] = {op.tint.r, op.tint.g, op.tint.b,
                              std::max(op.opacity, least_light_opacity)};
    for (int i = 0; i < 4; ++i) record.light[i] = op.gain * factors[i];
    return record;
  }
  [[nodiscard]] static int reach(const BloomOp& op) { return BlurEffect::reach(op.blur); }

  template <class Runner>
  static void run(Runner& runner, const BloomOp& op, const EffectPlace& place,
                  const BloomRecord* record) {
    EffectPlace glow = place;
    glow.inputs[0] = take_image(glow.scratch, place.output.size);
    runner.run(PointPass<BrightFormula>{{place.inputs[0]}, glow.inputs[0], {record}});
    BlurEffect::run(runner, op.blur, glow, &record->blur);
    runner.run(PointPass<LightFormula>{{place.inputs[0], place.output}, place.output, {record}});
  }
};

}  // namespace overlace
