// SPDX-License-Identifier: Apache-2.0
// Options for frame numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.h"
#include "render/frame_choice.h"

namespace overlace {

/// -n: a number, "first" or "middle". `shown` is the default as shown in the help.
void add_frame_option(const Command& command, FrameChoice& frame, const std::string& shown);

/// -n: several of these, separated by commas.
void add_frames_option(const Command& command, std::vector<FrameChoice>& frames);

/// --first-frame.
void add_first_frame_option(const Command& command, std::optional<std::int32_t>& first_frame);

}  // namespace overlace
