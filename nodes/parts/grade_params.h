// SPDX-License-Identifier: Apache-2.0
// What the grades of drawings and of the picture share: parameters and operation.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "graph/plan/effect_ops.h"
#include "graph/types/node.h"
#include "nodes/parts/ramp_params.h"

namespace overlace {

struct GradeParams {
  Number gain{1.0F};
  Number saturation{1.0F};
  Number hue{0.0F};
  std::vector<std::string> ramp;
  RampBy by = RampBy::luma;
  std::string lut;
};

/// Rows of GradeParams.
inline constexpr auto grade_rows = []<class P>(Node<P>& node) {
  node.number("gain", &P::gain, {0, 8}, "What colours are multiplied by.")
      .number("saturation", &P::saturation, {0, 8},
              "Strength of colours: 0 is grey, 1 leaves them as they are.")
      .number("hue", &P::hue, {-360, 360},
              "Degrees by which hues turn, from red through green to blue.")
      .text_list("ramp", &P::ramp,
                 "Colours that replace what is there, from dark to bright; or the name of a ramp.")
      .template choice<RampBy>("by", &P::by, {{"luma", RampBy::luma}, {"alpha", RampBy::alpha}},
                               "What chooses the colour of the ramp.")
      .file("lut", &P::lut, FileContent::lut,
            "Look-up table for the result: a .cube file, 1D or 3D.");
};

/// Equally spaced colours, linear between them. Throws Error(usage) for anything but a colour.
[[nodiscard]] inline std::shared_ptr<const GradeRamp> grade_ramp(
    const std::vector<std::string>& names) {
  if (names.empty()) return nullptr;
  const std::vector<Color> colors = ramp_colors("ramp", names);
  auto out = std::make_shared<GradeRamp>();
  for (std::size_t i = 0; i < out->size(); ++i) {
    const Color color =
        color_between(colors, static_cast<double>(i) / static_cast<double>(out->size() - 1));
    (*out)[i] = {color.r, color.g, color.b, 1};
  }
  return out;
}

/// Makes the operation of each frame; holds the ramp.
template <class P>
Lower<GradeOp> grade_of(std::shared_ptr<const P> params, PrepareContext& context) {
  const std::uint32_t lut = params->lut.empty() ? no_lut : context.lut(params->lut);
  return [params, lut, ramp = grade_ramp(params->ramp)](const FrameTime& time) {
    return GradeOp{.gain = params->gain.at(time).constant,
                   .saturation = params->saturation.at(time).constant,
                   .hue = params->hue.at(time).constant,
                   .ramp = ramp.get(),
                   .by = params->by,
                   .lut = lut};
  };
}

}  // namespace overlace
