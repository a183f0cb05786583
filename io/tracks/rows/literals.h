// SPDX-License-Identifier: Apache-2.0
// Lists and dictionaries as Python, NumPy and JSON print them, in a field of a table.
#pragma once

#include <optional>
#include <string_view>

#include "graph/core/json.h"

namespace overlace {

/// The value of a text that is a list or a dictionary: "[10, 20, 40, 30]", "[10. 20. 40. 30.]",
/// "(10, 20)", "{'x': 10}", "array([10, 20])". None, NaN and null are null. Nothing for any other
/// text.
[[nodiscard]] std::optional<Json> parse_literal(std::string_view text);

}  // namespace overlace
