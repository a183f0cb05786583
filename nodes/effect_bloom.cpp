// SPDX-License-Identifier: Apache-2.0
// effect_bloom: a glow around drawings, like neon.
#include <algorithm>

#include "graph/plan/effect_ops.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number threshold{0.0F};
  Number sigma = percent(1.2F);
  Number gain{1.0F};
  Paint tint{Color{1, 1, 1, 1}};
  Number opacity{0.0F};
};

Lower<EffectOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const Limits extent = params->sigma.extent();
  const auto least = static_cast<float>(extent.min), most = static_cast<float>(extent.max);
  return [params, least, most](const FrameTime& time) {
    const Params& p = *params;
    return BloomOp{.blur = {std::clamp(p.sigma.at(time).constant, least, most), least, most},
                   .threshold = p.threshold.at(time).constant,
                   .gain = p.gain.at(time).constant,
                   .tint = p.tint.at(time).constant,
                   .opacity = p.opacity.at(time).constant};
  };
}

}  // namespace

NodeType effect_bloom() {
  return Node<Params>("effect_bloom", Stage::layer, "Adds a glow around drawings.")
      .input("layer", Stage::layer, "What glows; it is part of the result.")
      .per_frame()
      .number("threshold", &Params::threshold, {0, 1},
              "Level up to which colours do not glow: it is subtracted before the rest is blurred.")
      .number("sigma", &Params::sigma, {least_blur_sigma, most_blur_sigma, Unit::px},
              "Standard deviation of the glow.")
      .number("gain", &Params::gain, {0, 8}, "What the glow is multiplied by.")
      .color("tint", &Params::tint, "Colour that the glow is multiplied by; its alpha is ignored.")
      .number(
          "opacity", &Params::opacity, {0, 1},
          "How much the glow covers what is behind it: 0 only adds light, 1 covers as drawings do.")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace
