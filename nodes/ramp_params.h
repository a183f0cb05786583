// SPDX-License-Identifier: Apache-2.0
// Ramps of colours, as parameters name them.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/math.h"
#include "graph/values/colors.h"

namespace overlace {

/// The colours of a text list: as many as it has, or those of the ramp that its only text names.
/// Throws Error(usage) that names the parameter for what is neither. None for an empty list.
[[nodiscard]] inline std::vector<Color> ramp_colors(std::string_view param,
                                                    const std::vector<std::string>& names) {
  std::vector<Color> colors;
  const NamedColors* ramp = names.size() == 1 ? find_colors(named_ramps(), names.front()) : nullptr;
  const auto add = [&](std::string_view text) {
    const auto color = parse_color(text);
    if (!color)
      throw Error(ErrorCode::usage,
                  "\"" + std::string(param) + "\": '" + std::string(text) + "' is no colour",
                  suggest(text, names_of(named_ramps())));
    colors.push_back(*color);
  };
  if (ramp != nullptr)
    for (const std::string_view text : ramp->colors) add(text);
  else
    for (const std::string& text : names) add(text);
  return colors;
}

/// The colour at `at`, 0 to 1, of colours at equal distances, linear between them. Precondition:
/// there is one at least.
[[nodiscard]] inline Color color_between(const std::vector<Color>& colors, double at) {
  const double place = at * static_cast<double>(colors.size() - 1);
  const auto before = std::min(static_cast<std::size_t>(place), colors.size() - 1);
  const Color &a = colors[before], &b = colors[std::min(before + 1, colors.size() - 1)];
  const auto t = static_cast<float>(place - static_cast<double>(before));
  return {lerp(a.r, b.r, t), lerp(a.g, b.g, t), lerp(a.b, b.b, t), lerp(a.a, b.a, t)};
}

}  // namespace overlace
