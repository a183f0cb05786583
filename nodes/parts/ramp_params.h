// SPDX-License-Identifier: Apache-2.0
// Colour ramps, as named in parameters.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/error.h"
#include "graph/core/math.h"
#include "graph/values/colors.h"

namespace overlace {

/// The error for a list entry that is not a colour, with its place: a ramp's name, or a typo.
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

/// The colours of a list of texts: its entries, or those of the ramp that a single entry names.
/// Throws Error(usage) with the place in the node if an entry is neither. An empty list has none.
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

/// The same for a list that must have colours. Throws Error(usage) for an empty list as well.
[[nodiscard]] inline std::vector<Color> needed_ramp_colors(std::string_view param,
                                                           const std::vector<std::string>& names) {
  if (names.empty())
    throw Error(ErrorCode::usage, "\"" + std::string(param) + "\" names no colours",
                "name a ramp such as magma", {"", std::string(param)});
  return ramp_colors(param, names);
}

/// The colour at `at`, 0 to 1, among equally spaced colours, linear between them. Precondition:
/// there is at least one.
[[nodiscard]] inline Color color_between(const std::vector<Color>& colors, double at) {
  const double place = at * static_cast<double>(colors.size() - 1);
  const auto before = std::min(static_cast<std::size_t>(place), colors.size() - 1);
  const Color &a = colors[before], &b = colors[std::min(before + 1, colors.size() - 1)];
  const auto t = static_cast<float>(place - static_cast<double>(before));
  return {lerp(a.r, b.r, t), lerp(a.g, b.g, t), lerp(a.b, b.b, t), lerp(a.a, b.a, t)};
}

}  // namespace overlace
