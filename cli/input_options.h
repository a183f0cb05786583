// SPDX-License-Identifier: Apache-2.0
// Options for how a video is read.
#pragma once

#include "cli/options.h"
#include "render/render_settings.h"

namespace overlace {

/// IN.
void add_input_argument(const Command& command, InputSettings& input);
/// --fps, --first-frame and --plate.
void add_reading_options(const Command& command, InputSettings& input);
/// Both.
void add_input_options(const Command& command, InputSettings& input);
/// --interlaced.
void add_interlaced_option(const Command& command, InputSettings& input);

}  // namespace overlace
