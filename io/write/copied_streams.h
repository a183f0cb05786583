// SPDX-License-Identifier: Apache-2.0
// What is copied unchanged from one file into another.
#pragma once

#include <string>
#include <vector>

#include "io/write/frame_sink.h"

namespace overlace {

/// Describes the streams of `source` that `sink` copies: "stream 1: audio (aac)".
[[nodiscard]] std::vector<std::string> copied_streams(const VideoReader& source,
                                                      const FrameSink& sink);

}  // namespace overlace
