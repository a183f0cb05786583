// SPDX-License-Identifier: Apache-2.0
// A clip for analysis: every frame once, as plain pixels.
#pragma once

#include <functional>
#include <string>

#include "graph/data/bgr_frame.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Plays a whole clip once for analysis, rotated for display, as 8-bit BGR. `visit` gets frames in
/// order; a frame's pixels are valid during the call. Throws as VideoReader, and Error(usage) for a
/// pipe.
void play_video(const std::string& path, const ReaderOptions& options,
                const std::function<void(const BgrFrame&)>& visit);

}  // namespace overlace
