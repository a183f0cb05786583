// SPDX-License-Identifier: Apache-2.0
// Advice on tables whose names do not say what the columns hold.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace overlace {

/// The value of a --map option for these columns: for each thing that a box needs the column that
/// most likely holds it, "frame=img_no,id=obj,x=px,…", and NAME where none does.
[[nodiscard]] std::string map_line(std::span<const std::string> names);

/// The same for a table without a heading, whose columns are numbered: by what is usual for so many
/// columns.
[[nodiscard]] std::string map_line_of_numbers(std::size_t columns);

}  // namespace overlace
