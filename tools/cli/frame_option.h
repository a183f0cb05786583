// SPDX-License-Identifier: Apache-2.0
// The option that picks one frame: a number, or "middle".
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/cli/options.h"

namespace overlace {

/// -n; nothing stands for the middle of the video. `shown` is the default as the help shows it.
void add_frame_option(const Command& command, std::optional<std::int32_t>& frame,
                      const std::string& shown);

}  // namespace overlace
