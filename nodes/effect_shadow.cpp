// SPDX-License-Identifier: Apache-2.0
// effect_shadow: a shadow under drawings, which lifts them off the picture.
#include <algorithm>

#include "graph/plan/effect_ops.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number x = percent(0.4F), y = percent(0.4F);
  Number sigma = percent(0.6F);
  Number spread{0.0F};
  Paint color{Color{0, 0, 0, 160.0F / 255}};
};

Lower<EffectOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const Limits extent = params->sigma.extent();
  const auto least = static_cast<float>(extent.min), most = static_cast<float>(extent.max);
  const auto most_spread = static_cast<float>(params->spread.extent().max);
  return [params, least, most, most_spread](const FrameTime& time) {
    const Params& p = *params;
    return ShadowOp{.blur = {std::clamp(p.sigma.at(time).constant, least, most), least, most},
                    .offset = {p.x.at(time).constant, p.y.at(time).constant},
                    .spread = std::min(p.spread.at(time).constant, most_spread),
                    .most_spread = most_spread,
                    .color = p.color.at(time).constant};
  };
}

}  // namespace

NodeType effect_shadow() {
  constexpr Range offset{-most_shadow_offset, most_shadow_offset, Unit::px};
  return Node<Params>("effect_shadow", Stage::layer, "Lays a soft shadow under drawings.")
      .input("layer", Stage::layer, "What casts the shadow; it is part of the result.")
      .per_frame()
      .number("x", &Params::x, offset, "How far to the right the shadow falls.")
      .number("y", &Params::y, offset, "How far down the shadow falls.")
      .number("sigma", &Params::sigma, {least_blur_sigma, most_blur_sigma, Unit::px},
              "Standard deviation of its blur.")
      .number("spread", &Params::spread, {0, most_shadow_spread, Unit::px},
              "How far the shape grows beyond its edge before it is blurred.")
      .color("color", &Params::color, "Colour of the shadow, with its opacity.")
      .shown_with(R"({"x": 3, "y": 3, "sigma": 2, "spread": 1})")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace
