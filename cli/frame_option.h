// SPDX-License-Identifier: Apache-2.0
// Options for frame numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/options.h"
#include "render/frame_choice.h"

namespace overlace {

/// -n: a number, "first" or "middle". `shown` is the default as shown in the help.
void add_frame_option(const Command& command, FrameChoice& frame, const std::string& shown);

/// --first-frame.
void add_first_frame_option(const Command& command, std::optional<std::int32_t>& first_frame);

}  // namespace overlace
