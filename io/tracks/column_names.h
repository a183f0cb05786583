// SPDX-License-Identifier: Apache-2.0
// The meaning of columns by the names that tools give them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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
  class_name,  ///< a text, or a number if all are numbers
  attribute    ///< any other
};

/// The meaning of a name in any common spelling: case, blanks and punctuation do not count, nor
/// does a "bbox", "box" or "bb" before a coordinate or a "px" after it.
[[nodiscard]] NamedColumn column_named(std::string_view name);

/// The meanings of all columns of a file, since some depend on others: "x1" is a right edge beside
/// an "x0", "t" is no top without an "l", and "x_0" to "x_67" are landmarks.
[[nodiscard]] std::vector<NamedColumn> columns_named(std::span<const std::string> names);

/// Whether columns hold positions on the ground, in metres seen from above: length and width
/// without a height, or velocities and accelerations along the axes.
[[nodiscard]] bool are_on_the_ground(std::span<const std::string> names);

/// The letters of a name, in lower case, and its digits.
[[nodiscard]] std::string bare_name(std::string_view name);

}  // namespace overlace
