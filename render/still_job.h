// SPDX-License-Identifier: Apache-2.0
// Renders one frame of a video with the overlay drawn in, as a picture.
#pragma once

#include <cstdint>

#include "graph/core/log.h"
#include "render/frame_choice.h"
#include "render/still_session.h"

namespace overlace {

/// Draws the frame and writes the picture, with the same bytes as a render into a sequence; returns
/// the frame's number. `log` gets assumptions. Throws Error (usage, input, output …).
std::int32_t render_still(const StillSettings& settings, const FrameChoice& frame,
                          const LogSink& log);

}  // namespace overlace
