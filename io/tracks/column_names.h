// SPDX-License-Identifier: Apache-2.0
// What columns hold by the names that tools give them.
#pragma once

#include <cstdint>
#include <string_view>

namespace overlace {

/// What a named column holds.
enum class NamedColumn : std::uint8_t {
  frame,
  id,
  left,
  top,
  right,
  bottom,
  center_x,
  center_y,
  width,
  height,
  rotation,  ///< degrees clockwise
  score,
  class_number,
  class_name,  ///< a text, or a number where all are numbers
  attribute    ///< any other
};

/// The meaning of a name in any customary spelling: case, blanks and punctuation do not count, nor
/// does a "bbox", "box" or "bb" before a coordinate or a "px" after it.
[[nodiscard]] NamedColumn column_named(std::string_view name);

}  // namespace overlace
