// SPDX-License-Identifier: Apache-2.0
// The meaning of columns by the names that tools give them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// What a named column holds.
enum class NamedColumn : std::uint8_t {
  frame,
  time,  ///< seconds from the clip's beginning; milliseconds if the name says so
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
/// an "x0", "t" is no top without an "l", "x_0" to "x_67" are landmarks, and "id" is a row's number
/// beside a "track".
[[nodiscard]] std::vector<NamedColumn> columns_named(std::span<const std::string> names);

/// The seconds that a column of times counts in: 1, or 0.001 if its name says milliseconds.
[[nodiscard]] double seconds_per_unit(std::string_view time_name);

/// Whether a name is that of an object's id, such as "track_id", and not just "id", which may be a
/// row's.
[[nodiscard]] bool names_object(std::string_view name);

/// The columns that may have objects' numbers under unusual names: those called like "player_id",
/// which are no numbers of a class, a picture or the like.
[[nodiscard]] std::vector<std::size_t> object_numbers(std::span<const std::string> names);

/// Whether columns hold positions on the ground, in metres seen from above: length and width
/// without a height, or velocities and accelerations along the axes.
[[nodiscard]] bool are_on_the_ground(std::span<const std::string> names);

/// The letters of a name, in lower case, and its digits.
[[nodiscard]] std::string bare_name(std::string_view name);

}  // namespace overlace
