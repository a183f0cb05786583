// SPDX-License-Identifier: Apache-2.0
// Grain: cells of normal noise, between which pixels are bilinear.
#pragma once

#include <cstdint>

#include "gpu/kernels/pixel.h"
#include "graph/core/random.h"

namespace overlace {

/// What a device gets for grain in one frame.
struct GrainRecord {
  float amount = 0;             ///< standard deviation on an opaque pixel
  float cells = 1;              ///< in a pixel, at most 1
  std::int32_t is_colored = 0;  ///< noise of its own for each component
  std::uint32_t frame = 0, seed = 0;

  /// Noise of a cell: a function of where it is, of the frame and the seed.
  [[nodiscard]] OVL_FN float cell(int x, int y, std::uint32_t component) const {
    return normal_random(
        philox({{static_cast<std::uint32_t>(x), static_cast<std::uint32_t>(y), component, frame}},
               seed, 0));
  }
  /// Noise at a pixel, of variance 1: that of bilinear weights is made good.
  [[nodiscard]] OVL_FN float at(int x, int y, std::uint32_t component) const {
    if (cells == 1.0F) return cell(x, y, component);
    const float u = static_cast<float>(x) * cells, v = static_cast<float>(y) * cells;
    const float left = floor(u), top = floor(v), fx = u - left, fy = v - top;
    const int i = static_cast<int>(left), j = static_cast<int>(top);
    const float above = lerp(cell(i, j, component), cell(i + 1, j, component), fx);
    const float below = lerp(cell(i, j + 1, component), cell(i + 1, j + 1, component), fx);
    const float variance =
        fma(fx, fx, (1.0F - fx) * (1.0F - fx)) * fma(fy, fy, (1.0F - fy) * (1.0F - fy));
    return lerp(above, below, fy) / sqrt(variance);
  }
};

/// Adds noise in proportion to alpha. Colours stay between 0 and their alpha, or, where they were
/// brighter, between 0 and themselves.
struct GrainFormula {
  const GrainRecord* grain = nullptr;

  [[nodiscard]] OVL_FN Samples operator()(const Samples& pixel, int x, int y) const {
    Samples out = pixel;
    const float alpha = pixel.value[3], strength = grain->amount * alpha;
    if (!(strength > 0)) return out;
    float noise = grain->at(x, y, 0);
    OVL_UNROLLED
    for (int c = 0; c < 3; ++c) {
      if (c > 0 && grain->is_colored != 0) noise = grain->at(x, y, static_cast<std::uint32_t>(c));
      const float most = max(pixel.value[c], alpha);
      out.value[c] = clamp(fma(strength, noise, pixel.value[c]), 0.0F, most);
    }
    return out;
  }
};

}  // namespace overlace
