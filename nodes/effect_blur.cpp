// SPDX-License-Identifier: Apache-2.0
// effect_blur: blurs drawings, for soft shadows, glows and depth.
#include <algorithm>

#include "graph/plan/blur_pyramid.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number sigma = percent(1);
};

Lower<EffectOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const Limits extent = params->sigma.extent();
  const auto least = static_cast<float>(extent.min), most = static_cast<float>(extent.max);
  return [params, least, most](const FrameTime& time) {
    return BlurOp{std::clamp(params->sigma.at(time).constant, least, most), least, most};
  };
}

}  // namespace

NodeType effect_blur() {
  return Node<Params>("effect_blur", Stage::layer, "Blurs drawings with a Gaussian.")
      .input("layer", Stage::layer, "What is blurred; paint it as well to see both.")
      .per_frame()
      .number("sigma", &Params::sigma, {least_blur_sigma, most_blur_sigma, Unit::px},
              "Standard deviation: half of the paint of a thin line spreads over 1.35 sigma.")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace
