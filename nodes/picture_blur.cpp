// SPDX-License-Identifier: Apache-2.0
// picture_blur: blurs the video under a region, to draw the eye away from it.
#include <algorithm>

#include "graph/plan/blur_pyramid.h"
#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number sigma = percent(2);
  Number strength{1.0F};
};

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const Limits extent = params->sigma.extent();
  const auto least = static_cast<float>(extent.min), most = static_cast<float>(extent.max);
  return [params, least, most](const FrameTime& time) {
    const float sigma = std::clamp(params->sigma.at(time).constant, least, most);
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    return PictureOp{BlurOp{sigma, least, most}, strength};
  };
}

}  // namespace

NodeType picture_blur() {
  return Node<Params>("picture_blur", Stage::picture,
                      "Blurs the video, and what was painted on it before, with a Gaussian.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .per_frame()
      .number("sigma", &Params::sigma, {least_blur_sigma, most_blur_sigma, Unit::px},
              "Standard deviation: half of a thin line's light spreads over 1.35 sigma. A face "
              "stays recognisable to machines: to hide one, fill it.")
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the blurred picture is mixed in; 0 leaves every sample unchanged.")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace
