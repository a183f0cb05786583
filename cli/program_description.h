// SPDX-License-Identifier: Apache-2.0
// All that can be typed, and the help's topics, as one JSON value.
#pragma once

#include "cli/options.h"

namespace overlace {

/// Command::describe() of the program, with its "version" and "topics": "name", "title" and "text"
/// of each page of docs/help.
[[nodiscard]] Json describe_program(const Command& program);

}  // namespace overlace
