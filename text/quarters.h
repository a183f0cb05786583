// SPDX-License-Identifier: Apache-2.0
// Pixels to whole quarters of a pixel, on which text lives, and back.
#pragma once

#include <cmath>

#include "text/glyph_cache.h"

namespace overlace {

/// Pixels far outside any frame, and NaN, come out as the limit, so that sums stay in range.
[[nodiscard]] inline float bounded(float px) {
  constexpr float limit = 1e6F;
  return std::fmin(std::fmax(px, -limit), limit);
}
[[nodiscard]] inline int round_quarters(float px) {
  return static_cast<int>(std::lround(bounded(px) * quarters));
}
[[nodiscard]] inline int ceil_quarters(float px) {
  return static_cast<int>(std::ceil(bounded(px) * quarters));
}
[[nodiscard]] inline float to_px(int in_quarters) {
  return static_cast<float>(in_quarters) / quarters;
}

}  // namespace overlace
