// SPDX-License-Identifier: Apache-2.0
// How the author of a JSON text spaces and breaks it, and values written in the same way.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "graph/core/json.h"
#include "graph/core/json_places.h"

namespace overlace {

/// Spacing and line ends of a text; where it shows none, those of the presets.
struct JsonStyle {
  std::string brace = " ";   ///< within the braces of an object of one line
  std::string comma = " ";   ///< after a comma within a line
  std::string colon = ": ";  ///< between key and value
  std::string line_end = "\n";
  std::string indent = "  ";  ///< of an item, more than that of its container's line

  /// A value on one line.
  [[nodiscard]] std::string text_of(const Json& value) const;
  /// `"key": value` on one line.
  [[nodiscard]] std::string member_text(std::string_view key, const Json& value) const;
};

[[nodiscard]] JsonStyle style_of(const JsonPlaces& places);

/// The blanks at the beginning of the line that holds the byte `at`.
[[nodiscard]] std::string_view indent_at(std::string_view text, std::size_t at);

/// The text with the line that holds the byte `at` broken as in the presets, if it has more than
/// 120 characters: an item per line for the outermost container that lies on the line and holds the
/// byte, and for those in it that would still be too long. Precondition: the text is valid JSON.
[[nodiscard]] std::string with_line_broken(std::string_view text, std::size_t at,
                                           const JsonStyle& style);

/// Whether the line that holds the byte `at` has more than 120 characters.
[[nodiscard]] bool is_long_line(std::string_view text, std::size_t at);

}  // namespace overlace
