// SPDX-License-Identifier: Apache-2.0
// Pixels to whole quarter pixels, the grid of text, and back.
#pragma once

#include <cmath>

#include "text/glyph_cache.h"

namespace overlace {

/// Limits positions far outside any frame, and NaN, so that sums stay in range.
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
