// SPDX-License-Identifier: Apache-2.0
// Names of fonts, however fonts are found.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// Whether two names are equal, but for the case of ASCII's letters.
[[nodiscard]] bool equal_font_names(std::string_view a, std::string_view b);
/// Whether a name means whatever is usual on a machine: sans-serif, monospace …
[[nodiscard]] bool is_generic_family(std::string_view family);

/// Throws Error(usage): there are no fonts.
[[noreturn]] void refuse_all_fonts();
/// Throws Error(usage): `family` is not among those that are installed, with the nearest of them.
[[noreturn]] void refuse_family(const std::string& family, std::vector<std::string> known);
/// The same for a style that the family has not.
[[noreturn]] void refuse_style(const std::string& family, const std::string& style,
                               std::vector<std::string> known);

}  // namespace overlace
