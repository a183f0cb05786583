// SPDX-License-Identifier: Apache-2.0
// The help of a command, from its description.
#pragma once

#include <string>

#include "graph/core/json.h"

namespace overlace {

/// How much of a command the help shows.
enum class HelpDetail {
  essentials,  ///< its essential options and examples; all options of a command that names none
  everything,  ///< all options, group by group
};

/// The help of `command`, "overlace render", from what Command::describe says of it. Lines fit
/// 80 columns, or a wider terminal.
[[nodiscard]] std::string help_text(const std::string& command, const Json& description,
                                    HelpDetail detail);

}  // namespace overlace
