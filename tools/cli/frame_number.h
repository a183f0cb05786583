// SPDX-License-Identifier: Apache-2.0
// Frame numbers as typed: a number, or "middle".
#pragma once

#include <cstdint>
#include <string>

#include "io/files/frame_list.h"
#include "io/read/video_reader.h"

namespace overlace {

/// The frame, counted from 0; numbered pictures are typed by their own numbers. Throws Error(usage)
/// for anything else, for "middle" of a video of unknown length, and for a frame that does not
/// exist where the length is known.
[[nodiscard]] std::int32_t frame_number(const std::string& text, const VideoInfo& video);

/// A list as it is typed, counted from 0. Refuses one of which no frame exists, where the number of
/// frames is known, and says which do not where some do. Throws Error(usage).
[[nodiscard]] FrameList existing_frames(const FrameList& frames, const VideoInfo& video,
                                        const Say& say);

}  // namespace overlace
