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

/// Why a text of such a list is no colour, with its place: the ramp's name, or a slip.
[[nodiscard]] inline Error no_color(std::string_view param, const std::vector<std::string>& names,
                                    std::size_t at) {
  const std::string& text = names[at];
  const SourceLocation place{"", std::string(param) + "/" + std::to_string(at)};
  if (find_colors(named_ramps(), text) != nullptr)
    return {ErrorCode::usage, "'" + text + "' is a ramp, not a colour",
            "the name of a ramp stands alone: [\"" + text + "\"]", place};
  if (names.size() == 1 && !text.starts_with('#'))
    return {ErrorCode::usage, "'" + text + "' is neither a ramp nor a colour",
            suggest(text, names_of(named_ramps())), place};
  const std::string near = nearest_name(text, color_names());
  return {ErrorCode::usage, "'" + text + "' is not a colour",
          near.empty() ? "write #rgb, #rgba, #rrggbb, #rrggbbaa or a basic CSS name"
                       : "did you mean '" + near + "'?",
          place};
}

/// The colours of a text list: as many as it has, or those of the ramp that its only text names.
/// Throws Error(usage) with the place in the node for what is neither. None for an empty list.
[[nodiscard]] inline std::vector<Color> ramp_colors(std::string_view param,
                                                    const std::vector<std::string>& names) {
  std::vector<Color> colors;
  if (names.size() == 1) {
    if (const NamedColors* ramp = find_colors(named_ramps(), names.front())) {
      for (const std::string_view text : ramp->colors) colors.push_back(*parse_color(text));
      return colors;
    }
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto color = parse_color(names[i]);
    if (!color) throw no_color(param, names, i);
    colors.push_back(*color);
  }
  return colors;
}

/// The same for a list that has to have colours. Throws Error(usage) for an empty one as well.
[[nodiscard]] inline std::vector<Color> needed_ramp_colors(std::string_view param,
                                                           const std::vector<std::string>& names) {
  if (names.empty())
    throw Error(ErrorCode::usage, "\"" + std::string(param) + "\" names no colours",
                "name a ramp such as magma", {"", std::string(param)});
  return ramp_colors(param, names);
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
