// SPDX-License-Identifier: Apache-2.0
// When every frame of a video is shown, without decoding it.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/time.h"
#include "io/read/video_reader.h"

namespace overlace {

/// How many frames a clip has: their declared number, else that of their times; 0 when neither is
/// known. May take a pass over the file.
[[nodiscard]] std::int32_t counted_frames(const ClipInfo& clip);

/// The times at which frames are shown, in seconds from the first one; the last entry is the end of
/// the last frame. Never decreasing. Taken from the packets' timestamps where these are
/// unambiguous, else from the nominal rate, which is reported through `log`. Throws Error(usage) if
/// the number of frames is unknown.
[[nodiscard]] std::vector<double> frame_times(const VideoReader& reader, const LogSink& log);

}  // namespace overlace
