// SPDX-License-Identifier: Apache-2.0
// What goes from a file into another one as it is.
#pragma once

#include <string>
#include <vector>

#include "io/write/frame_sink.h"

namespace overlace {

/// The streams of `source` that `sink` copies, each in words: "stream 1: audio (aac)".
[[nodiscard]] std::vector<std::string> copied_streams(const VideoReader& source,
                                                      const FrameSink& sink);

}  // namespace overlace
