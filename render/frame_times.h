// SPDX-License-Identifier: Apache-2.0
// When every frame of a video is shown, without decoding it.
#pragma once

#include <optional>
#include <vector>

#include "graph/core/log.h"
#include "graph/core/time.h"
#include "io/read/video_reader.h"

namespace overlace {

/// Moments at which frames are shown, in seconds from the first one; the last entry is the end of
/// the last frame. Never falling. From the packets' stamps, as far as these leave no doubt, else at
/// the nominal rate; `log` hears of that. Throws Error(usage) where nobody knows how many frames
/// there are.
[[nodiscard]] std::vector<double> frame_times(const VideoReader& reader,
                                              const std::optional<Rational>& frame_rate,
                                              const LogSink& log);

}  // namespace overlace
