// SPDX-License-Identifier: Apache-2.0
// Bars that are filled from the left up to a value, for nodes that show levels.
#pragma once

#include <algorithm>

#include "graph/data/figures.h"

namespace overlace {

/// How a bar looks.
struct LevelBar {
  Box box;
  Color color, empty;  ///< of the filled part, and of the background
  float radius = 0;    ///< of its corners, px
  int segments = 0;    ///< equal parts that light up one by one; 0 is a continuous bar
};

/// Where a value lies between two others, 0 to 1; 0 if they are equal.
[[nodiscard]] inline float level_of(float value, float low, float high) {
  return high == low ? 0 : std::clamp((value - low) / (high - low), 0.0F, 1.0F);
}

/// Paints the background and the filled part. A segment lights up when the level reaches its
/// middle.
inline void append_level_bar(const LevelBar& bar, float level, DisplayList& out) {
  if (bar.segments <= 0) {
    append_box(bar.box, bar.radius, bar.empty, out);
    Box filled = bar.box;
    filled.width *= level;
    append_box(filled, bar.radius, bar.color, out);
    return;
  }
  constexpr float gap = 0.2F;  // share of a segment's pitch
  const auto count = static_cast<float>(bar.segments);
  const float place = bar.box.width / (count - gap);
  for (int i = 0; i < bar.segments; ++i) {
    const auto number = static_cast<float>(i);
    const Box segment{bar.box.x + number * place, bar.box.y, place * (1 - gap), bar.box.height};
    const bool is_lit = level * count >= number + 0.5F;
    append_box(segment, bar.radius, is_lit ? bar.color : bar.empty, out);
  }
}

}  // namespace overlace
