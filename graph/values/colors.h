// SPDX-License-Identifier: Apache-2.0
// Colours as users write them, and the named palettes and ramps.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Reads "#rgb", "#rgba", "#rrggbb", "#rrggbbaa" or a CSS colour name.
[[nodiscard]] std::optional<Color> parse_color(std::string_view text);
/// "#rrggbb", or "#rrggbbaa" if it is not opaque; components are rounded to 8 bits.
[[nodiscard]] std::string color_text(const Color& color);

/// Names that `parse_color` knows.
[[nodiscard]] std::vector<std::string> color_names();

/// A named list of colours: a palette is meant for categories, a ramp for quantities.
struct NamedColors {
  std::string_view name;
  std::span<const std::string_view> colors;
};
[[nodiscard]] std::span<const NamedColors> named_palettes();
[[nodiscard]] std::span<const NamedColors> named_ramps();

/// The names of colour lists, and the list with a given name (nullptr if there is none).
[[nodiscard]] std::vector<std::string> names_of(std::span<const NamedColors> lists);
[[nodiscard]] const NamedColors* find_colors(std::span<const NamedColors> lists,
                                             std::string_view name);

}  // namespace overlace
