// SPDX-License-Identifier: Apache-2.0
// Frame numbers as typed: a number, or "middle".
#pragma once

#include <cstdint>
#include <string>

#include "io/video_reader.h"

namespace overlace {

/// Throws Error(usage) for anything else, and for "middle" of a video of unknown length.
[[nodiscard]] std::int32_t frame_number(const std::string& text, const VideoInfo& video);

}  // namespace overlace
