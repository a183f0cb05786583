// SPDX-License-Identifier: Apache-2.0
// Frames that are asked for, beside those that exist.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/core/log.h"
#include "io/files/frame_list.h"
#include "io/read/video_reader.h"

namespace overlace {

/// A frame of a video by its number, counted from 0; numbered pictures have their own. Nothing
/// stands for the middle one. Throws Error(usage) for the middle of a video of unknown length, and
/// for a frame that does not exist where the length is known.
[[nodiscard]] std::int32_t existing_frame(std::optional<std::int32_t> number,
                                          const VideoInfo& video);

/// The frames of a list, counted from 0. Refuses one of which no frame exists, where the number of
/// frames is known, and reports those that do not exist where some do. Throws Error(usage).
[[nodiscard]] FrameList existing_frames(const FrameList& frames, const VideoInfo& video,
                                        const LogSink& log);

}  // namespace overlace
