// SPDX-License-Identifier: Apache-2.0
// Lists of points, in all the ways in which people write them.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// The points of a list, each as "10% 25%" or "64 108". They are written as a text, "10% 25%, 64
/// 108", or as an array of texts, of pairs [64, 108], or of numbers, of which two make a point.
/// Commas, semicolons, blanks and brackets separate the numbers of a text, so that the text of an
/// array is read like the array. Throws Error(usage), with pointers relative to the value, for
/// anything else, and for fewer than `least` points unless there are none.
[[nodiscard]] std::vector<std::string> read_points(const Json& value, std::size_t least);

}  // namespace overlace
